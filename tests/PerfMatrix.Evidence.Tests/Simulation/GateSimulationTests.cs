using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Tests.Simulation;

public sealed class GateSimulationTests
{
    private static readonly SimulationOptions Small = new()
    {
        PullRequests = 60,
        Cells = 24,
        Scenarios = [new("unchanged", new(2, 1)), new("+5 %", new(2, 1), 5, 1), new("all", new(2, 1), 10, int.MaxValue)],
    };

    [Fact]
    public void The_numbers_depend_on_the_seed_and_not_on_the_threads()
    {
        var one = Run(Small with { Threads = 1 });
        var four = Run(Small with { Threads = 4 });
        var other = Run(Small with { Seed = 1 });
        Assert.Equal(one.Select(Digest), four.Select(Digest));
        Assert.NotEqual(one.Select(Digest), other.Select(Digest));
    }

    [Fact]
    public void A_real_change_is_found_and_nothing_is_not()
    {
        var rows = Run(Small);
        Assert.True(rows[0].Red.Percent <= 2, $"{rows[0].Red}");
        Assert.True(rows[1].Power!.Percent >= 90, $"{rows[1].Power}");
        Assert.Equal(24 * 60, rows[2].Power!.Trials);
        Assert.All(rows, row => Assert.Equal(0, row.WrongDirection?.Successes ?? 0));
        Assert.Null(rows[0].Power);
    }

    [Fact]
    public void A_row_with_a_size_of_its_own_is_judged_by_it()
    {
        var usual = new Scenario("usual", new(2, 0.2), 2, 1) { KnownBiasPercent = 0.2, IsAlone = true };
        var rows = Run(Small with { Cells = 2, Scenarios = [usual, usual with { Name = "own", DetectPercent = 2 }] });
        Assert.True(rows[1].Power!.Percent > rows[0].Power!.Percent + 20, $"{rows[0].Power} {rows[1].Power}");
        Assert.True(rows[1].DetectablePercent < rows[0].DetectablePercent, $"{rows[0].DetectablePercent} {rows[1].DetectablePercent}");
    }

    [Fact]
    public void One_machine_decides_alone_and_ends_sooner_than_two()
    {
        var two = new Scenario("two", new(2, 0.5), 10, 1);
        var rows = Run(Small with { Cells = 2, Scenarios = [two, two with { Name = "alone", IsAlone = true }] });
        Assert.All(rows, row => Assert.True(row.Power!.Percent >= 98, $"{row.Power}"));
        Assert.Equal(0, rows[1].SuspectsPerPullRequest);
        Assert.True(rows[1].RoundsPerCell < rows[0].RoundsPerCell, $"{rows[1].RoundsPerCell} {rows[0].RoundsPerCell}");
    }

    [Fact]
    public void What_a_single_runner_does_to_one_side_is_in_both_of_its_measurements()
    {
        var two = new Scenario("two", new(1, 1.5));
        var rows = Run(Small with { Scenarios = [two, two with { Name = "single", SharesMachine = true }] });
        Assert.InRange(rows[0].Red.Successes, 0, 12);
        Assert.InRange(rows[1].Red.Successes, 24, 60);
    }

    [Fact]
    public void Each_metric_of_a_cell_can_make_its_pull_request_not_green()
    {
        var one = new Scenario("one", new(2, 0.5)) { SharesMachine = true };
        var rows = Run(Small with { Scenarios = [one, one with { Name = "two", Beside = [(Metric.CpuPerRequest, new(2, 3))] }] });
        Assert.InRange(rows[0].Red.Successes, 0, 12);
        Assert.InRange(rows[1].Red.Successes, 48, 60);
        Assert.Equal((60 * 24, 2 * 60 * 24), (rows[0].Unknown.Trials, rows[1].Unknown.Trials));
    }

    [Fact]
    public void What_is_open_in_one_metric_is_measured_on_in_all_and_start_up_by_itself()
    {
        var usual = new Scenario("start-up", new(1, 0.5)) { Beside = [(Metric.Startup, new(10, 0.7) { SpikePercent = 0 })] };
        var tail = usual with { Name = "p99", Beside = [(Metric.LatencyP99, new(20, 3) { SpikePercent = 0 })] };
        // Nothing whose size has grown is the same before eight rounds, and throughput takes three.
        Assert.All(Run(Small with { Scenarios = [usual, tail] }), row => Assert.InRange(row.RoundsPerCell, 8, 20));
        Assert.InRange(ThroughputRounds(usual), 3, 5);
        Assert.InRange(ThroughputRounds(tail), 8, 20);

        static double ThroughputRounds(Scenario scenario) => new SimulatedPullRequest(new(), scenario, 24).Judge(NoiseSource.Of(1, 0, 0)).Verdicts
            .Where(verdict => verdict.Subject.Metric == Metric.Throughput.Name).Average(verdict => verdict.Rounds);
    }

