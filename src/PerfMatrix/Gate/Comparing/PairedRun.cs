using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Gate;

/// <summary>What one run tells of its couples: pairs, canaries, and what is missing.</summary>
/// <param name="Cells">The cells, each with the reason when it has no pairs.</param>
/// <param name="Pairs">Pairs of head and base.</param>
/// <param name="Canaries">Pairs of a variant and its identical copy.</param>
internal sealed record PairedRun(IReadOnlyList<ComparedCell> Cells, IReadOnlyList<PairSeries> Pairs, IReadOnlyList<PairSeries> Canaries)
{
    public static PairedRun Of(RunDocument run, IReadOnlyList<VariantCouple> couples)
    {
        var rounds = new RunRounds(run);
        var pairs = couples.SelectMany(couple => Series(rounds, couple)).ToList();
        var measured = pairs.Select(series => series.Cell).ToHashSet();
        return new(
            [.. couples.Select(couple => couple.Cell with { Missing = measured.Contains(couple.Cell.Id) ? null : couple.Missing ?? Why(rounds, couple) })],
            pairs,
            [.. run.Blocks.SelectMany(block => CanarySeries(rounds, block, couples))]);
    }

    private static string Why(RunRounds rounds, VariantCouple couple) =>
        rounds.Shared(couple.Base.Id, couple.Head.Id).Any() ? "no round is good on both sides" : "base and head share no block";

    // An anchor may be in several blocks; the one with most rounds speaks for it, because a subject is judged by rounds of one block.
    private static IEnumerable<PairSeries> Series(RunRounds rounds, VariantCouple couple) =>
        from metric in Metric.All
        let series = rounds.Shared(couple.Base.Id, couple.Head.Id)
            .Select(block => new PairSeries(couple.Cell.Id, metric.Name, rounds.Run.Id, block.Id, rounds.Pair(block.Id, couple.Base.Id, couple.Head.Id, metric)))
            .MaxBy(series => series.Rounds.Count)
        where series is { Rounds.Count: > 0 }
        select series;

    // A canary that died has a series without rounds: its block cannot be believed either.
    private static IEnumerable<PairSeries> CanarySeries(RunRounds rounds, BlockRecord block, IReadOnlyList<VariantCouple> couples)
    {
        var bases = couples.ToLookup(couple => couple.Base.Id);
        return from twin in rounds.Run.Variants
               where twin.Twin > 0 && block.Variants.Contains(twin.Id)
               from original in rounds.Run.Variants
               where original.Twin == 0 && original.Cell.Id == twin.Cell.Id && original.Side == twin.Side && block.Variants.Contains(original.Id)
               from couple in bases[original.Id].Take(1)
               from metric in Metric.All
               where rounds.Samples(original.Id, block.Id).Values.Any(sample => sample.Metrics.ContainsKey(metric.Name))
               select new PairSeries(couple.Cell.Id, metric.Name, rounds.Run.Id, block.Id, rounds.Pair(block.Id, original.Id, twin.Id, metric));
    }
}
