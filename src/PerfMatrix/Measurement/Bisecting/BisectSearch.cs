namespace PerfMatrix.Measurement;

/// <summary>
/// The search for the first bad candidate, as a function of what is known: candidates in order, the good end before the first, the bad end the last one.
/// A candidate without an answer (it does not build, or the measurement does not tell) is stepped around, as <c>git bisect skip</c> does.
/// </summary>
public static class BisectSearch
{
    /// <summary>What to do next. Every test halves the candidates that are left, so <c>n</c> of them take about <c>log2 n</c> tests, one for the bad end, and one for each without an answer.</summary>
    /// <param name="candidates">How many there are, at least 1.</param>
    /// <param name="answers">What is known, by index.</param>
    public static BisectStep Next(int candidates, IReadOnlyDictionary<int, BisectAnswer> answers)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(candidates, 1);
        var end = candidates - 1;
        if (!answers.TryGetValue(end, out var last))
            return new TestNext(end);
        if (last != BisectAnswer.Bad)
            return new NotSeparable();
        var bad = answers.Where(answer => answer.Value == BisectAnswer.Bad).Min(answer => answer.Key);
        var good = answers.Where(answer => answer.Value == BisectAnswer.Good && answer.Key < bad).Select(answer => answer.Key).DefaultIfEmpty(-1).Max();
        int[] open = [.. Enumerable.Range(good + 1, bad - good - 1).Where(index => !answers.ContainsKey(index))];
        return open.Length > 0 ? new TestNext(open[open.Length / 2])
            : bad == good + 1 ? new FirstBad(bad)
            : new AmongThese(good + 1, bad);
    }
}

/// <summary>What is known of a candidate.</summary>
public enum BisectAnswer
{
    /// <summary>The same as the good end, or better.</summary>
    Good,

    /// <summary>Worse than the good end, confirmed.</summary>
    Bad,

    /// <summary>It cannot be measured, e.g. because it does not build.</summary>
    Skipped,

    /// <summary>All rounds of the confirmation did not tell.</summary>
    Unclear,
}

/// <summary>What a bisection does next, or has found.</summary>
public abstract record BisectStep;

/// <summary>Measure this candidate against the good end.</summary>
/// <param name="Candidate">Its index.</param>
public sealed record TestNext(int Candidate) : BisectStep;

/// <summary>The first bad candidate; the one before it is good.</summary>
/// <param name="Candidate">Its index.</param>
public sealed record FirstBad(int Candidate) : BisectStep;

/// <summary>The first bad candidate is one of these; all but the last gave no answer.</summary>
/// <param name="First">Index of the first of them.</param>
/// <param name="Last">Index of the last, which is bad.</param>
public sealed record AmongThese(int First, int Last) : BisectStep;

/// <summary>The bad end is not confirmed to be worse than the good end, so there is nothing to search for.</summary>
public sealed record NotSeparable : BisectStep;
