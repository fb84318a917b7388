namespace PerfMatrix.Reporting;

/// <summary>The sentence above a table. It names only differences that are significant, and says so when there is none.</summary>
internal static class Headline
{
    private const int MostNames = 3;

    public static string Of(RunPairs pairs, IReadOnlyList<ReportRow> rows)
    {
        if (rows.Count == 0) return "Nothing was measured.";
        if (rows.Count == 1) return $"Only {rows[0].Label} was measured: there is nothing to compare it with.";
        if (rows.All(row => row.IsAnchor)) return "Measured one after the other, each in a block of its own: not compared.";
        if (!rows.Any(row => row.IsAnchor)) return "The anchor was not measured: no comparison is possible.";
        var sentences = new[]
        {
            Part(pairs, rows, Metric.Throughput, "fastest", "throughput"),
            Part(pairs, rows, Metric.PeakRss, "smallest memory", "peak memory"),
            Part(pairs, rows, Metric.MeanTime, "fastest", "mean time"),
            Part(pairs, rows, Metric.AllocatedPerOperation, "fewest allocations", "allocated bytes"),
        };
        return string.Join("; ", sentences.OfType<string>()) is { Length: > 0 } text ? char.ToUpperInvariant(text[0]) + text[1..] + "."
            : "No figures to compare.";
    }

    private static string? Part(RunPairs pairs, IReadOnlyList<ReportRow> rows, Metric metric, string best, string noun)
    {
        var known = rows.Where(
            row => row.Figures.GetValueOrDefault(metric.Name) is { } figure && (row.IsAnchor || figure.Change is not null)).ToList();
        var compared = known.Where(row => row.Figures.GetValueOrDefault(metric.Name)?.Change?.Difference != Difference.TooFewRounds).ToList();
        if (known.Count < 2) return null;
        return compared.Count < 2
            ? $"too few rounds to compare {noun}"
            : Best(pairs, metric, compared, best, noun)
            + (compared.Count < known.Count ? $" ({known.Count - compared.Count} with too few rounds not compared)" : "");
    }

    // Only what was measured side by side with the leader is behind it, or equal.
    private static string Best(RunPairs pairs, Metric metric, List<ReportRow> compared, string best, string noun)
    {
        var leader = compared.MaxBy(row => Gain(row, metric))!;
        var beside = compared.Where(row => row == leader || Against(pairs, metric, leader, row) is not null).ToList();
        var tied = beside.Where(row => row == leader || Against(pairs, metric, leader, row) != Difference.Worse).ToList();
        var apart = compared.Count > beside.Count ? $" ({compared.Count - beside.Count} in other blocks not compared)" : "";
        if (tied.Count == beside.Count) return $"no significant difference in {noun}{apart}";
        if (tied.Count > MostNames) return $"{best}: {leader.Label} and {tied.Count - 1} others without a significant difference between them{apart}";
        return $"{best}: {string.Join(", ", tied.Select(row => row.Label))}"
            + (tied.Count > 1 ? " (no significant difference between them)" : Over(leader, beside, metric.Name)) + apart;
    }

    /// <summary>How much better than the anchor, as far as it is significant.</summary>
    private static double Gain(ReportRow row, Metric metric) =>
        -metric.WorseSign * (row.Figures.GetValueOrDefault(metric.Name)?.Change?.Percent ?? 0);

    private static Difference? Against(RunPairs pairs, Metric metric, ReportRow leader, ReportRow row) =>
        Change.Of(pairs.NaturalLogRatios(metric, leader.Variant, row.Variant), metric.Direction)?.Difference;

    private static string Over(ReportRow row, List<ReportRow> beside, string metric) =>
        row.Figures[metric].Change is { IsSignificant: true, Percent: { } percent } && beside.Find(other => other.IsAnchor) is { } anchor
        ? $", {Text.Percent(percent, decimals: 0)} against {anchor.Label}" : "";
}