    [Fact]
    public void All_metrics_that_go_by_pairs_and_every_cell_has_are_in_the_row_of_all()
    {
        var policy = new GatePolicy();
        var row = PublishedTable.Of(policy).Single(row => row.Beside.Count > 0);

        Assert.Equal(policy.Metrics.Where(metric => metric.IsPaired && !Metric.IsPaced(metric.Metric) && metric.Metric != Metric.MeanTime.Name)
            .Select(metric => metric.Metric).Order(), row.Metrics.Select(metric => metric.Metric.Name).Order());
        Assert.All(row.Metrics, metric => HasTheAssumedBias(policy, metric.Metric, metric.Noise));
    }

    [Fact]
    public void Every_metric_that_may_fail_a_change_has_rows_of_its_own_one_without_a_change_and_one_of_its_size()
    {
        var policy = new GatePolicy();
        var rows = PublishedTable.Of(policy).ToLookup(row => row.Metric.Name);
        // CPU time is judged as throughput is, and the bytes of an operation as those of a request.
        string[] alike = [Metric.CpuPerRequest.Name, Metric.AllocatedPerOperation.Name];

        Assert.All(policy.Metrics.Where(metric => metric.Rule != MetricRule.Report && !alike.Contains(metric.Metric)), metric =>
        {
            Assert.Contains(rows[metric.Metric], row => row.EffectPercent == 0);
            Assert.Contains(rows[metric.Metric], row => row is { EffectPercent: > 0, AffectedCells: 1 });
        });
        var alone = rows.SelectMany(row => row).Where(row => row.Cells == 1 && policy.Of(row.Metric.Name).IsPaired).ToList();
        Assert.Equal(10, alone.Count);
        Assert.All(alone, row => HasTheAssumedBias(policy, row.Metric, row.Noise));
        Assert.All(alone, row => Assert.Equal(policy.DetectPercentOf(new("", "", row.Metric.Name)), row.EffectPercent));
    }

    [Fact]
    public void Counted_bytes_are_judged_by_how_many_pairs_differ_by()
    {
        var same = new Scenario("unchanged", new(0.06, 0) { SpikePercent = 0 }) { Metric = Metric.AllocatedPerRequest, BaseBytes = 168, Cells = 1 };
        var rows = Run(Small with { Scenarios = [same, Plus(24), Plus(7)] });

        Assert.Equal((0, 60, 0), (rows[0].NotGreen.Successes, rows[1].Power!.Successes, rows[2].Power!.Successes));
        Assert.Equal(60, rows[2].CalledSame!.Successes);
        Assert.Equal(100 * 16 / 168.0, rows[0].DetectablePercent, 0.01);
        // Three on each of two machines.
        Assert.Equal((3.0, 6.0), (rows[0].RoundsPerCell, rows[1].RoundsPerCell));

        Scenario Plus(int bytes) => same with { Name = $"+{bytes} bytes", EffectPercent = 100 * bytes / 168.0, AffectedCells = 1 };
    }

    [Fact]
    public void The_rules_of_others_judge_the_same_data()
    {
        var others = Run(Small)[0].Others;
        Assert.Equal(OtherRules.All.Count, others.Count);
        Assert.True(others.Single(o => o.Name == "last against previous, 105 %").Red.Percent > 50);
        Assert.Equal(0, others.Single(o => o.Name == "last against previous, 200 %").Red.Successes);
    }

    [Fact]
    public void Every_row_is_told_when_it_is_done()
    {
        var seen = new List<string>();
        Run(Small, seen.Add);
        Assert.Equal(["[1/3] unchanged: 60 pull requests", "[2/3] +5 %: 60 pull requests", "[3/3] all: 60 pull requests"], seen);
    }

    [Fact]
    public void It_can_be_given_up()
    {
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        Assert.ThrowsAny<OperationCanceledException>(() => GateSimulation.Run(Small, null, cancelled.Token));
    }

