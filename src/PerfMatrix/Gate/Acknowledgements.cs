namespace PerfMatrix.Gate;

/// <summary>An entry of <c>crank/acknowledged.yml</c>: somebody knows that this is worse, and why it may be.</summary>
/// <param name="Cell">Id of the cell; <c>*</c> stands for any text.</param>
/// <param name="Reason">Why it may be worse; not empty.</param>
internal sealed record Acknowledgement(string Cell, string Metric, string Reason, DateOnly Expires, string Position)
{
    public bool Covers(Subject subject) => Metric == subject.Metric && Wildcard.Matches(Cell, subject.Cell);
}

/// <summary>Applies acknowledgements, and refuses those that nobody would miss.</summary>
internal static class Acknowledgements
{
    /// <summary>Refuses entries that have expired, give no reason, or cover nothing.</summary>
    /// <param name="known">Every subject of the whole matrix, not only those of the run.</param>
    /// <exception cref="UsageException">Names each bad entry, its position and what to do.</exception>
    public static void Require(IEnumerable<Acknowledgement> entries, DateOnly today, IReadOnlyCollection<Subject> known)
    {
        var problems = entries.Select(entry => Problem(entry, today, known)).OfType<string>().ToList();
        if (problems.Count > 0) throw new UsageException(string.Join(Environment.NewLine, problems));
    }

    /// <summary>Marks the worse and undecided verdicts that an entry covers with its reason.</summary>
    public static IReadOnlyList<SubjectVerdict> Apply(IReadOnlyList<SubjectVerdict> verdicts, IReadOnlyCollection<Acknowledgement> entries) =>
        [.. verdicts.Select(v => v.Verdict is Verdict.Worse or Verdict.Undecided ? v with
        {
            Acknowledged = entries.FirstOrDefault(e => e.Covers(v.Subject))?.Reason,
        } : v)];

    private static string? Problem(Acknowledgement entry, DateOnly today, IReadOnlyCollection<Subject> known)
    {
        if (string.IsNullOrWhiteSpace(entry.Reason))
            return $"{entry.Position}: the acknowledgement of {entry.Cell} {entry.Metric} gives no reason; say why it may be worse";
        if (entry.Expires < today)
            return $"{entry.Position}: the acknowledgement of {entry.Cell} {entry.Metric} expired on {entry.Expires:yyyy-MM-dd}; remove it, or "
                + $"give a new date and reason";
        return known.Any(entry.Covers)
            ? null
            : $"{entry.Position}: the acknowledgement of {entry.Cell} {entry.Metric} matches no cell and metric of the matrix; correct or remove it";
    }
}

/// <summary>Reads <c>crank/acknowledged.yml</c>.</summary>
internal static class AcknowledgementFile
{
    /// <summary>The file, relative to the root.</summary>
    public const string Name = "crank/acknowledged.yml";

    /// <summary>Reads the entries. Whether they still hold is checked by <see cref="Acknowledgements.Require"/>, which needs the date and the
    /// cells.</summary>
    /// <exception cref="UsageException">A key or metric is unknown, a key is missing, or a date is none; names file, line and key.</exception>
    public static IReadOnlyList<Acknowledgement> Read(YamlMap file) =>
        [.. file.Allow("acknowledged").Required("acknowledged").AsList().Items.Select(item => ReadEntry(item.AsMap()))];

    private static Acknowledgement ReadEntry(YamlMap entry)
    {
        var metric = entry.Allow("cell", "metric", "reason", "expires").Required("metric");
        return new(
            entry.Required("cell").AsText(),
            PolicyNames.Metric(metric.AsText(), metric.Place),
            entry.Required("reason").AsText(),
            entry.Required("expires").AsDate(),
            $"{entry.Place.File}:{entry.Place.Line}");
    }
}
