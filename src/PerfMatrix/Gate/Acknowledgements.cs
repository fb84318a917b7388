namespace PerfMatrix.Gate;

/// <summary>An entry of <c>crank/acknowledged.yml</c>: somebody knows that this is worse, and why it may be.</summary>
/// <param name="Cell">Id of the cell; <c>*</c> stands for any text.</param>
/// <param name="Metric">Name of the metric.</param>
/// <param name="Reason">Why it may be worse; not empty.</param>
/// <param name="Expires">The last day on which it holds.</param>
/// <param name="Position">File and line, for messages.</param>
public sealed record Acknowledgement(string Cell, string Metric, string Reason, DateOnly Expires, string Position)
{
    /// <summary>Whether the entry is about this subject.</summary>
    public bool Covers(Subject subject) => Metric == subject.Metric && Wildcard.Matches(Cell, subject.Cell);
}

/// <summary>Applies acknowledgements, and refuses those that nobody would miss.</summary>
public static class Acknowledgements
{
    /// <summary>Refuses entries that have expired, give no reason, or cover nothing.</summary>
    /// <param name="entries">The entries.</param>
    /// <param name="today">The date to compare with.</param>
    /// <param name="known">Every subject of the whole matrix, not only those of the run.</param>
    /// <exception cref="UsageException">Names each bad entry, its position and what to do.</exception>
    public static void Require(IEnumerable<Acknowledgement> entries, DateOnly today, IReadOnlyCollection<Subject> known)
    {
        var problems = entries.Select(entry => Problem(entry, today, known)).OfType<string>().ToList();
        if (problems.Count > 0)
            throw new UsageException(string.Join(Environment.NewLine, problems));
    }

    /// <summary>Marks the worse verdicts that an entry covers with its reason.</summary>
    public static IReadOnlyList<SubjectVerdict> Apply(IReadOnlyList<SubjectVerdict> verdicts, IReadOnlyCollection<Acknowledgement> entries) =>
        [.. verdicts.Select(v => v.Verdict == Verdict.Worse ? v with { Acknowledged = entries.FirstOrDefault(e => e.Covers(v.Subject))?.Reason } : v)];

    private static string? Problem(Acknowledgement entry, DateOnly today, IReadOnlyCollection<Subject> known)
    {
        if (string.IsNullOrWhiteSpace(entry.Reason))
            return $"{entry.Position}: the acknowledgement of {entry.Cell} {entry.Metric} gives no reason; say why it may be worse";
        if (entry.Expires < today)
            return $"{entry.Position}: the acknowledgement of {entry.Cell} {entry.Metric} expired on {entry.Expires:yyyy-MM-dd}; remove it, or give a new date and reason";
        return known.Any(entry.Covers)
            ? null
            : $"{entry.Position}: the acknowledgement of {entry.Cell} {entry.Metric} matches no cell and metric of the matrix; correct or remove it";
    }
}