    [Fact]
    public void The_published_table_has_every_goal_of_the_design()
    {
        var rows = PublishedTable.Of(new GatePolicy());
        var goals = rows.SelectMany(s => s.Goals).ToList();
        Assert.Equal(24, goals.Count(g => g == Goal.AtMost(Quantity.NotGreen, 1)));
        Assert.Contains(Goal.AtLeast(Quantity.Power, 95), goals);
        Assert.Contains(Goal.AtLeast(Quantity.Power, 90), goals);
        Assert.Equal(18, goals.Count(g => g == Goal.AtMost(Quantity.CalledSame, 2)));
        Assert.Equal(4, goals.Count(g => g == Goal.AtLeast(Quantity.Coverage, 90)));
        Assert.Equal(rows.Count, rows.Select(s => s.Name).Distinct().Count());
    }

    [Theory]
    [InlineData(8.0, null, 8.0)]
    [InlineData(8.0, 3.0, 3.0)]
    public void The_table_changes_by_what_the_policy_promises_to_find_and_keeps_the_noise(double detect, double? ofThroughput, double size)
    {
        var policy = new GatePolicy
        {
            DetectPercent = detect,
            Metrics = [new(Metric.Throughput.Name, MetricRule.Paired) { DetectPercent = ofThroughput }],
        };
        var rows = new SimulationOptions { Policy = policy }.Scenarios;
        var usual = PublishedTable.Of(new GatePolicy()).Where(row => row.Metric == Metric.Throughput).ToList();

        Assert.Equal(usual.Select(row => row.Noise), rows.Select(row => row.Noise));
        Assert.Equal(usual.SelectMany(row => row.Goals), rows.SelectMany(row => row.Goals));
        Assert.All(usual.Zip(rows), row => Assert.Equal(row.First.EffectPercent * size / 5, row.Second.EffectPercent, 9));
        Assert.Contains(rows, row => row.Name == $"+{size} % in one cell, sigma 2 %, bias 0.5 %");
    }

    [Fact]
    public void The_noise_has_the_spread_the_bias_and_the_spikes_that_were_asked_for()
    {
        var calm = Cell(new(2, 0) { SpikePercent = 0 }, 4, 0.05).Pairs(20000).ToArray();
        Assert.Equal(0.02, Spread.StandardDeviation(calm), 0.0005);
        Assert.Equal(0.05, calm.Average(), 0.0005);
        var spiky = Cell(new(2, 0), 4, 0).Pairs(20000).ToArray();
        Assert.Equal(0.02 * Math.Sqrt(0.95 + (0.05 * 16)), Spread.StandardDeviation(spiky), 0.0008);
        // Two pairs of a cell have the bias of four processes between them; two copies differ by that of two.
        var noise = new PairNoise(new(0, 1), NoiseSource.Of(1, 2, 5));
        CellOnMachine[] cells = [.. Enumerable.Range(0, 20000).Select(_ => new CellOnMachine(noise, 0))];
        Assert.Equal(0.01, Spread.StandardDeviation([.. cells.Select(cell => cell.Pairs(2).Average())]), 0.0003);
        Assert.Equal(0.01 * Math.Sqrt(2), Spread.StandardDeviation([.. cells.Select(cell => cell.Copies(1)[0])]), 0.0004);

        static CellOnMachine Cell(NoiseModel model, ulong seed, double effect) => new(new PairNoise(model, NoiseSource.Of(1, 2, seed)), effect);
    }

    [Fact]
    public void Tools_without_pairing_compare_the_means_of_two_runs()
    {
        var costs = new PairNoise(new(2, 0) { MachinePercent = 0 }, NoiseSource.Of(1, 2, 6)).Unpaired([0.01, 0.02, 0.06]);

        var previous = costs.Previous!.Value;
        Assert.NotEqual(costs.Base[0], costs.Base[1]);
        Assert.Equal(costs.Base.Average(), previous, 12);
        Assert.Equal(0.03, costs.Head.Average() - previous, 12);
    }

    private static void HasTheAssumedBias(GatePolicy policy, Metric metric, NoiseModel noise) => Assert.Equal(
        LogRatio.ToPercent(Limits.AssumedBias(metric.Name, LogRatio.FromPercent(policy.DetectPercentOf(new("", "", metric.Name))))),
        noise.BiasPercent, 0.1 * noise.BiasPercent);

    private static IReadOnlyList<RowRecord> Run(SimulationOptions options, Action<string>? progress = null) =>
        GateSimulation.Run(options, progress, TestContext.Current.CancellationToken);

    private static string Digest(RowRecord row) =>
        string.Join('|', row.Red, row.NotGreen, row.Power, row.FalseCells, row.Unknown, row.Coverage, row.DetectablePercent,
            row.SuspectsPerPullRequest, string.Join(',', row.Others));
}
