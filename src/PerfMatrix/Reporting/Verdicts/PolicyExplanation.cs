namespace PerfMatrix.Reporting.Verdicts;

/// <summary>What a policy means, in sentences: what fails a change, what follows from it, and what it finds at the noise of a measurement.</summary>
internal static class PolicyExplanation
{
    // Rounds beyond these nobody waits for.
    private const int Feasible = 500;
    private const string Hidden = "the bias of this machine hides changes of its size";

    /// <param name="machine">The machine whose bias counts, where that is known.</param>
    /// <param name="verdict">A measurement whose noise is looked at; null without one.</param>
    public static IEnumerable<string> Of(GatePolicy policy, MachineBias bias, string? machine, VerdictDocument? verdict)
    {
        var on = machine ?? "";
        yield return "A change fails when something that gates is worse."
            + (Sizes(policy, bias, on) is not { Count: > 0 } sizes ? ""
                : $" Changes of these sizes or more are detected where the noise allows it: {string.Join(", ", sizes)}.");
        yield return policy.Undecided == UndecidedRule.Fail
            ? "A suspected change that stays undecided also fails (exit code 3), and so does a planned cell that was not measured."
            : "A suspected change that stays undecided is reported and passes; a planned cell that was not measured fails (exit code 3).";
        if (policy.Mode == GateMode.Advise) yield return "The gate only advises (mode: advise): all of this is said, and the exit code stays 0.";
        foreach (var (metrics, limits) in Limited(policy, bias, on)) yield return Rule(metrics, limits);
        var tails = string.Join(", ", policy.Metrics.Where(metric => metric.Rule == MetricRule.Tail).Select(metric => Metric.TitleOf(metric.Metric)));
        if (tails.Length > 0)
            yield return $"{tails}: the size is {Limits.SpreadFactor:0.0} times what identical programs spread by where that is more; the "
                + $"verdict names it, and then fewer than {Limits.PairsOfGrown} pairs decide nothing.";
        foreach (var hidden in OfScenarios(policy, bias, on)) yield return hidden;
        foreach (var metric in policy.Metrics.Where(metric => metric.Rule == MetricRule.Counted))
            yield return $"{Metric.TitleOf(metric.Metric)}: worse when 9 of 10 pairs differ by more than {metric.Amount} "
                + $"{Metric.Find(metric.Metric)?.Unit}, and by more than identical programs do.";
        yield return $"A cell is looked at after {Looks(policy)} rounds of two pairs each, and ends as soon as it is decided. On GitHub only a "
            + "second machine that agrees makes it worse. Where one machine decides more than "
            + $"{DecisionLooks.SubjectsAtFullLevel} verdicts, they share the error rate of so many.";
        if (verdict is null) yield break;
        var scenarios = verdict.Axes.ToDictionary(cell => cell.Id, cell => cell.Scenario);
        foreach (var cell in verdict.Cells.Where(cell => cell is { Gates: true, DetectablePercent: not null }))
        {
            if (policy.Of(cell.Metric).Rule == MetricRule.Counted) continue;
            yield return Noise(cell, new(cell.Cell, scenarios.GetValueOrDefault(cell.Cell, ""), cell.Metric), new LimitTable(policy, bias, 1), on);
        }
    }

    /// <summary>The sentences about sizes that nobody can find on a machine, to be said before it measures.</summary>
    public static IEnumerable<string> HiddenSizes(GatePolicy policy, MachineBias bias, string machine) =>
        Limited(policy, bias, machine).Where(one => one.Limits.IsHidden).Select(one => Rule(one.Metrics, one.Limits))
            .Concat(OfScenarios(policy, bias, machine));

    private static IEnumerable<string> OfScenarios(GatePolicy policy, MachineBias bias, string machine) =>
        from size in policy.Scenarios
        let hidden = Within(size, policy, bias, machine, isHidden: true)
        where hidden.Count > 0
        select $"{string.Join(", ", hidden)} in {size.Scenario}: {Hidden} ({size.DetectPercent} %).";

