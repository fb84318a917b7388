using PerfMatrix.Reporting.Gc;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Reporting.Gc;

/// <summary>Runs with timelines that were never measured.</summary>
internal static class GcRuns
{
    public static RunDocument Datas { get; } = CreateDatas();

    public static TimelineFiles DatasTimelines { get; } = new(
        [
            TimelineSamples.Timeline("datas-live/net10.0/datas/2c", "b1", 1, seconds: 10, second => second > 4 ? 2 : 1),
            TimelineSamples.Timeline("datas-idle/net10.0/datas/2c", "b2", 1, seconds: 20, second => second > 15 ? 1 : 2, silence: (6, 14)),
        ],
        []);

    public static ProbeProof DatasProof => RunSamples.ProofOf("10.0.14", isServer: true) with
    {
        GcConfiguration = new Dictionary<string, string> { [GcMode.Adaptation] = "1" },
    };

    public static RunDocument Of(RunSettings settings, params (VariantRecord Variant, int Rounds, Dictionary<string, double> Metrics)[] measured) =>
        SampleRun.Create() with
        {
            Settings = settings,
            Variants = [.. measured.Select(one => one.Variant)],
            Samples =
            [
                .. measured.SelectMany(one => Enumerable.Range(1, one.Rounds).Select(
                    round => new SampleRecord(one.Variant.Id, round, one.Metrics, "block"))),
            ],
            Pairs = [],
            Blocks = [],
        };

    public static VariantRecord Variant(string scenario, string gc, string runtime = "net10.0") => new()
    {
        Id = $"{scenario}/{runtime}/{gc}/2c",
        Cell = new CellRecord(new(scenario, runtime, gc, 2), "10.0.14"),
        Side = Side.Head,
        Status = VariantStatus.Measured,
        Proof = gc == "datas" ? DatasProof : null,
    };

    private static RunDocument CreateDatas()
    {
        VariantRecord[] variants = [Variant("datas-live", "datas"), Variant("datas-idle", "datas")];
        return SampleRun.Create() with
        {
            Variants = variants,
            Samples = [.. variants.Select(variant => new SampleRecord(variant.Id, 1, new Dictionary<string, double>
            {
                ["throughput"] = 5000, ["peakRss"] = 120 << 20,
            }, "block"))],
            Pairs = [],
            Blocks = [],
            Rates = [new RateRecord(variants[0].Id, "b1", 1, false, new RateOutcome
            {
                Schedule = "3000/12s 0/20s", Planned = TimeSpan.FromSeconds(32), Scheduled = 36_000, Sent = 30_000, Late = 500,
                    MaximumLag = TimeSpan.FromSeconds(5), Behind = 0,
            })],
        };
    }
}
