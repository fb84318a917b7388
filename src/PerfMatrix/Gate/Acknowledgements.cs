namespace PerfMatrix.Gate;

/// <summary>An entry of <c>crank/acknowledged.yml</c>: somebody knows that this is worse, and why it may be.</summary>
/// <param name="Cell">Id of the cell; <c>*</c> stands for any text.</param>
/// <param name="Metric">The metric; <see cref="Dropped"/> for a cell that head may drop, with all its metrics.</param>
/// <param name="Reason">Why it may be worse; not empty.</param>
internal sealed record Acknowledgement(string Cell, string Metric, string Reason, DateOnly Expires, string Position)
{
    /// <summary>Stands in the place of a metric.</summary>
    public const string Dropped = "dropped";

    public bool IsOfDropped => Metric == Dropped;

    public bool Covers(Subject subject) => Metric == subject.Metric && Wildcard.Matches(Cell, subject.Cell);

    /// <summary>Whether it excuses a verdict: one that is worse, or may be, of its metric; or one that is missing because head dropped it.</summary>
    public bool Excuses(SubjectVerdict verdict) => IsOfDropped
        ? verdict.Dropped && Wildcard.Matches(Cell, verdict.Subject.Cell)
        : verdict.Verdict is Verdict.Worse or Verdict.Undecided && Covers(verdict.Subject);
}

/// <summary>A change point of the trend that somebody knows of, so that no issue is open for it.</summary>
/// <param name="Change">Its id in <c>changes.json</c>.</param>
internal sealed record AcknowledgedChange(string Change, string Reason, DateOnly Expires);

internal static class Acknowledgements
{
    /// <summary>Refuses entries that have expired, give no reason, or cover nothing.</summary>
    /// <param name="known">Every subject of the whole matrix, not only those of the run; read no further than an entry needs.</param>
    /// <exception cref="UsageException">Names each bad entry, its position and what to do.</exception>
    public static void Require(IReadOnlyCollection<Acknowledgement> entries, DateOnly today, IEnumerable<Subject> known)
    {
        // What was dropped is in no matrix once that is merged; the entry then ends by its date.
        var unmatched = entries.Where(entry => !entry.IsOfDropped).ToHashSet();
        foreach (var subject in known.TakeWhile(_ => unmatched.Count > 0)) unmatched.RemoveWhere(entry => entry.Covers(subject));
        var problems = entries.Select(entry => Problem(entry, today, !unmatched.Contains(entry))).OfType<string>().ToList();
        if (problems.Count > 0) throw new UsageException(string.Join(Environment.NewLine, problems));
    }

    /// <summary>Marks the verdicts that an entry excuses with its reason.</summary>
    public static IReadOnlyList<SubjectVerdict> Apply(IReadOnlyList<SubjectVerdict> verdicts, IReadOnlyCollection<Acknowledgement> entries) =>
        [.. verdicts.Select(verdict => entries.FirstOrDefault(entry => entry.Excuses(verdict)) is { } entry
            ? verdict with { Acknowledged = entry.Reason } : verdict)];

    private static string? Problem(Acknowledgement entry, DateOnly today, bool isMatched)
    {
        if (string.IsNullOrWhiteSpace(entry.Reason))
            return $"{entry.Position}: the acknowledgement of {entry.Cell} {entry.Metric} gives no reason; say why it may be worse";
        if (entry.Expires < today)
            return $"{entry.Position}: the acknowledgement of {entry.Cell} {entry.Metric} expired on {entry.Expires:yyyy-MM-dd}; remove it, or "
                + $"give a new date and reason";
        return isMatched ? null
            : $"{entry.Position}: the acknowledgement of {entry.Cell} {entry.Metric} matches no cell and metric of the matrix; correct or remove it";
    }
}

internal static class AcknowledgementFile
{
    public const string Name = "crank/acknowledged.yml";

    private const string Change = "change";

    public static IReadOnlyList<Acknowledgement> Load(string root) => Read(ConfigurationFiles.Of(root));

    /// <summary>The entries; none without the file.</summary>
    public static IReadOnlyList<Acknowledgement> Read(ConfigurationFiles files) => files.Find(Name) is { } file ? Read(file) : [];

    /// <summary>Reads the entries. Whether they still hold is checked by <see cref="Acknowledgements.Require"/>.</summary>
    /// <exception cref="UsageException">A key or metric is unknown, a key is missing, or a date is none; names file, line and key.</exception>
    public static IReadOnlyList<Acknowledgement> Read(YamlMap file) =>
        [.. Entries(file).Where(entry => entry.Entry(Change) is null).Select(ReadEntry)];

    /// <summary>The entries about change points of the trend. They excuse nothing in a pull request, and one that has expired fails none.</summary>
    /// <exception cref="UsageException">The same.</exception>
    public static IReadOnlyList<AcknowledgedChange> Changes(ConfigurationFiles files) => files.Find(Name) is not { } file ? [] :
    [
        .. Entries(file).Where(entry => entry.Entry(Change) is not null).Select(entry => new AcknowledgedChange(
            entry.Allow(Change, "reason", "expires").Required(Change).AsText(),
            entry.Required("reason").AsText(),
            entry.Required("expires").AsDate())),
    ];

    private static IEnumerable<YamlMap> Entries(YamlMap file) =>
        file.Allow("acknowledged").Required("acknowledged").AsList().Items.Select(item => item.AsMap());

    private static Acknowledgement ReadEntry(YamlMap entry)
    {
        var metric = entry.Allow("cell", "metric", "reason", "expires").Required("metric");
        return new(
            entry.Required("cell").AsText(),
            metric.AsText() == Acknowledgement.Dropped ? Acknowledgement.Dropped : GatePolicyFile.MetricName(metric.AsText(), metric.Place),
            entry.Required("reason").AsText(),
            entry.Required("expires").AsDate(),
            $"{entry.Place.File}:{entry.Place.Line}");
    }
}
