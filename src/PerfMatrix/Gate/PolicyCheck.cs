namespace PerfMatrix.Gate;

/// <param name="Key">Keys of <c>crank/gate.yml</c> from the root, e.g. <c>metrics.throughput.detectPercent</c>.</param>
/// <param name="Complaint">The rest of the sentence: what was found and what was expected.</param>
internal sealed record PolicyProblem(string Key, string Complaint);

/// <summary>Refuses a policy that cannot work, naming the key of <c>crank/gate.yml</c>, what was found and what was expected.</summary>
internal static class PolicyCheck
{
    // Below it the bias of a machine alone is larger than what is to be found.
    private const double SmallestSize = 0.5;
    private const double LargestSize = 1000;

    /// <summary>The largest number that <c>mostRounds</c> and <c>--rounds</c> take.</summary>
    public const int LargestMostRounds = 200;

    public static IReadOnlyList<PolicyProblem> Problems(GatePolicy policy) =>
        [.. Numbers(policy).Where(number => !(number.Value >= number.Low && number.Value <= number.High))
            .Select(number => new PolicyProblem(number.Key, $"is {number.Value}, a number from {number.Low} to {number.High} was expected")),
            .. Bias(policy),
            .. from size in policy.Scenarios.Index()
               where size.Item.Metric is { } metric && !policy.Of(metric).IsPaired
               select new PolicyProblem($"scenarios[{size.Index}].metric", $"is {size.Item.Metric}, which goes by no size in percent; remove the "
                   + "entry, or give the metric the rule paired or tail")];

    private static IEnumerable<(string Key, double Value, double Low, double High)> Numbers(GatePolicy policy)
    {
        yield return ("detectPercent", policy.DetectPercent, SmallestSize, LargestSize);
        yield return ("machineBiasPercent", policy.MachineBiasPercent ?? 0, 0, 20);
        yield return ("mostRounds", policy.MostRounds, DecisionLooks.InForce.FirstRounds, LargestMostRounds);
        foreach (var metric in policy.Metrics)
        {
            yield return ($"metrics.{metric.Metric}.detectPercent", metric.DetectPercent ?? 1, SmallestSize, LargestSize);
            yield return ($"metrics.{metric.Metric}.amount", metric.Amount, 0, double.MaxValue);
        }
        for (var i = 0; i < policy.Scenarios.Count; i++)
            yield return ($"scenarios[{i}].detectPercent", policy.Scenarios[i].DetectPercent, SmallestSize, LargestSize);
    }

    private static IEnumerable<(string Key, double Size)> Sizes(GatePolicy policy)
    {
        var biased = policy.Metrics.Where(metric => metric.IsPaired && LimitTable.MaySetBias(metric.Metric)).ToList();
        // A size of no metric in particular is of none where each has its own.
        var isUsed = biased.Exists(metric => metric.DetectPercent is null);
        if (isUsed) yield return ("detectPercent", policy.DetectPercent);
        foreach (var metric in biased)
        {
            if (metric.DetectPercent is { } own) yield return ($"metrics.{metric.Metric}.detectPercent", own);
        }

        foreach (var (index, size) in policy.Scenarios.Index())
        {
            if (size.Metric is { } metric ? LimitTable.MaySetBias(metric) : isUsed)
                yield return ($"scenarios[{index}].detectPercent", size.DetectPercent);
        }
    }

    private static IEnumerable<PolicyProblem> Bias(GatePolicy policy)
    {
        // What is out of its range has been said.
        if (policy.MachineBiasPercent is not { } bias || bias is not (>= 0 and <= 20)) yield break;
        foreach (var (key, size) in Sizes(policy).Where(one => one.Size is >= SmallestSize and <= LargestSize))
        {
            var limits = new Limits(LogRatio.FromPercent(size), LogRatio.FromPercent(bias));
            if (limits.IsHidden)
                yield return new(key, $"is {size}, but a bias of {bias} % alone looks like half of it; {limits.LeastPercent} or more was expected");
        }
    }
}
