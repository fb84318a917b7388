using PerfMatrix.Results;

namespace PerfMatrix.Gate;

/// <summary>
/// Compares inside runs: only variants that were measured in the same block are paired. Several runs may be given: parts of stage 1 that several machines
/// measured, more rounds of the same machine, and the fresh rounds of stage 2.
/// </summary>
public static class RunComparison
{
    /// <summary>Side base against side head, cell by cell.</summary>
    /// <param name="runs">The runs, each once.</param>
    /// <exception cref="UsageException">No run has both sides of a cell, two have sides of other commits, a run is given twice, or a document is damaged.</exception>
    public static ComparisonDocument OfSides(IReadOnlyList<StagedRun> runs)
    {
        Distinct(runs);
        var couples = runs.Select(run => RunCouples.OfSides(run.Run)).ToList();
        if (couples.TrueForAll(run => run.Couples.Count == 0))
            throw new UsageException($"{Names(runs)} no cell with both sides; sides found: {Sides(runs)}. Give a run of `compare`, which measures base and head in one block");
        return Join(runs, couples, new("base", Sha("base", runs, couples, couple => couple.Base)), new("head", Sha("head", runs, couples, couple => couple.Head)));
    }

    /// <summary>Side base against side head of two documents, which are parts of one run.</summary>
    /// <exception cref="UsageException">They are of two runs: what shares no block cannot be told from drift of the machine.</exception>
    public static ComparisonDocument OfParts(RunDocument old, RunDocument head) => old.Id == head.Id
        ? OfSides([new(Merge(old, head))])
        : throw new UsageException($"{old.Id} and {head.Id} are two runs without a common block, so a change cannot be told from drift of the machine. Measure both together: scripts/perfmatrix compare {Commits(old, head)}");

    /// <summary>Two values of an axis, cell by cell, of one run.</summary>
    /// <exception cref="UsageException">The run has no such values, or no two cells that differ in nothing else.</exception>
    public static ComparisonDocument OfAxis(StagedRun run, AxisValuePair pair)
    {
        pair.Require(run.Run);
        var couples = RunCouples.OfAxis(run.Run, pair);
        return couples.Couples.Count > 0
            ? Join([run], [couples], new(pair.Base, run.Run.Source.Sha), new(pair.Head, run.Run.Source.Sha))
            : throw new UsageException($"--{pair.Axis} {pair}: run {run.Run.Id} has no two cells that differ in nothing else");
    }

    private static ComparisonDocument Join(
        IReadOnlyList<StagedRun> runs, IReadOnlyList<RunCouples> couples, ComparedSide old, ComparedSide now)
    {
        var parts = runs.Zip(couples, (run, own) => PairedRun.Of(run.Run, own.Couples)).ToList();
        var records = runs.Select(run => run.Record).ToList();
        var pairs = parts.SelectMany(part => part.Pairs).ToList();
        return new()
        {
            Base = old,
            Head = now,
            Runs = records,
            Cells = Cells(parts),
            Pairs = pairs,
            Canaries = [.. parts.SelectMany(part => part.Canaries)],
            Differences = PairedDifference.Of(pairs, records),
            NotGating = pairs.Count == 0 ? "no cell has a round that is good on both sides of a common block" : null,
            Warnings = [.. couples.SelectMany(own => own.Warnings).Concat(runs.SelectMany(run => run.Run.Warnings)).Distinct()],
        };
    }

    private static string Commits(RunDocument old, RunDocument head) =>
        (old.Source, head.Source) is ({ Sha: { } a, Dirty: false }, { Sha: { } b, Dirty: false }) && a != b ? $"{a} {b}" : "BASE HEAD";

    private static RunDocument Merge(RunDocument a, RunDocument b) => ReferenceEquals(a, b) ? a : a with
    {
        Variants = [.. a.Variants.Concat(b.Variants).GroupBy(v => v.Id).Select(same => same.FirstOrDefault(v => v.Status == VariantStatus.Measured) ?? same.First())],
        Blocks = [.. a.Blocks.Concat(b.Blocks).GroupBy(block => block.Id).Select(same => same.First() with { Variants = [.. same.SelectMany(block => block.Variants).Distinct()] })],
        Samples = [.. a.Samples.Concat(b.Samples).DistinctBy(sample => (sample.Variant, sample.Round, sample.Block))],
        Pairs = [.. a.Pairs.Concat(b.Pairs).DistinctBy(pair => (pair.Block, pair.Round, pair.A, pair.B, pair.Metric))],
        Warnings = [.. a.Warnings.Concat(b.Warnings).Distinct()],
    };

    // A cell that one machine could not measure and another one could is not missing.
    private static IReadOnlyList<ComparedCell> Cells(IEnumerable<PairedRun> parts) =>
        [.. parts.SelectMany(part => part.Cells).GroupBy(cell => cell.Id).Select(cell => cell.FirstOrDefault(one => one.Missing is null) ?? cell.First())];

    private static string? Sha(string name, IReadOnlyList<StagedRun> runs, IReadOnlyList<RunCouples> couples, Func<VariantCouple, VariantRecord> side)
    {
        var found = runs.Zip(couples, (run, own) => own.Couples.Select(couple => (side(couple).Sha, $"run {run.Run.Id}"))).SelectMany(shas => shas).ToList();
        OneQuestion.Require($"{name} commit", found);
        return found.Select(sha => sha.Sha).FirstOrDefault(sha => sha is not null);
    }

    private static void Distinct(IReadOnlyList<StagedRun> runs)
    {
        if (runs.GroupBy(run => run.Run.Id).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw new UsageException($"run {twice.Key} is given {twice.Count()} times, once was expected; stage 2 needs fresh rounds of another run");
    }

    private static string Names(IReadOnlyList<StagedRun> runs) =>
        runs.Count == 1 ? $"run {runs[0].Run.Id} has" : $"the {runs.Count} runs have";

    private static string Sides(IEnumerable<StagedRun> runs) =>
        string.Join(", ", runs.SelectMany(run => run.Run.Variants).Select(variant => variant.Side).Distinct().DefaultIfEmpty("none"));
}
