namespace PerfMatrix.Measurement.Bisecting;

/// <summary>Measures one candidate of a bisection against the good end.</summary>
internal interface IBisectJudge
{
    /// <summary>Judges a candidate by the confirming stage of the gate.</summary>
    Task<BisectEvidence> JudgeAsync(BisectCandidate candidate, CancellationToken cancellation);
}

/// <summary>Runs a bisection, and writes its log after every step.</summary>
internal sealed class Bisection(IBisectJudge judge, string file, Action<string> said)
{
    /// <summary>Most candidates that are judged in one go.</summary>
    public int Most { get; init; } = int.MaxValue;

    /// <summary>Searches until nothing is left to test, or it has judged as many as it may, going on from a log of the same question.</summary>
    public async Task<BisectDocument> RunAsync(BisectDocument question, CancellationToken cancellation)
    {
        var log = Resume(question);
        for (var judged = 0; judged < Most && log.Next is TestNext next; judged++)
        {
            var candidate = log.Candidates[next.Candidate];
            said($"step {log.Steps.Count + 1}: {candidate.Title}");
            var evidence = await judge.JudgeAsync(candidate, cancellation);
            log = log with { Steps = [.. log.Steps, evidence] };
            BisectDocument.File.Write(file, log);
            said($"  {evidence.Answer.ToString().ToLowerInvariant()}: {evidence.Reason}");
        }

        return log;
    }

    private BisectDocument Resume(BisectDocument question)
    {
        if (BisectDocument.File.Find(file) is not { } log) return question;
        if (!log.Asks(question))
            throw new UsageException(
                $"{file} is the log of another bisection (of {log.Metric} of {log.Cell}, {log.Candidates.Count} candidates); give another --out, "
                    + $"or remove it");
        if (log.Steps.Count > 0) said($"continuing with {Wording.Counted(log.Steps.Count, "step")} of {file}");
        return log;
    }
}

/// <summary>The search for the first bad candidate, as a function of what is known: candidates in order, the good end before the first, the bad end
/// the last one. A candidate without an answer (it does not build, or the measurement does not tell) is stepped around, as <c>git bisect skip</c>
/// does.</summary>
internal static class BisectSearch
{
    /// <summary>What to do next. Every test halves the candidates that are left, so <c>n</c> of them take about <c>log2 n</c> tests, one for the bad
    /// end, and one for each without an answer.</summary>
    public static BisectStep Next(int candidates, IReadOnlyDictionary<int, BisectAnswer> answers)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(candidates, 1);
        var end = candidates - 1;
        if (!answers.TryGetValue(end, out var last)) return new TestNext(end);
        if (last != BisectAnswer.Bad) return new NotSeparable();
        var bad = answers.Where(answer => answer.Value == BisectAnswer.Bad).Min(answer => answer.Key);
        var good = answers.Where(answer => answer.Value == BisectAnswer.Good && answer.Key < bad).Select(answer => answer.Key).DefaultIfEmpty(-1)
            .Max();
        int[] open = [.. Enumerable.Range(good + 1, bad - good - 1).Where(index => !answers.ContainsKey(index))];
        return open.Length > 0 ? new TestNext(open[open.Length / 2]) : bad == good + 1 ? new FirstBad(bad) : new AmongThese(good + 1, bad);
    }
}

public enum BisectAnswer
{
    Good,

    /// <summary>Worse than the good end, confirmed.</summary>
    Bad,

    /// <summary>It cannot be measured, e.g. because it does not build.</summary>
    Skipped,

    /// <summary>All rounds of the confirmation did not tell.</summary>
    Unclear,
}

/// <summary>What a bisection does next, or has found.</summary>
internal abstract record BisectStep;

/// <summary>Measure this candidate against the good end.</summary>
internal sealed record TestNext(int Candidate) : BisectStep;

/// <summary>The first bad candidate; the one before it is good.</summary>
internal sealed record FirstBad(int Candidate) : BisectStep;

/// <summary>The first bad candidate is one of these; all but the last gave no answer.</summary>
internal sealed record AmongThese(int First, int Last) : BisectStep;

/// <summary>The bad end is not confirmed to be worse than the good end, so there is nothing to search for.</summary>
internal sealed record NotSeparable : BisectStep;
