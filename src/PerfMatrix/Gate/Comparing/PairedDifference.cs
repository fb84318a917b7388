using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>Effect and interval of paired rounds, over all machines of a stage.</summary>
internal static class PairedDifference
{
    public static IReadOnlyList<CellDifference> Of(IEnumerable<PairSeries> pairs, IReadOnlyCollection<ComparedRun> runs)
    {
        var stages = runs.ToDictionary(run => run.Id, run => run.Stage);
        return [.. pairs.GroupBy(series => (series.Cell, series.Metric, Stage: stages[series.Run])).Select(group =>
            Of(group.Key.Cell, group.Key.Metric, group.Key.Stage, [.. group.SelectMany(series => series.Rounds)]))];
    }

    private static CellDifference Of(string cell, string metric, Stage stage, List<PairRound> rounds)
    {
        double[] ratios = [.. rounds.Select(round => round.LogRatio).OfType<double>()];
        var estimate = ratios.Length > 0 ? Estimate.Of(ratios) : null;
        return new()
        {
            Cell = cell,
            Metric = metric,
            Stage = stage,
            Base = Middle(rounds.Select(round => round.Base)),
            Head = Middle(rounds.Select(round => round.Head)),
            EffectPercent = estimate?.EffectPercent,
            LowPercent = estimate?.LowPercent,
            HighPercent = estimate?.HighPercent,
            Rounds = ratios.Length,
        };
    }

    private static double? Middle(IEnumerable<double?> values)
    {
        double[] numbers = [.. values.OfType<double>()];
        return numbers.Length > 0 ? Selection.Median(numbers) : null;
    }
}
