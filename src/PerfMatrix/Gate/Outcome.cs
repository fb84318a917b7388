namespace PerfMatrix.Gate;

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
public static class Outcomes
{
    /// <summary>
    /// Regressed when a gating subject is worse and not acknowledged; else incomplete when a gating subject was not measured at all, or when more than the
    /// policy's share is unknown; else pass. Nothing to judge is incomplete.
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

    /// <summary>The exit code of the command line.</summary>
    public static int ExitCode(this Outcome outcome) => outcome switch
    {
        Outcome.Pass => 0,
        Outcome.Regressed => 1,
        _ => 3,
    };
}