    // Without those that the bias of the machine hides.
    private static List<string> Sizes(GatePolicy policy, MachineBias bias, string machine) => [.. ByRatio(policy)
        .Where(metric => !new LimitTable(policy, bias, 1).Of(new("", "", metric.Metric), machine).IsHidden)
        .GroupBy(metric => metric.DetectPercent ?? policy.DetectPercent)
        .Select(size => $"{size.Key} % of {string.Join(", ", size.Select(metric => Metric.TitleOf(metric.Metric)))}")
        .Concat(
            from size in policy.Scenarios
            let seen = Within(size, policy, bias, machine, isHidden: false)
            where seen.Count > 0
            select $"{size.DetectPercent} % of {string.Join(", ", seen)} in {size.Scenario}")];

    private static IEnumerable<MetricPolicy> ByRatio(GatePolicy policy) => policy.Metrics.Where(metric => metric.IsPaired);

    // The metrics whose changes of a scenario's size the bias of the machine hides, or those of which it does not.
    private static List<string> Within(ScenarioSize size, GatePolicy policy, MachineBias bias, string machine, bool isHidden) => [..
        from metric in ByRatio(policy)
        where size.Metric is null ? metric.DetectPercent is null : size.Metric == metric.Metric
        let limits = new LimitTable(policy with { Scenarios = [size] }, bias, 1).Of(new("", size.Scenario, metric.Metric), machine)
        where limits.IsHidden == isHidden
        select Metric.TitleOf(metric.Metric)];

    // One sentence for metrics of the same limits.
    private static IEnumerable<(string Metrics, Limits Limits)> Limited(GatePolicy policy, MachineBias bias, string machine) =>
        from metric in ByRatio(policy)
        group Metric.TitleOf(metric.Metric) by new LimitTable(policy, bias, 1).Of(new("", "", metric.Metric), machine) into same
        select (string.Join(", ", same), same.Key);

    private static string Rule(string metrics, Limits limits)
    {
        var bias = $"a machine may favour a side by {Percent(limits.Bias)} in all its rounds ({limits.Origin.Word()})";
        var why = $"a margin of {Percent(limits.Margin)}, because {bias}";
        return limits.IsHidden
            ? $"{metrics}: {Hidden} ({Percent(limits.Detect)}, give {limits.LeastPercent} % or more); worse only when shown to be above {why}."
            : $"{metrics}: worse when the estimate is at least {Percent(limits.Threshold)}, and shown to be above {why}; "
                + $"the same when {Percent(limits.Detect)} is excluded and the estimate is below {Percent(limits.SameThreshold)}.";
    }

    private static string Looks(GatePolicy policy)
    {
        var looks = new List<int>();
        for (var pairs = 0; (pairs = policy.Looks.Next(pairs)) <= 2 * policy.MostRounds;) looks.Add(pairs / 2);
        return string.Join(", ", looks);
    }

    private static string Noise(CellVerdict cell, Subject subject, LimitTable table, string machine)
    {
        var size = table.Policy.DetectPercentOf(subject);
        var limits = table.Of(subject, machine);
        var seen = $"{cell.Cell}, {Metric.TitleOf(cell.Metric)}: these {Wording.Counted(cell.Rounds, "round")} would have shown "
            + $"{cell.DetectablePercent:0.0} %";
        if (limits.IsHidden) return $"{seen}; {Hidden} ({size} %), however many rounds there are.";
        if (cell.DetectablePercent <= size || cell.Rounds == 0) return $"{seen}.";
        // What looks worse has to be half of that size, and what is proven need not.
        if (cell.SizePercent is { } grown)
            return $"{seen}, as noise has made the size grow to {grown:0.0} %; with less noise, or more rounds, smaller changes are found.";
        var least = LogRatio.ToPercent(Evidence.Detectable(limits, noise: 0, 2 * cell.Rounds));
        if (least > size) return $"{seen}; no number of rounds shows less than {least:0.0} % at this noise.";
        return Evidence.RoundsFor(limits, LogRatio.FromPercent(cell.DetectablePercent!.Value), cell.Rounds, Feasible) is { } rounds
            ? $"{seen}; {size} % would take about {rounds} rounds at this noise."
            : $"{seen}; {size} % is below what this noise allows.";
    }

    private static string Percent(double logRatio) => $"{LogRatio.ToPercent(logRatio):0.0} %";
}
