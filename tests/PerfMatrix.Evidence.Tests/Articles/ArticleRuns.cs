using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Explain;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

/// <summary>Runs of the scenarios of articles that were never measured.</summary>
internal static class ArticleRuns
{
    /// <summary>100,000 requests, counted from the first one on, in each of two rounds with the usual GC, and in one of two with the zero
    /// GC.</summary>
    public static RunDocument ZeroGc { get; } = GcRuns.Of(
        new()
        {
            Scenarios = new Dictionary<string, ScenarioSettings>
            {
                ["values-zero"] = new() { Rounds = 2, Requests = 100_000, MinimumWarmup = TimeSpan.Zero, MaximumWarmup = TimeSpan.Zero },
            },
        },
        (GcRuns.Variant("values-zero", "workstation"), 2, new() { ["throughput"] = 945, ["allocatedPerRequest"] = 2507, ["peakRss"] = 165 << 20 }),
        (GcRuns.Variant("values-zero", "zero"), 1, new()
        {
            ["throughput"] = 944,
            ["allocatedPerRequest"] = 2502,
            ["arenaPerRequest"] = 2508,
            ["peakRss"] = 400 << 20,
        }));

    /// <summary>Their timelines; the second round of the zero GC was interrupted.</summary>
    public static TimelineFiles ZeroGcTimelines { get; } = new(
        [
            TimelineSamples.Timeline("values-zero/net10.0/workstation/2c", "b1", 1, seconds: 5),
            TimelineSamples.Timeline("values-zero/net10.0/zero/2c", "b2", 1, seconds: 5),
            TimelineSamples.Timeline("values-zero/net10.0/zero/2c", "b2", 2, seconds: 3) with { Interrupted = "exited with code 91" },
        ],
        []);

    /// <summary>Large values under two GC modes, one of them streamed as well.</summary>
    public static RunDocument LargeJson { get; } = GcRuns.Of(
        new()
        {
            Rounds = 3,
            Scenarios = new[] { "large-json-string", "large-json-string-streamed" }.ToDictionary(
                name => name, _ => new ScenarioSettings { Requests = 1000 }),
        },
        (GcRuns.Variant("large-json-string", "workstation"), 3, Large(requests: 1756, large: 7000, all: 9500)),
        (GcRuns.Variant("large-json-string", "datas"), 3, Large(requests: 1600, large: 1_000_100, all: 1_004_000)),
        (GcRuns.Variant("large-json-string-streamed", "workstation"), 3, Large(requests: 1513, large: 0, all: 882_005)));

    /// <summary>The same scenario counted from the first request on, and behind a warm-up.</summary>
    public static RunDocument LargeJsonColdAndWarm { get; } = GcRuns.Of(
        new()
        {
            Rounds = 3,
            MinimumWarmup = TimeSpan.FromSeconds(2),
            Scenarios = new Dictionary<string, ScenarioSettings> { ["large-json-string"] = new() { MinimumWarmup = TimeSpan.Zero } },
        },
        (GcRuns.Variant("large-json-string", "default"), 3, Large(requests: 1500, large: 900_000, all: 910_000)),
        (GcRuns.Variant("large-json-string-warm", "default"), 3, Large(requests: 1756, large: 0, all: 7000)));

    /// <param name="settle">Time between load and stop; null where the run does not say.</param>
    /// <param name="endMegabytes">Memory of .NET 10 at the end; that of .NET 8 stays at its peak of 160.</param>
    public static RunDocument Versions(TimeSpan? settle, int endMegabytes)
    {
        var settings = new RunSettings
        {
            Rounds = 6,
            Scenarios = new Dictionary<string, ScenarioSettings> { ["hello-minimal"] = new() { Settle = settle } },
        };
        return GcRuns.Of(
            settings,
            (GcRuns.Variant("hello-minimal", "workstation", "net8.0"), 6, Memory(end: 160)),
            (GcRuns.Variant("hello-minimal", "workstation"), 5, Memory(end: endMegabytes)));

        static Dictionary<string, double> Memory(int end) => new() { ["loadRss"] = 158 << 20, ["peakRss"] = 160 << 20, ["endRss"] = end << 20 };
    }

    /// <summary>Six rounds of one block: what ships, which is server GC on .NET 8 and DATAS on .NET 9, beside the explicit modes; and
    /// HTTPS.</summary>
    public static RunDocument Shipped { get; } = CreateShipped();

    /// <summary>Six rounds of both in one block, the zero GC 5 % slower.</summary>
    public static RunDocument ZeroGcBursts { get; } = InOneBlock(
        (GcRuns.Variant("values-zero-burst", "workstation-nonconcurrent"), 55_000, 100), (GcRuns.Variant("values-zero-burst", "zero"), 52_250, 515));

