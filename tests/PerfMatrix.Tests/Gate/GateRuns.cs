using PerfMatrix.Gate;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Gate;

/// <summary>Made-up run documents with both sides of some cells and the canary, in one block.</summary>
internal static class GateRuns
{
    /// <summary>A cell of the made-up world: how much worse head is, and by how many bytes.</summary>
    public sealed record Truth(
        string Runtime, double EffectPercent = 0, string Gc = "server", string Scenario = "hello-minimal", double ExtraBytes = 0)
    {
        public double SpreadPercent { get; init; } = 1;

        public CellRecord Cell => new(new(Scenario, Runtime, Gc, 2), null);
    }

    public static readonly Truth Unchanged = new("net9.0", 0.2);
    public static readonly Truth Slower = new("net10.0", 6);

    public static RunDocument Run(string id, int rounds, params Truth[] cells)
    {
        var builder = new List<(VariantRecord Variant, double EffectPercent, double Bytes, double Spread)>();
        foreach (var cell in cells)
        {
            builder.Add((Variant(cell.Cell, Side.Base), 0, 1000, 0));
            builder.Add((Variant(cell.Cell, Side.Head), cell.EffectPercent, 1000 + cell.ExtraBytes, cell.SpreadPercent));
        }

        builder.Add((Variant(cells[0].Cell, Side.Base, twin: 1), 0.1, 1000, 1));
        return Document(id) with
        {
            Variants = [.. builder.Select(one => one.Variant)],
            Blocks = [new("block", [.. builder.Select(one => one.Variant.Id)], [.. Enumerable.Range(1, rounds).Select(Round)])],
            Samples = [.. builder.SelectMany(one => Samples(one.Variant.Id, rounds, one.EffectPercent, one.Spread, one.Bytes))],
            Pairs = [.. builder.SelectMany(one => Pairs(one.Variant, builder.Select(other => other.Variant), rounds, one.EffectPercent, one.Spread))],
        };
    }

    /// <summary>A run with one side only, as <c>run</c> makes it.</summary>
    public static RunDocument OneSided(string id, int rounds, params Truth[] cells)
    {
        var both = Run(id, rounds, cells);
        var heads = both.Variants.Where(variant => variant.Side == Side.Head).Select(variant => variant.Id).ToHashSet();
        return both with
        {
            Variants = [.. both.Variants.Where(variant => heads.Contains(variant.Id))],
            Blocks = [.. both.Blocks.Select(block => block with { Variants = [.. block.Variants.Where(heads.Contains)] })],
            Samples = [.. both.Samples.Where(sample => heads.Contains(sample.Variant))],
            Pairs = [],
        };
    }

    public static RunDocument On(this RunDocument run, string machine) => run with { Machine = run.Machine with { Instance = machine } };

    /// <summary>Changes the samples of a variant; pairs recorded of it are dropped where a sample is.</summary>
    public static RunDocument WithSamples(this RunDocument run, Func<SampleRecord, SampleRecord?> change)
    {
        var samples = run.Samples.Select(change).OfType<SampleRecord>().ToList();
        var kept = samples.Select(sample => (sample.Variant, sample.Round)).ToHashSet();
        return run with
        {
            Samples = samples,
            Pairs = [.. run.Pairs.Where(pair => kept.Contains((pair.A, pair.Round)) && kept.Contains((pair.B, pair.Round)))],
        };
    }

    public static ComparisonDocument Comparison(RunDocument run, Stage stage = Stage.Whole) => RunComparison.OfSides([new(run, stage)]);

    /// <summary>The rounds of a second machine.</summary>
    public static ComparisonDocument Confirmation(int rounds, params Truth[] cells) =>
        RunComparison.OfSides([new(Run("confirm-1", rounds, cells).On("fresh-1"), Stage.Confirm)]);

    private static RunDocument Document(string id) => new()
    {
        Id = id,
        StartedAt = RunSamples.Start,
        FinishedAt = RunSamples.Start.AddMinutes(5),
        Complete = true,
        Tool = new("1.0", null),
        Source = new(null, "0123456789abcdef0123456789abcdef01234567", "main", false),
        Machine = RunSamples.Machine with { Instance = "0123456789aa" },
        Settings = new RunSettings(),
        Variants = [],
        Blocks = [],
        Samples = [],
        Pairs = [],
        Warnings = [],
    };

    private static VariantRecord Variant(CellRecord cell, Side side, int twin = 0) => new()
    {
        Id = cell.Id + (side == Side.Base ? "@base" : "") + (twin > 0 ? $"#{twin}" : ""),
        Cell = cell,
        Side = side,
        Twin = twin,
        Sha = side == Side.Base ? "base-sha" : "head-sha",
        Status = VariantStatus.Measured,
    };

    private static RoundRecord Round(int number) => new(RunSamples.Start.AddSeconds(number), new($"raw/block-{number}.json", new string('b', 64)));

    private static IEnumerable<SampleRecord> Samples(string variant, int rounds, double effect, double spread, double bytes) =>
        GateSamples.Pairs(effect, spread, rounds).Select((worse, index) => new SampleRecord(
            variant,
            index + 1,
            new Dictionary<string, double>
            {
                ["throughput"] = 80_000 * Math.Exp(-worse),
                ["cpuPerRequest"] = 13 * Math.Exp(worse),
                ["allocatedPerRequest"] = bytes,
                ["peakRss"] = 9e7,
            },
            "block"));

    // The real thing records every two variants for throughput; base is the first of its cell.
    private static IEnumerable<PairRecord> Pairs(
        VariantRecord variant, IEnumerable<VariantRecord> others, int rounds, double effect, double spread) =>
        from other in others
        where variant.Id != other.Id && other is { Side: Side.Base, Twin: 0 } && other.Cell.Id == variant.Cell.Id
        from pair in GateSamples.Pairs(effect, spread, rounds)
        .Select((worse, index) => new PairRecord("block", index + 1, other.Id, variant.Id, "throughput", worse))
        select pair;
}
