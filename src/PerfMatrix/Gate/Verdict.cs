using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>What the gate says of a subject.</summary>
public enum Verdict
{
    /// <summary>Neither worse nor better by an amount that matters.</summary>
    Same,

    /// <summary>Worse, confirmed.</summary>
    Worse,

    /// <summary>Better, confirmed.</summary>
    Better,

    /// <summary>The data does not say; never shown as good.</summary>
    Unknown,
}

/// <summary>The data that a verdict rests on.</summary>
public enum Stage
{
    /// <summary>The few rounds that every cell gets.</summary>
    Screen,

    /// <summary>Fresh rounds on fresh machines, for suspects.</summary>
    Confirm,

    /// <summary>The rule of a nearly deterministic metric.</summary>
    Tight,
}

/// <summary>What the gate says of one subject, and why.</summary>
public sealed record SubjectVerdict
{
    /// <summary>The cell and metric.</summary>
    public required Subject Subject { get; init; }

    /// <summary>The verdict.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>One sentence for a reader: what the verdict rests on, or what is missing.</summary>
    public required string Reason { get; init; }

    /// <summary>The data it rests on.</summary>
    public required Stage Stage { get; init; }

    /// <summary>Effect and interval; null when there is nothing to estimate from.</summary>
    public Estimate? Estimate { get; init; }

    /// <summary>Number of rounds the estimate uses, over all machines.</summary>
    public int Rounds { get; init; }

    /// <summary>Number of machines the rounds come from.</summary>
    public int Machines { get; init; }

    /// <summary>How many more rounds would probably decide an unknown verdict; null when decided, or when no feasible number would.</summary>
    public int? MoreRounds { get; init; }

    /// <summary>Whether the verdict counts for the outcome; a reported metric, or one too noisy to gate on, does not.</summary>
    public bool Gates { get; init; } = true;

    /// <summary>The reason of the acknowledgement that excuses a worse verdict; null without one.</summary>
    public string? Acknowledged { get; init; }
}