    /// <summary>All that the subset of the articles has for two CPUs, the GC that nobody chooses on one CPU as well, and a traced pair: every metric
    /// in each of six rounds, and timelines with a burst, a silence and a falling load.</summary>
    public static ArticleRun OfTheSubset()
    {
        List<VariantRecord> variants =
        [
            .. from cell in Planned("articles", new()).Concat(Planned("articles-short", new(["datas-call-short"], null, ["default"], ["1", "all"])))
               select new VariantRecord
               {
                   Id = cell.Id,
                   Cell = new CellRecord(cell, "10.0.14"),
                   Side = Side.Head,
                   Status = VariantStatus.Measured,
                   Proof = RunSamples.ProofOf("10.0.14", isServer: cell.Cores > 1),
               },
        ];
        var metrics = Metric.All.ToDictionary(metric => metric.Name, _ => 1.0);
        var rate = GcRuns.Datas.Rates![0];
        var run = GcRuns.Of(new() { Rounds = 6 }, [.. variants.Select(variant => (variant, 6, metrics))]) with
        {
            Rates = [.. from variant in variants
                where variant.Cell.Scenario == "datas-falling"
                select rate with { Variant = variant.Id, Sustained = true, Outcome = rate.Outcome with { Schedule = "1000/40s 200/40s 20/40s" } }],
        };
        var timelines = variants.Select(variant =>
            TimelineSamples.Timeline(variant.Id, "b1", 1, seconds: 120, second => second < 2 ? 1 : 2, silence: (50, 60)));
        var traced = new GcCell
        {
            Cell = "datas-falling/net10.0/server..datas/2c",
            Rounds = 1,
            ToCollections = 90,
            Statistics = [new("Collections of gen0", "in 1,000 requests", 3, 3, null, null, null)],
            ToDecisions =
            [
                .. Enumerable.Repeat(new GcDecision(1, 1, 1, 1.5, 10, 64), 30),
                new GcDecision(2, 1, 2, 6, 10, 64) { ConsideredCostPercent = 6, TargetCostPercent = 2 },
            ],
        };
        return new(run, new TimelineFiles([.. timelines], []), traced);

        static IEnumerable<Cell> Planned(string subset, AxisChoice axes) =>
            MatrixPlan.Of(MatrixDefinition.Load(Checkout.Root), new PlanRequest(subset, axes, new()), new(2), _ => null).Plan.Cells
            .Where(cell => cell.Status == CellStatus.Planned).Select(cell => cell.Cell);
    }

    private static RunDocument CreateShipped() => InOneBlock(
        (Proven("hello-minimal", "default", "net8.0", isDatas: false), 100_000, 120),
        (Proven("hello-minimal", "default", "net9.0", isDatas: true), 97_000, 80),
        (GcRuns.Variant("hello-minimal", "server", "net8.0"), 100_000, 120),
        (GcRuns.Variant("hello-minimal", "server", "net9.0"), 101_000, 121),
        (GcRuns.Variant("hello-minimal", "datas", "net9.0"), 97_000, 80),
        (Proven("hello-minimal-https", "default", "net8.0", isDatas: false), 72_000, 130));

    private static RunDocument InOneBlock(params (VariantRecord Variant, double Requests, double Memory)[] measured)
    {
        var run = GcRuns.Of(new RunSettings { Rounds = 6 }, [.. measured.Select(one => (one.Variant, 0, new Dictionary<string, double>()))]);
        return run with
        {
            Samples = [.. from one in measured from round in Rounds
                select new SampleRecord(one.Variant.Id, round, Measured(one.Requests, one.Memory, round), "b1")],
            Pairs = [.. from one in measured
                        from other in measured
                        where string.CompareOrdinal(one.Variant.Id, other.Variant.Id) < 0 && one.Variant.Cell.Scenario == other.Variant.Cell.Scenario
                        from round in Rounds
                        select new PairRecord("b1", round, one.Variant.Id, other.Variant.Id, "throughput",
                            Math.Log(one.Requests / other.Requests) + (0.002 * (round - 3.5)))],
        };
    }

    private static IEnumerable<int> Rounds => Enumerable.Range(1, 6);

    private static Dictionary<string, double> Measured(double requests, double megabytes, int round) => new()
    {
        ["throughput"] = requests * (1 + (0.001 * round)),
        ["cpuPerRequest"] = 1e6 / requests,
        ["gcPauseTotal"] = 7.2,
        ["peakRss"] = (megabytes + (0.1 * round)) * (1 << 20),
    };

    private static VariantRecord Proven(string scenario, string gc, string runtime, bool isDatas) =>
        GcRuns.Variant(scenario, gc, runtime) with
        {
            Proof = RunSamples.ProofOf(runtime, isServer: true) with
            {
                GcConfiguration = new Dictionary<string, string> { ["GCDynamicAdaptationMode"] = isDatas ? "1" : "0" },
            },
        };

    private static Dictionary<string, double> Large(double requests, double large, double all) => new()
    {
        ["throughput"] = requests,
        ["responseRate"] = requests * 1_000_011,
        ["latencyP50"] = 27_850,
        ["latencyP99"] = 49_940,
        ["largeAllocatedPerRequest"] = large,
        ["allocatedPerRequest"] = all,
        ["peakRss"] = 163 << 20,
    };
}
