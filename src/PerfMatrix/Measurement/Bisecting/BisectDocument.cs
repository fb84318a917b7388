namespace PerfMatrix.Measurement.Bisecting;

/// <summary>The log of a bisection, <c>bisect.json</c>, schema version 1. Written after every step, so that the same command goes on where it was
/// interrupted.</summary>
internal sealed record BisectDocument
{
    internal static DocumentFile<BisectDocument> File { get; } = new(
        "bisect.json", "the log of a bisection", "Give the folder of a bisection.", "remove it to begin again")
    {
        IsIndented = true,
    };

    public int SchemaVersion { get; init; } = 1;
    public required string Cell { get; init; }
    public required string Metric { get; init; }

    /// <summary>The good end, which every candidate is compared with.</summary>
    public required BisectCandidate Good { get; init; }

    /// <summary>The candidates, oldest first; the last is the bad end.</summary>
    public required IReadOnlyList<BisectCandidate> Candidates { get; init; }

    public required IReadOnlyList<BisectEvidence> Steps { get; init; }

    [JsonIgnore]
    public BisectStep Next => BisectSearch.Next(Candidates.Count, Answers);

    private Dictionary<int, BisectAnswer> Answers => Steps.ToDictionary(step => IndexOf(step.Candidate), step => step.Answer);

    /// <summary>Whether the other is about the same question, so that its steps answer this one.</summary>
    public bool Asks(BisectDocument other) =>
        (Cell, Metric, Good) == (other.Cell, other.Metric, other.Good) && Candidates.SequenceEqual(other.Candidates);

    /// <summary>The evidence of a candidate; null when it was not measured.</summary>
    public BisectEvidence? EvidenceOf(int candidate) => Steps.FirstOrDefault(step => step.Candidate == Candidates[candidate].Id);

    /// <summary>The candidate before the first bad one, or the good end.</summary>
    public BisectCandidate Before(FirstBad first) => first.Candidate == 0 ? Good : Candidates[first.Candidate - 1];

    private int IndexOf(string candidate) => Enumerable.Range(0, Candidates.Count).First(index => Candidates[index].Id == candidate);
}

/// <param name="Id">The commit, 40 hexadecimal digits, or the version.</param>
/// <param name="Title">For people: the first line of the commit's message, or the version.</param>
internal sealed record BisectCandidate(string Id, string Title);

/// <param name="EffectPercent">Estimated change against the good end, above 0 is worse; null when nothing could be estimated.</param>
/// <param name="Run">The run document, relative to this file; null when nothing was measured.</param>
internal sealed record BisectEvidence(
    string Candidate, BisectAnswer Answer, string Reason, double? EffectPercent, double? LowPercent, double? HighPercent, int Rounds, string? Run);
