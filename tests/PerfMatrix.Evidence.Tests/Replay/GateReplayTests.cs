using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Evidence.Commands;
using PerfMatrix.Evidence.Injection;
using PerfMatrix.Evidence.Replay;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Gate;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Reporting;
using PerfMatrix.Tests.Results;

namespace PerfMatrix.Evidence.Tests.Replay;

public sealed class GateReplayTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    public void Dispose()
    {
        _output.Dispose();
        _error.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Pull_requests_without_a_change_pass_and_a_large_one_is_found()
    {
        await RecordAsync(40, "cpu-10", "memory");
        var rows = Replay(1);

        Assert.Equal(["-", "CPU +10 %", "memory +10 MiB"], rows.Select(row => row.Injection?.Name ?? "-"));
        Assert.Equal((0, 0), (rows[0].Red.Successes, rows[0].Incomplete.Successes));
        Assert.Equal((40, 40, 0), (rows[1].Red.Successes, rows[1].Found!.Successes, rows[1].CalledSame!.Successes));
        Assert.True(rows[1].RoundsOfAffected > rows[1].RoundsPerCell);
        Assert.True(rows[0].RoundsPerCell >= DecisionLooks.InForce.FirstRounds);
        Assert.Equal(rows[0].RoundsPerCell, rows[0].LoadedPerCell); // This world knows no start-up.
        Assert.Equal(0, rows[1].Repeats.Successes);
        Assert.Equal(40, rows[1].Metrics.Single(metric => metric.Metric == "cpuPerRequest").Worse.Successes);
    }

    [Fact]
    public async Task No_number_of_drawn_pull_requests_meets_a_goal_that_the_runs_are_too_few_for()
    {
        await RecordAsync(40, "cpu-10");
        var rows = Replay(1);

        // Four runs of both cells: two pull requests of three cells without a change.
        Assert.Equal((0, 2), Counted(rows[0].ByRuns(rows[0].NotGreen)!));
        Assert.Equal((8, 8), Counted(rows[1].ByRuns(rows[1].Found)!));
        Assert.All(rows.SelectMany(row => row.Goals), goal => Assert.Equal(GoalState.Open, goal.State));
        Assert.Contains("0 of 2 [", ReplayTables.Line(rows[0]), StringComparison.Ordinal);

        static (int, int) Counted(Share share) => (share.Successes, share.Trials);
    }

    [Fact]
    public async Task Benchmarks_are_judged_by_their_mean_time_and_by_what_an_operation_allocates()
    {
        await RecordBenchmarkAsync(40, "operation", "operation-bytes");
        var rows = Replay(1);

        Assert.Equal(["-", "operation +10 %", "operation +24 B"], rows.Select(row => row.Injection?.Name ?? "-"));
        Assert.Equal((0, 0), (rows[0].Red.Successes, rows[0].Incomplete.Successes));
        Assert.Equal(["allocatedPerOperation", "meanTime"], rows[0].Metrics.Select(metric => metric.Metric));
        Assert.All(rows.Skip(1), row => Assert.Equal((40, 40, 0), (row.Red.Successes, row.Found!.Successes, row.CalledSame!.Successes)));
        Assert.Equal((40, 0), (Worse(rows[1], "meanTime"), Worse(rows[1], "allocatedPerOperation")));
        Assert.Equal((0, 40), (Worse(rows[2], "meanTime"), Worse(rows[2], "allocatedPerOperation")));

        static int Worse(ReplayRow row, string metric) => row.Metrics.Single(one => one.Metric == metric).Worse.Successes;
    }

    /// <summary>None of them looks at what an operation allocates.</summary>
    [Fact]
    public async Task Rules_of_other_tools_judge_the_same_pull_requests()
    {
        await RecordBenchmarkAsync(40, "operation", "operation-bytes");
        var rows = Replay(1);

        Assert.Equal(["last against previous, 105 %", "last against previous, 200 %", "ResultsComparer, 2 %", "ResultsComparer, 5 %"],
            rows[0].Others.Select(other => other.Name));
        Assert.Equal(["0", "0", "0", "0"], Failed(rows[0]));
        Assert.Equal(["40 / 40", "0 / 0", "40 / 40", "40 / 40"], Failed(rows[1]));
        Assert.Equal(["0 / 0", "0 / 0", "0 / 0", "0 / 0"], Failed(rows[2]));

        static IEnumerable<string> Failed(ReplayRow row) =>
            row.Others.Select(other => $"{other.Red.Successes}{(other.Power is { } found ? $" / {found.Successes}" : "")}");
    }

    [Fact]
    public async Task A_rule_that_needs_an_earlier_run_is_left_out_where_the_pool_has_none_left()
    {
        await RecordBenchmarkAsync(10, "operation");
        var rows = Replay(1);

        Assert.Equal(["ResultsComparer, 2 %", "ResultsComparer, 5 %"], rows[0].Others.Select(other => other.Name));
        var previous = rows[1].Others[0];
        Assert.Equal(("last against previous, 105 %", 40, 40), (previous.Name, previous.Power!.Successes, previous.Power.Trials));
    }

    [Fact]
    public async Task A_size_of_a_scenario_is_that_of_the_cells_drawn_from_it()
    {
        await RecordAsync(40, "cpu-10");

        Assert.Equal(0, Replay(1, policy: new() { Scenarios = [new("hello-minimal", null, 60)] })[1].Red.Successes);
        Assert.Equal(40, Replay(1, policy: new() { Scenarios = [new("hello", null, 60)] })[1].Red.Successes);
    }

    [Fact]
    public async Task The_same_seed_gives_the_same_numbers_on_any_number_of_threads()
    {
        await RecordAsync(20, "cpu-3");

        Assert.Equal(Format(Replay(1, threads: 1)), Format(Replay(1, threads: 4)));
        var runs = RoundPool.Read(_folder.Root).Identical;
        Assert.Equal(Order(1), Order(1));
        Assert.NotEqual(Order(1), Order(2));

        IEnumerable<int> Order(ulong seed)
        {
            var (draw, rounds) = (new RoundDraw(runs, new NoiseSource(seed)), runs.SelectMany(run => run.Rounds).ToList());
            return [.. Enumerable.Range(0, 10).Select(_ => rounds.IndexOf(draw.Next()))];
        }

        static string Format(IReadOnlyList<ReplayRow> rows) => System.Text.Json.JsonSerializer.Serialize(rows, DocumentJson.Compact);
    }

    [Fact]
    public async Task No_round_comes_twice_before_all_have_come_and_those_of_a_run_stay_together()
    {
        await RecordAsync(20, "none");
        var runs = RunsOfServer();
        var draw = new RoundDraw(runs, new NoiseSource(1));

        var all = Enumerable.Range(0, 20).Select(_ => draw.Next()).ToList();

        Assert.Equal(20, all.Distinct().Count());
        var runOf = runs.SelectMany(run => run.Rounds.Select(round => (round, run))).ToDictionary();
        Assert.All(all.Chunk(10), part => Assert.Single(part.Select(round => runOf[round]).Distinct()));
        Assert.False(draw.Repeats);
        draw.Next();
        Assert.True(draw.Repeats);
    }

    [Fact]
    public async Task What_the_rounds_of_a_run_share_is_told_of_the_far_tail_and_of_pauses_too()
    {
        await RecordAsync(30, "none");
        foreach (var path in RoundPool.Read(_folder.Root).Runs.Select(run => RunFolder.FindDocument(run.Folder)))
        {
            RunDocument.File.Write(path, RunDocument.File.Read(path).WithSamples(sample => sample with
            {
                Metrics = new Dictionary<string, double>(sample.Metrics)
                {
                    ["pacedLatencyP999"] = 1000 * sample.Metrics["cpuPerRequest"],
                    ["gcPauseShare"] = sample.Metrics["cpuPerRequest"] / 10,
                },
            }));
        }

        var bias = RunBias.Of(RoundPool.Read(_folder.Root).Identical).ToDictionary(one => one.Metric);

        Assert.Equal(bias["cpuPerRequest"].PairPercent!.Value, bias["pacedLatencyP999"].PairPercent!.Value, 6);
        Assert.InRange(bias["gcPauseShare"].PairPercent!.Value, 0.001, bias["cpuPerRequest"].PairPercent!.Value / 10);
        Assert.DoesNotContain("allocatedPerRequest", bias.Keys);
    }

    [Fact]
    public async Task Rounds_in_which_processes_only_start_are_told_from_those_under_load()
    {
        await RecordAsync(20, "none");
        var runs = RunsOfServer();
        var cell = ReplayedCell.Of(1, runs[0], new RoundDraw(runs, new NoiseSource(1)));

        cell.Draw(Stage.Screen, new PerfMatrix.Measurement.Look([], 3), ["throughput"]);
        cell.Draw(Stage.Screen, new PerfMatrix.Measurement.Look([], 5) { StartsOnly = true }, ["throughput"]);

        Assert.Equal((8, 3), (cell.Drawn, cell.Loaded));
        Assert.Equal(3, Assert.Single(cell.Pairs).Rounds.Select(pair => pair.Round).Distinct().Count());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    public async Task A_second_machine_sees_rounds_of_the_first_only_when_there_are_no_others(int seed)
    {
        await RecordAsync(20, "none");
        var draw = new RoundDraw(RunsOfServer(), new NoiseSource((ulong)seed));

        var first = Enumerable.Range(0, 4).Select(_ => draw.Next()).ToList();
        draw.NewMachine();
        var second = Enumerable.Range(0, 10).Select(_ => draw.Next()).ToList();

        Assert.Empty(first.Intersect(second));
        Assert.False(draw.Repeats);
        var others = Enumerable.Range(0, 10).Select(_ => draw.Next()).ToList();
        Assert.Equal(4, first.Intersect(others).Count());
        Assert.True(draw.Repeats);
    }

    [Fact]
    public async Task Each_recorded_run_is_judged_by_itself_and_no_further_than_to_its_decision()
    {
        await RecordAsync(30, "cpu-10");

        var rows = RecordedGates.Of(RoundPool.Read(_folder.Root), new GateRules(new GatePolicy()));

        Assert.Equal(["-: 0 of 6", "CPU +10 %: 6 of 6"],
            rows.Select(row => $"{row.Injection?.Name ?? "-"}: {row.Failed.Successes} of {row.Failed.Trials}"));
        Assert.Equal((null, 6, 2), (rows[0].Found, rows[1].Found!.Successes, rows[1].Cells));
        Assert.All(rows, row => Assert.InRange(row.Rounds, DecisionLooks.InForce.FirstRounds, PoolRecorder.RoundsOfRun - 1));
        Assert.All(rows, row => Assert.Equal(0, row.CutShort.Successes));
    }

    [Fact]
    public async Task A_recorded_run_that_ends_while_its_decision_waits_for_rounds_is_counted()
    {
        await RecordAsync(4, "none");

        var row = Assert.Single(RecordedGates.Of(RoundPool.Read(_folder.Root), new GateRules(new GatePolicy())));

        Assert.Equal((2, 2, 4.0), (row.CutShort.Successes, row.CutShort.Trials, row.Rounds));
    }

    [Fact]
    public async Task The_command_shows_what_the_gate_said_what_the_pool_says_and_what_is_missing()
    {
        await RecordAsync(20, "cpu-10");

        Assert.Equal(CommandLine.Good, Invoke("--pull-requests", "40"));

        var text = _output.ToString();
        Assert.Contains("Replayed: 40 pull requests of 3 cells a row", text, StringComparison.Ordinal);
        Assert.Contains("Not in the pool: allocation, stall, tail, memory, start-up, collect, committed; `selftest record --kind allocation,stall,",
            text, StringComparison.Ordinal);
        Assert.Contains("There is no history of `selftest aa` to judge by.", text, StringComparison.Ordinal);
        Assert.Contains("What the rounds of one run share", text, StringComparison.Ordinal);
        Assert.Contains("Recorded runs as gate runs", text, StringComparison.Ordinal);
        Assert.Contains("Replayed: rules of other tools on the same pull requests", text, StringComparison.Ordinal);
        Assert.Matches(@"Put in +Cells +Failed +Undecided +Cut short +Found +Rounds", text);
        SchemaCheck.AssertFits("selftest", File.ReadAllText(_folder["selftest.json"]));
        var document = SelftestDocument.File.Read(_folder["selftest.json"]);
        Assert.StartsWith("Replayed: 40 pull requests", SelftestTables.Of(document)[0].Title, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pool_of_benchmarks_lacks_kinds_of_benchmarks_alone_and_has_no_slices()
    {
        await RecordBenchmarkAsync(30, "operation");

        Invoke("--pull-requests", "2");

        var text = _output.ToString();
        Assert.Contains("Not in the pool: operation-bytes; `selftest record --kind operation-bytes`, for its scenarios, adds them.", text,
            StringComparison.Ordinal);
        Assert.Matches(@"\nMean +6 +60 ", text);
        Assert.DoesNotContain("What head leaves behind", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_goal_that_is_missed_is_an_exit_code()
    {
        await RecordAsync(20, "memory");

        // The scripted machine takes no notice of memory that is put in, so no pull request finds it.
        Assert.Equal(CommandLine.Regressed, Invoke("--pull-requests", "60", "--seed", "7"));
        Assert.Equal(7UL, SelftestDocument.File.Read(_folder["selftest.json"]).Replay!.Seed);
        Assert.Contains("found >= 90 missed", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pool_of_another_machine_than_the_history_is_said()
    {
        await RecordAsync(20, "none");
        var trials = new ScriptedTrials();
        SelftestDocument.Update(_folder["selftest.json"], new("0.1.0", null), document => document with { Trials = [trials.Of("Other CPU")] });

        Invoke("--pull-requests", "2");

        Assert.Contains("The history of `selftest aa` is of another machine (Other CPU) than the pool (Example CPU 3000)", _output.ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_biased_machine_makes_compare_careful_and_not_the_fresh_machines_of_a_pull_request()
    {
        await RecordAsync(30, "cpu-10");
        var trial = new ScriptedTrials().Of("Example CPU 3000") with
        {
            Machine = RoundPool.Read(_folder.Root).Machine,
            Effects = [.. from number in Enumerable.Range(0, 24)
                          from metric in new[] { "throughput", "cpuPerRequest" }
                          select new BiasEffect("cell", metric, number % 2 == 0 ? 9 : -9, 1, 10)],
        };
        SelftestDocument.Update(_folder["selftest.json"], new("0.1.0", null), document => document with { Trials = [trial] });

        Invoke("--pull-requests", "20");

        var replay = SelftestDocument.File.Read(_folder["selftest.json"]).Replay!;
        Assert.Equal(20, replay.Rows.Single(row => row.Injection is not null).Red.Successes);
        Assert.Equal(0, replay.Recorded.Single(row => row.Injection is not null).Failed.Successes);
    }

    [Fact]
    public async Task A_document_that_does_not_read_is_told_before_anything_is_computed()
    {
        await RecordAsync(20, "none");
        File.WriteAllText(_folder["selftest.json"], SelftestDocument.File.Format(SelftestDocument.Empty(new("0.1.0", null)))
            .Replace("\"simulation\": null", "\"simulation\": { \"designs\": [] }", StringComparison.Ordinal));

        var problem = Assert.Throws<UsageException>(() => Invoke("--pull-requests", "2"));

        Assert.Contains("not a selftest document", problem.Message, StringComparison.Ordinal);
        Assert.Equal("", _error.ToString());
    }

    [Fact]
    public void Without_a_pool_the_command_says_how_to_get_one() =>
        Assert.Contains("perfmatrix selftest record", Assert.Throws<UsageException>(() => Invoke()).Message, StringComparison.Ordinal);

    private PoolRun[] RunsOfServer() =>
        [.. RoundPool.Read(_folder.Root).Runs.Where(run => run.Recording.Cell.Contains("server", StringComparison.Ordinal))];

    private IReadOnlyList<ReplayRow> Replay(ulong seed, int threads = 2, GatePolicy? policy = null) => new GateReplay(
        RoundPool.Read(_folder.Root), new GateRules(policy ?? new()), new() { PullRequests = 40, Cells = 3, Seed = seed, Threads = threads })
        .Run(_ => { }, TestContext.Current.CancellationToken);

    private Task<PoolDocument> RecordAsync(int wanted, params string[] kinds) => RecordAsync(ScriptedRounds.Application, wanted, kinds);

    private Task<PoolDocument> RecordBenchmarkAsync(int wanted, params string[] kinds) => RecordAsync(ScriptedRounds.Benchmark, wanted, kinds);

    private Task<PoolDocument> RecordAsync(string scenario, int wanted, string[] kinds) => new PoolRecorder(
        new ScriptedRounds(_folder.Root, scenario), _folder.Root, new ToolInfo("0.1.0", null), TimeProvider.System, new Random(1)).RecordAsync(
            wanted, InjectionKinds.Parse(kinds, [scenario]), (_, _) => { }, TestContext.Current.CancellationToken);

    private int Invoke(params string[] arguments)
    {
        var root = new RootCommand { SelftestCommand.Create(new(new TestConsole().Console)) };
        return root.Parse(["selftest", "replay", "--pool", _folder.Root, "--cells", "3", "--data", _folder["selftest.json"], .. arguments]).Invoke(
            new InvocationConfiguration { EnableDefaultExceptionHandler = false, Error = _error, Output = _output });
    }

    /// <summary>A trial of a machine, with nothing in it.</summary>
    private sealed class ScriptedTrials
    {
        public TrialRecord Of(string cpu) => new(
            "trial", TrialKind.Aa, Injection: null, StartedAt: default, FinishedAt: default,
            PerfMatrix.Tests.Measurement.RunSamples.Machine with { Fingerprint = "other", CpuModel = cpu },
            new(null, null, null, false), "gate", Outcome.Pass, Verdicts: [], Truth: [], Others: [], Baseline: []);
    }
}
