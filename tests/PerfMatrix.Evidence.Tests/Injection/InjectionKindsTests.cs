using System.Text.Json;
using PerfMatrix.Evidence.Injection;
using PerfMatrix.Gate;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Tests.Injection;

public sealed class InjectionKindsTests
{
    private static readonly RequestFigures s_figures = new(80_000, new(800, 1300), new Calibration([new(Steps: 1000, Percent: 10)]));

    [Fact]
    public void Without_names_all_kinds_come_in_their_usual_sizes() => Assert.Equal(
        "CPU +3 %, CPU +5 %, CPU +10 %, allocations +24 B, allocations +64 B, stalls 6 %, p99 +20 %, memory +10 MiB, "
            + "start-up +20 ms, collected every 2000 requests, committed +5 MiB",
        string.Join(", ", Titles(null, "hello-minimal", "hello-controllers")));

    [Theory]
    [InlineData("cpu", "CPU +3 %, CPU +5 %, CPU +10 %")]
    [InlineData("cpu-7.5,start-up-100", "CPU +7.5 %, start-up +100 ms")]
    [InlineData("allocation-24,allocation-24,stall", "allocations +24 B, stalls 6 %")]
    [InlineData("memory,lock-5", "memory +10 MiB, lock held 5 us")]
    [InlineData("none", "")]
    public void Names_choose_kinds_and_sizes(string names, string expected) =>
        Assert.Equal(expected, string.Join(", ", Titles(names.Split(','), "hello-minimal")));

    [Theory]
    [InlineData(null, "operation +10 %, operation +24 B")]
    [InlineData("operation-20,operation-bytes,operation-bytes-64", "operation +20 %, operation +24 B, operation +64 B")]
    [InlineData("none,operation-5,operation-bytes-24", "operation +5 %, operation +24 B")]
    public void Benchmarks_have_kinds_of_their_own(string? names, string expected) =>
        Assert.Equal(expected, string.Join(", ", Titles(names?.Split(','), "words/LookUp", "async-tasks/*")));

