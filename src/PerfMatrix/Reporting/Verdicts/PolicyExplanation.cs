using PerfMatrix.Gate;

namespace PerfMatrix.Reporting.Verdicts;

/// <summary>What a policy means, in sentences: what fails a change, what follows from it, and what it finds at the noise of a measurement.</summary>
internal static class PolicyExplanation
{
    // Rounds beyond these nobody waits for.
    private const int Feasible = 500;

    /// <param name="machine">The machine whose bias counts, where that is known.</param>
    /// <param name="verdict">A measurement whose noise is looked at; null without one.</param>
    public static IEnumerable<string> Of(GatePolicy policy, MachineBias bias, string? machine, VerdictDocument? verdict)
    {
        yield return $"A change fails when something that gates is worse. Changes of these sizes and more are found: {Sizes(policy)}.";
        yield return policy.Undecided == UndecidedRule.Fail
            ? "A suspected change that stays undecided fails, too (exit code 3), and so does a planned cell that was not measured."
            : "A suspected change that stays undecided is said and passes; a planned cell that was not measured fails (exit code 3).";
        foreach (var (metrics, limits, isMeasured) in Limited(policy, bias, machine ?? "")) yield return Rule(metrics, limits, policy, isMeasured);
        foreach (var metric in policy.Metrics.Where(metric => metric.Rule == MetricRule.Counted))
            yield return $"{Metric.TitleOf(metric.Metric)}: worse when 9 of 10 pairs differ by more than {metric.Amount} "
                + $"{Metric.Find(metric.Metric)?.Unit}, and by more than identical programs do.";
        yield return $"A cell is looked at after {Looks(policy)} rounds of two pairs each, and ends as soon as it is decided. On GitHub only a "
            + "second machine that agrees makes it worse.";
        if (verdict is null) yield break;
        var scenarios = verdict.Axes.ToDictionary(cell => cell.Id, cell => cell.Scenario);
        foreach (var cell in verdict.Cells.Where(cell => cell is { Gates: true, DetectablePercent: not null }))
            yield return Noise(cell, policy, scenarios);
    }

    private static string Sizes(GatePolicy policy) => string.Join(", ", policy.Metrics
        .Where(metric => metric.Rule is MetricRule.Paired or MetricRule.Tail)
        .GroupBy(metric => metric.DetectPercent ?? policy.DetectPercent)
        .Select(size => $"{size.Key} % of {string.Join(", ", size.Select(metric => Metric.TitleOf(metric.Metric)))}")
        .Concat(policy.Scenarios.Select(size =>
            $"{size.DetectPercent} % of {(size.Metric is { } metric ? Metric.TitleOf(metric) : "all")} in {size.Scenario}")));

    // One sentence for metrics of the same limits.
    private static IEnumerable<(string Metrics, Limits Limits, bool IsMeasured)> Limited(GatePolicy policy, MachineBias bias, string machine) =>
        from metric in policy.Metrics
        where metric.Rule is MetricRule.Paired or MetricRule.Tail
        let limits = new LimitTable(policy, bias, 1).Of(new("", "", metric.Metric), machine)
        group Metric.TitleOf(metric.Metric) by (Limits: limits, IsMeasured: bias.Of(machine, metric.Metric) is not null)
            into same
        select (string.Join(", ", same), same.Key.Limits, same.Key.IsMeasured);

    private static string Rule(string metrics, Limits limits, GatePolicy policy, bool isMeasured) =>
        $"{metrics}: worse when the estimate is at least {Percent(limits.Threshold)}, and shown to be above a margin of {Percent(limits.Margin)}, "
        + $"because a machine may favour a side by {Percent(limits.Bias)} in all its rounds "
        + $"({(policy.MachineBiasPercent is not null ? "set" : isMeasured ? "measured" : "assumed")}); the same when {Percent(limits.Detect)} is "
        + "excluded.";

    private static string Looks(GatePolicy policy)
    {
        var looks = new List<int>();
        for (var pairs = 0; (pairs = policy.Looks.Next(pairs)) <= 2 * policy.MostRounds;) looks.Add(pairs / 2);
        return string.Join(", ", looks);
    }

    private static string Noise(CellVerdict cell, GatePolicy policy, Dictionary<string, string> scenarios)
    {
        var size = policy.DetectPercentOf(new(cell.Cell, scenarios.GetValueOrDefault(cell.Cell, ""), cell.Metric));
        var seen = $"{cell.Cell}, {Metric.TitleOf(cell.Metric)}: these {Wording.Counted(cell.Rounds, "round")} would have shown "
            + $"{cell.DetectablePercent:0.0} %";
        if (cell.DetectablePercent <= size || cell.Rounds == 0) return $"{seen}.";
        // Noise shrinks with the root of the rounds; what is left of the size beyond its threshold has to hold it.
        var rounds = Math.Ceiling(cell.Rounds * Math.Pow(cell.DetectablePercent!.Value / size, 2) * 2);
        return rounds <= Feasible ? $"{seen}; {size} % would take about {rounds} rounds at this noise."
            : $"{seen}; {size} % is below what this noise allows.";
    }

    private static string Percent(double logRatio) => $"{LogRatio.ToPercent(logRatio):0.0} %";
}
