namespace PerfMatrix.Gate;

/// <summary>What the gate says of a subject.</summary>
public enum Verdict
{
    /// <summary>Every change of the size that the policy names is excluded.</summary>
    Same,
    Worse,
    Better,

    /// <summary>There are signs that it is worse, neither confirmed nor excluded.</summary>
    Undecided,

    /// <summary>No sign of a change for the worse, but one of the policy's size is not excluded; or not measured. Never shown as good.</summary>
    Unknown,
}

/// <summary>What a verdict is counted and listed as: one kind each, what needs somebody first. Whether it counts for the outcome is another
/// question, see <see cref="CellVerdict.Gates"/>.</summary>
public enum VerdictKind
{
    Worse,

    /// <summary>Head dropped what base measures.</summary>
    Missing,
    NotMeasured,
    Undecided,

    /// <summary>It is worse, undecided or missing, and somebody said that it may be; it is counted as nothing else.</summary>
    Acknowledged,
    Unknown,
    Better,
    Same,
}

internal static class VerdictKinds
{
    public static VerdictKind Of(Verdict verdict, bool isAcknowledged, bool isDropped, bool isNotMeasured) => verdict switch
    {
        _ when isAcknowledged => VerdictKind.Acknowledged,
        Verdict.Worse => VerdictKind.Worse,
        _ when isDropped => VerdictKind.Missing,
        _ when isNotMeasured => VerdictKind.NotMeasured,
        Verdict.Undecided => VerdictKind.Undecided,
        Verdict.Better => VerdictKind.Better,
        Verdict.Same => VerdictKind.Same,
        _ => VerdictKind.Unknown,
    };

    /// <summary>Whether nobody knows if it got worse.</summary>
    public static bool IsOpen(this VerdictKind kind) =>
        kind is VerdictKind.Missing or VerdictKind.NotMeasured or VerdictKind.Undecided or VerdictKind.Unknown;
}

/// <summary>What a subject shows signs of.</summary>
public enum Suspicion
{
    None,
    Worse,
    Better,
}

/// <summary>What the gate says of one subject, with what only the gate needs to know.</summary>
internal sealed record SubjectVerdict : CellVerdict
{
    /// <summary>The verdict as long as nothing is known: no rounds, no machine. A new required member must be set here, unasked.</summary>
    [SetsRequiredMembers]
    public SubjectVerdict(Subject subject, Stage stage)
    {
        Subject = subject;
        Cell = subject.Cell;
        Metric = subject.Metric;
        Verdict = Verdict.Unknown;
        Reason = "";
        Stage = stage;
        NotMeasured = true;
        Gates = true;
    }

    public Subject Subject { get; }

    /// <summary>Effect and interval; null when there is nothing to estimate from.</summary>
    public Estimate? Estimate
    {
        get;
        init
        {
            field = value;
            EffectPercent = value?.EffectPercent;
            LowPercent = value?.LowPercent;
            HighPercent = value?.HighPercent;
        }
    }

    /// <summary>The size, in percent, if these rounds would have shown that it got worse by so much, or exclude it; else null.</summary>
    public double? ClearsPercent { get; init; }

    /// <summary>Whether the estimate is below half of the policy's size, however large the size has grown.</summary>
    public bool IsSmall { get; init; }

    /// <summary>Signs of a change in an undecided or unknown verdict.</summary>
    public Suspicion Suspicion { get; init; }

    /// <summary>The machine of these rounds; null without any.</summary>
    public string? Machine { get; init; }

    /// <summary>Pairs until it is looked at again; null when it is decided, or when more pairs are of no use.</summary>
    public int? MorePairs { get; init; }

    /// <summary>Whether more pairs are of no use.</summary>
    public bool IsDecided => Verdict is not (Verdict.Undecided or Verdict.Unknown);

    /// <summary>What it found or shows signs of.</summary>
    public Suspicion Direction => Verdict switch
    {
        Verdict.Worse => Suspicion.Worse,
        Verdict.Better => Suspicion.Better,
        _ => Suspicion,
    };

    /// <summary>Whether it fails a change by itself.</summary>
    public bool IsWorse => this is { Gates: true, Kind: VerdictKind.Worse };
}

public enum Outcome
{
    /// <summary>Nothing got worse, and everything was measured. Exit code 0.</summary>
    Pass,

    /// <summary>Something got worse, and nobody said that it may. Exit code 1.</summary>
    Regressed,

    /// <summary>Something may have got worse. Exit code 3, or 0 where the policy only warns.</summary>
    Undecided,

    /// <summary>Something that was planned was not measured. Exit code 3.</summary>
    Incomplete,
}

internal static class Outcomes
{
    /// <summary>Regressed when a gating subject is worse and not acknowledged; else incomplete when a gating subject was not measured, unless head
    /// dropped it and that is acknowledged, or when there is nothing to judge; else undecided when a suspected change is; else pass.</summary>
    public static Outcome Of(IReadOnlyList<SubjectVerdict> verdicts)
    {
        var kinds = verdicts.Where(verdict => verdict.Gates).Select(verdict => verdict.Kind).ToHashSet();
        return kinds.Contains(VerdictKind.Worse) ? Outcome.Regressed
            : kinds.Count == 0 || kinds.Contains(VerdictKind.Missing) || kinds.Contains(VerdictKind.NotMeasured) ? Outcome.Incomplete
            : kinds.Contains(VerdictKind.Undecided) ? Outcome.Undecided : Outcome.Pass;
    }

    public static int ExitCode(this Outcome outcome, UndecidedRule undecided) => outcome switch
    {
        Outcome.Pass => 0,
        Outcome.Regressed => 1,
        Outcome.Undecided when undecided == UndecidedRule.Warn => 0,
        _ => 3,
    };
}