    [Theory]
    [InlineData("cpu-5", "unknown kind 'cpu-5'; valid for words/LookUp are: operation, operation-bytes, none", "words/LookUp")]
    [InlineData("operation-5", "unknown kind 'operation-5'; valid for hello-minimal are: cpu, allocation, stall, ", "hello-minimal")]
    [InlineData("cpu", "valid for hello-minimal, words/LookUp are: none", "hello-minimal", "words/LookUp")]
    public void A_kind_that_a_scenario_does_not_take_is_refused_with_those_that_it_takes(string name, string expected, params string[] scenarios) =>
        Assert.Contains(expected, Assert.Throws<UsageException>(() => InjectionKinds.Parse([name], scenarios)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("memmory", "--kind: unknown kind 'memmory'; did you mean 'memory'?")]
    [InlineData("cpu-much", "--kind: found 'cpu-much', expected cpu with a number from 0.1 to 1000, e.g. cpu-3")]
    [InlineData("allocation-33", "expected allocation with a number from 24 to 80000, a multiple of 8, e.g. allocation-24")]
    [InlineData("start-up-0", "expected start-up with a number from 1 to 10000, e.g. start-up-20")]
    [InlineData("memory-1.5", "found 'memory-1.5'")]
    public void A_wrong_name_is_refused(string name, string expected) => Assert.Contains(
        expected, Assert.Throws<UsageException>(() => InjectionKinds.Parse([name], ["hello-minimal"])).Message, StringComparison.Ordinal);

    [Fact]
    public void Every_kind_has_a_variable_of_its_own_and_all_variables_have_a_kind() => Assert.Equal(
        InjectionVariables.All.Order(), InjectionKinds.All.Select(kind => kind.Variable).Order());

    [Theory]
    [InlineData("cpu")]
    [InlineData("start-up")]
    public void A_kind_is_its_name_in_documents(string name)
    {
        var written = $$"""{"name":"n","leg":"{{name}}","amount":1,"percent":null}""";
        var read = JsonSerializer.Deserialize<InjectionRecord>(written, DocumentJson.Compact)!;

        Assert.Same(InjectionKinds.Of(name), read.Kind);
        Assert.Equal(written, JsonSerializer.Serialize(read, DocumentJson.Compact));
    }

    [Theory]
    [InlineData("\"Stall\"", "found the unknown kind 'Stall'")]
    [InlineData("1", "")]
    [InlineData("null", "")]
    public void A_document_with_an_unknown_kind_is_refused(string kind, string expected) => Assert.Contains(
        expected, Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<InjectionRecord>(
            $$"""{"name":"n","leg":{{kind}},"amount":1,"percent":null}""", DocumentJson.Compact)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(3)]
    [InlineData(6)]
    [InlineData(20)]
    public void Stalls_are_so_far_apart_that_they_take_the_wanted_share_of_the_time(double percent)
    {
        var seconds = s_figures.RequestsBetweenStalls(percent) / s_figures.Throughput;
        var stall = InjectionVariables.StallMilliseconds / 1000.0;

        Assert.Equal(percent, 100 * stall / (stall + seconds), 0.01);
    }

    /// <summary>Of latencies whose logarithm is linear in that of the share above, as the sizing takes it to be. A whole number of requests is
    /// between two that wait, so the size is a little larger than what is asked.</summary>
    [Theory]
    [InlineData(20, 1)]
    [InlineData(50, 1)]
    [InlineData(100, 1)]
    [InlineData(20, 6)] // those that wait are not all above the new percentile
    public void So_many_requests_wait_that_the_99th_percentile_grows_by_the_wanted_share(double percent, double scale)
    {
        double[] plain = [.. Enumerable.Range(0, 200_000).Select(i => scale * 1300 * Math.Pow(800.0 / 1300, Math.Log10((i + 0.5) / 2000)))];
        new Random(1).Shuffle(plain);

        Assert.InRange(Grown(plain, percent), 0.95 * percent, 1.15 * percent);
    }

    /// <summary>Of latencies of another form the size is about that, by a third: those of a server have a longer tail.</summary>
    [Theory]
    [InlineData(20)]
    [InlineData(50)]
    [InlineData(100)]
    public void With_another_tail_it_grows_by_about_the_wanted_share(double percent)
    {
        var random = new Random(1);
        double[] plain = [.. Enumerable.Range(0, 200_000).Select(
            _ => 400 * Math.Exp((0.5 * Normal(random)) + (random.Next(50) == 0 ? random.NextDouble() : 0)))];

        Assert.InRange(Grown(plain, percent), 0.65 * percent, 1.35 * percent);
    }

    [Theory]
    [InlineData(80_000, 100_000)] // even if all waited
    [InlineData(6400, 10_400)] // if every eighth did, which is no tail
    public void A_tail_that_waits_cannot_make_is_refused(double p90, double p99)
    {
        var problem = Assert.Throws<IncompleteException>(() => new LatencyTail(p90, p99).RequestsBetweenWaits(20));

        Assert.StartsWith("p99 +20 %: no waits of 5 ms make a p99 of 10", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Requests_are_measured_only_for_kinds_that_need_it()
    {
        var plans = await InjectionSizing.PlanAsync(
            InjectionKinds.Parse(["allocation", "memory", "start-up"], ["hello-minimal"]), (_, _) => throw new InvalidOperationException("measured"));

        Assert.Equal(["24", "64", "10", "20"], plans.Select(plan => Assert.Single(InjectionKinds.EnvironmentOf(plan)).Value));
        await Assert.ThrowsAsync<InvalidOperationException>(() => InjectionSizing.PlanAsync(
            InjectionKinds.Parse(["stall"], ["hello-minimal"]), (_, _) => throw new InvalidOperationException("measured")));
    }

    [Fact]
    public async Task A_size_that_cannot_be_made_is_left_out_with_a_word_or_ends_the_series()
    {
        PairSeries[] latencies = [Latency("latencyP90", 6400), Latency("latencyP99", 10_400)];
        var measured = Comparison(latencies[0]) with { Pairs = latencies };
        var chosen = InjectionKinds.Parse(["allocation-24", "tail", "start-up"], ["hello-minimal"]);
        var said = new List<string>();

        var plans = await InjectionSizing.PlanAsync(chosen, (_, _) => Task.FromResult(measured), said.Add);

        Assert.Equal(["allocations +24 B", "start-up +20 ms"], plans.Select(plan => plan.Name));
        Assert.StartsWith("left out: p99 +20 %: no waits of 5 ms make a p99 of 10.4 ms", Assert.Single(said), StringComparison.Ordinal);
        await Assert.ThrowsAsync<IncompleteException>(() => InjectionSizing.PlanAsync(chosen, (_, _) => Task.FromResult(measured)));

        static PairSeries Latency(string metric, double microseconds) =>
            new("cell", metric, "run", "block", [new(1, microseconds, microseconds, 0)]);
    }

    [Theory]
    [InlineData("gcPauseShare", "collect", 0, 3, 3.09)] // Shares are compared by what they leave.
    [InlineData("gcCommitted", "committed", 10, 12, 20)]
    [InlineData("meanTime", "operation", 100, 110, 10)]
    [InlineData("allocatedPerOperation", "operation-bytes", 240, 264, 10)]
    public void How_large_it_was_is_told_by_the_metric_that_shall_show_it(string metric, string kind, double plain, double more, double expected)
    {
        PairSeries series = new("cell", metric, "run", "block", [.. Enumerable.Range(1, 6).Select(round => new PairRound(round, plain, more, null))]);

        var truth = Assert.Single(InjectionTruth.Of(Comparison(series), InjectionKinds.Parse([kind], []).Single().Kind, []));

        Assert.Equal((metric, expected), (truth.Metric, Math.Round(truth.Percent, 2)));
    }

    [Fact]
    public void What_slows_throughput_is_told_by_all_slices_and_not_by_those_that_the_gate_keeps()
    {
        PairSeries series = new("cell", "throughput", "run", "block", [new(1, 1000, 1000, 0), new(1, 1000, 1000, 0) { Copy = 1 }]);
        var round = Round(("cell@base", null), ("cell", null), ("cell@base#1", null), ("cell#1", null)) with
        {
            // Two stalls that coincide.
            Slices = [Slice(0, 10), Slice(1, 10), Slice(2, 10), Slice(3, 10), Slice(0, 10), Slice(2, 10), Slice(1, 0), Slice(3, 0)],
        };

        var truth = Assert.Single(InjectionTruth.Of(Comparison(series), InjectionKinds.Of("stall"), [round]));

        Assert.Equal((100.0, 2), (Math.Round(truth.Percent, 9), truth.Rounds));

        static SliceObservation Slice(int variant, long requests) => new(variant, 0, TimeSpan.FromMilliseconds(10), requests);
    }

    [Fact]
    public void The_mean_counts_a_round_that_a_robust_estimate_would_not()
    {
        var rounds = Enumerable.Range(1, 10).Select(round => new PairRound(round, 100, round == 1 ? 200 : 100, null));
        PairSeries series = new("cell", "peakRss", "run", "block", [.. rounds]);

        var truth = Assert.Single(InjectionTruth.Of(Comparison(series), InjectionKinds.Of("memory"), []));

        Assert.Equal(LogRatio.ToPercent(Math.Log(2) / 10), truth.Percent, 1e-9);
        Assert.True(truth is { LowPercent: < 0, HighPercent: > 7 }, $"{truth}");
    }

    [Fact]
    public void What_the_processes_counted_is_added_up_over_rounds_and_copies()
    {
        var kind = InjectionKinds.Of("stall");
        var first = Round(("cell@base", null), ("cell", new(4, 62)), ("cell#1", new(6, 93)));
        var rounds = new[] { first, Round(("cell@base", null), ("cell", new(10, 155))) };

        var counted = CountedInjection.Of(rounds, kind);

        Assert.Equal(new CountedInjection(20, 15.5, "ms"), Assert.Single(counted).Value);
        Assert.Equal("15.5 ms", counted["cell"].ToString());
        Assert.Empty(CountedInjection.Of(rounds, InjectionKinds.Of("cpu")));
    }

    private static IEnumerable<string> Titles(IReadOnlyList<string>? names, params string[] scenarios) =>
        InjectionKinds.Parse(names, scenarios).Select(one => one.Kind.Record(one.Size, s_figures).Name);

    private static ComparisonDocument Comparison(PairSeries series) =>
        new() { Base = new("base"), Head = new("head"), Runs = [], Cells = [], Pairs = [series], Canaries = [], Differences = [], Warnings = [] };

    private static RoundObservation Round(params (string Variant, Stalls? Stalls)[] variants) => new()
    {
        Block = "block",
        Round = 1,
        StartedAt = default,
        FinishedAt = default,
        Slices = [],
        Times = new(),
        Variants = [.. variants.Select(variant => new VariantObservation
        {
            Variant = variant.Variant,
            CountersAfter = new()
            {
                CpuMilliseconds = 1,
                AllocatedBytes = 1,
                Gen0Collections = 0,
                Gen1Collections = 0,
                Gen2Collections = 0,
                GcPauseMilliseconds = 0,
                GcCommittedBytes = 1,
                GcHeapBytes = 1,
                RssBytes = 1,
                LockContentions = 0,
                CompletedWorkItems = 0,
                Injected = variant.Stalls is { } stalls ? new() { Stalls = stalls.Count, StallMilliseconds = stalls.Milliseconds } : null,
            },
        })],
    };

    /// <summary>How much the 99th percentile grows, in percent, when so many wait as are to make it grow by so much.</summary>
    private static double Grown(double[] plain, double percent)
    {
        var tail = new LatencyTail(At(plain, 0.9), At(plain, 0.99));
        var every = tail.RequestsBetweenWaits(percent);
        const int wait = InjectionVariables.TailMilliseconds * 1000;
        double[] later = [.. plain.Select((latency, i) => latency + (i % every == 0 ? wait : 0))];
        return 100 * ((At(later, 0.99) / tail.P99) - 1);
    }

    private static double At(double[] values, double probability) => values.Order().ElementAt((int)(probability * values.Length));

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private sealed record Stalls(int Count, double Milliseconds);
}
