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
        var sizes = Sizes(policy, bias, on).ToList();
        yield return "A change fails when it makes one of the gate's metrics worse." + (Detected(sizes) is not { Count: > 0 } detected ? ""
            : $" Changes of these sizes or more are detected where the noise allows it: {string.Join(", ", detected)}.");
        yield return policy.Undecided == UndecidedRule.Fail
            ? "A suspected change that stays undecided also fails (exit code 3), and so does a planned cell that was not measured."
            : "A suspected change that stays undecided is reported and passes; a planned cell that was not measured fails (exit code 3).";
        if (policy.Mode == GateMode.Advise) yield return "The gate only advises (mode: advise): all of this is said, and the exit code stays 0.";
        foreach (var rule in Rules(sizes)) yield return rule;
        var tails = string.Join(", ", policy.Metrics.Where(metric => metric.Rule == MetricRule.Tail).Select(metric => Metric.TitleOf(metric.Metric)));
        if (tails.Length > 0)
            yield return $"{tails}: where identical programs differ much, the size grows to {Limits.SpreadFactor:0.0} times their spread. The "
                + $"verdict names it, and it takes at least {Limits.PairsOfGrown} pairs.";
        foreach (var hidden in OfScenarios(sizes)) yield return hidden;
        foreach (var metric in policy.Metrics.Where(metric => metric.Rule == MetricRule.Counted))
            yield return $"{Metric.TitleOf(metric.Metric)}: worse when 9 of 10 pairs differ by more than {metric.Amount} "
                + $"{Metric.Find(metric.Metric)?.Unit}, and by more than identical programs do.";
        var (most, ofStarts) = (policy.MostRounds, policy.MostRoundsOf(Metric.Startup.Name));
        yield return $"A cell is judged after {Looks(0, most)} rounds of two pairs each, until it is decided; a start-up, whose rounds need no load, "
            + $"also after {Looks(most, ofStarts)}. On GitHub it is worse only if a second machine agrees. Where one machine decides more than "
            + $"{DecisionLooks.SubjectsAtFullLevel} verdicts, all together are wrong no more often than {DecisionLooks.SubjectsAtFullLevel} would "
            + "be.";
        if (verdict is null) yield break;
        // Those that share the error rate of a machine that decides alone, as the gate counts them.
        var alone = verdict.Cells.Count(cell => cell is { Stage: Stage.Whole, Identical: false } && policy.Of(cell.Metric).IsPaired);
        var table = new LimitTable(policy, bias, alone);
        foreach (var cell in verdict.Cells.Where(cell => cell is { Gates: true, DetectablePercent: not null }))
        {
            if (policy.Of(cell.Metric).Rule == MetricRule.Counted) continue;
            yield return Noise(cell, VerdictWords.SubjectOf(verdict, cell), table, on);
        }
    }

    /// <summary>The sentences about sizes that nobody can find on a machine, to be said before it measures.</summary>
    public static IEnumerable<string> HiddenSizes(GatePolicy policy, MachineBias bias, string machine)
    {
        var hidden = Sizes(policy, bias, machine).Where(one => one.Limits.IsHidden).ToList();
        return Rules(hidden).Concat(OfScenarios(hidden));
    }

    /// <summary>Rounds that would show a change of the policy's size at the noise of a verdict, where nobody knows the bias of the machine; null
    /// where its own rounds do, where the size has grown, and where no number does.</summary>
    public static int? RoundsFor(VerdictDocument verdict, CellVerdict cell)
    {
        if (cell is not { DetectablePercent: { } seen, SizePercent: null, Rounds: > 0 } || !verdict.Policy.Of(cell.Metric).IsPaired) return null;
        var limits = new LimitTable(verdict.Policy, MachineBias.None, 1).Of(VerdictWords.SubjectOf(verdict, cell), "");
        if (limits.IsHidden || seen <= limits.DetectPercent) return null;
        return Evidence.RoundsFor(limits, LogRatio.FromPercent(seen), cell.Rounds, Feasible);
    }

    // One sentence for metrics of the same limits.
    private static IEnumerable<string> Rules(IEnumerable<SizeOfMetric> sizes) => sizes.Where(one => one.Where.Length == 0)
        .GroupBy(one => one.Limits, one => one.Metric).Select(same => Rule(string.Join(", ", same), same.Key));

    private static IEnumerable<string> OfScenarios(IEnumerable<SizeOfMetric> sizes) => sizes.Where(one => one.Where.Length > 0 && one.Limits.IsHidden)
        .GroupBy(one => (one.Where, one.Size), one => one.Metric)
        .Select(same => $"{string.Join(", ", same)}{same.Key.Where}: {Hidden} ({same.Key.Size} %).");

    private static List<string> Detected(IEnumerable<SizeOfMetric> sizes) => [.. sizes.Where(one => !one.Limits.IsHidden)
        .GroupBy(one => (one.Where, one.Size), one => one.Metric)
        .Select(same => $"{same.Key.Size} % of {string.Join(", ", same)}{same.Key.Where}")];

    // Those of all scenarios, then those of some, each with the limits that follow from it.
    private static IEnumerable<SizeOfMetric> Sizes(GatePolicy policy, MachineBias bias, string machine) =>
        from size in policy.Scenarios.Prepend<ScenarioSize?>(null)
        from metric in policy.Metrics
        where metric.IsPaired && (size is null || (size.Metric is null ? metric.DetectPercent is null : size.Metric == metric.Metric))
        let own = policy with { Scenarios = size is null ? [] : [size] }
        let subject = new Subject("", size?.Scenario ?? "", metric.Metric)
        select new SizeOfMetric(Metric.TitleOf(metric.Metric), size is null ? "" : $" in {size.Scenario}", own.DetectPercentOf(subject),
            new LimitTable(own, bias, 1).Of(subject, machine));

    // Where is empty for all scenarios.
    private sealed record SizeOfMetric(string Metric, string Where, double Size, Limits Limits);

    private static string Rule(string metrics, Limits limits)
    {
        var bias = $"a machine may favour a side by {Percent(limits.Bias)} in all its rounds ({limits.Origin.Word()})";
        var why = $"a margin of {Percent(limits.Margin)}, because {bias}";
        return limits.IsHidden
            ? $"{metrics}: {Hidden} ({Percent(limits.Detect)}, give {limits.LeastPercent} % or more); worse only when shown to be above {why}."
            : $"{metrics}: worse when the estimate is at least {Percent(limits.Threshold)}, and shown to be above {why}; "
                + $"the same when {Percent(limits.Detect)} is excluded and the estimate is below {Percent(limits.SameThreshold)}.";
    }

    private static string Looks(int after, int most)
    {
        var looks = new List<int>();
        for (var pairs = 2 * after; (pairs = DecisionLooks.InForce.Next(pairs)) <= 2 * most;) looks.Add(pairs / 2);
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
