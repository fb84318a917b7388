using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>What the gate says of a subject.</summary>
public enum Verdict
{
    /// <summary>Neither worse nor better by an amount that matters.</summary>
    Same,
    Worse,
    Better,

    /// <summary>The data does not say; never shown as good.</summary>
    Unknown,
}

/// <summary>The data that a verdict rests on.</summary>
public enum Stage
{
    Screen,
    Confirm,
    Tight,
}

/// <summary>What the gate says of one subject, and why.</summary>
internal sealed record SubjectVerdict
{
    public required Subject Subject { get; init; }
    public required Verdict Verdict { get; init; }

    /// <summary>One sentence for a reader: what the verdict rests on, or what is missing.</summary>
    public required string Reason { get; init; }
    public required Stage Stage { get; init; }

    /// <summary>Effect and interval; null when there is nothing to estimate from.</summary>
    public Estimate? Estimate { get; init; }

    /// <summary>Number of rounds the estimate uses, over all machines.</summary>
    public int Rounds { get; init; }
    public int Machines { get; init; }

    /// <summary>How many more rounds would probably decide an unknown verdict; null when decided, or when no feasible number would.</summary>
    public int? MoreRounds { get; init; }

    /// <summary>Whether the verdict counts for the outcome; a reported metric, or one too noisy to gate on, does not.</summary>
    public bool Gates { get; init; } = true;

    /// <summary>The reason of the acknowledgement that excuses a worse verdict; null without one.</summary>
    public string? Acknowledged { get; init; }
}

/// <summary>What becomes of the pull request.</summary>
public enum Outcome
{
    /// <summary>Nothing got worse, and enough is known to say so. Exit code 0.</summary>
    Pass,

    /// <summary>Something got worse, and nobody said that it may. Exit code 1.</summary>
    Regressed,

    /// <summary>Too little is known. Exit code 3.</summary>
    Incomplete,
}

/// <summary>From verdicts to the outcome.</summary>
internal static class Outcomes
{
    /// <summary>
    /// Regressed when a gating subject is worse and not acknowledged; else incomplete when a gating subject was not measured at all, or when more
    /// than the policy's share is unknown; else pass. Nothing to judge is incomplete.
    /// </summary>
    public static Outcome Of(IReadOnlyList<SubjectVerdict> verdicts, GatePolicy policy)
    {
        var gating = verdicts.Where(v => v.Gates).ToList();
        if (gating.Exists(v => v.Verdict == Verdict.Worse && v.Acknowledged is null))
            return Outcome.Regressed;
        if (gating.Count == 0 || gating.Exists(v => v.Rounds == 0))
            return Outcome.Incomplete;
        var unknown = gating.Count(v => v.Verdict == Verdict.Unknown);
        return unknown * 100.0 > policy.UnknownLimitPercent * gating.Count ? Outcome.Incomplete : Outcome.Pass;
    }

    public static int ExitCode(this Outcome outcome) => outcome switch
    {
        Outcome.Pass => 0,
        Outcome.Regressed => 1,
        _ => 3,
    };
}

/// <summary>Sentences that several rules say.</summary>
internal static class Reasons
{
    public static string Same(Limits limits) => $"effects beyond {limits.SamePercent} % are excluded";

    public static string Wide(Limits limits) => $"effects beyond {limits.SamePercent} % are not excluded";
}
