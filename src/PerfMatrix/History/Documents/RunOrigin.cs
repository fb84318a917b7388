namespace PerfMatrix.History;

/// <summary>What github-action-benchmark kept of a run besides values. Nothing is computed with it, so it is text as it stood there.</summary>
/// <param name="Commit">The commit.</param>
/// <param name="Entries">The entries that make the run, one a suite.</param>
/// <param name="Texts">Range and extra text of the values, by metric; a metric without either is left out.</param>
public sealed record RunOrigin(OriginCommit Commit, IReadOnlyList<OriginEntry> Entries, IReadOnlyDictionary<string, OriginTexts> Texts);

/// <summary>A commit as the payload of a push has it; null where something is missing.</summary>
/// <param name="Message">Its message.</param>
/// <param name="Timestamp">When it was made.</param>
/// <param name="Url">Its page.</param>
/// <param name="Author">Who wrote it.</param>
/// <param name="Committer">Who committed it.</param>
public sealed record OriginCommit(string? Message, string? Timestamp, string? Url, OriginPerson? Author, OriginPerson? Committer);

/// <summary>A person; null where something is missing.</summary>
/// <param name="Name">Name.</param>
/// <param name="Email">Mail address.</param>
/// <param name="Username">Name on the server.</param>
public sealed record OriginPerson(string? Name, string? Email, string? Username);

/// <summary>An entry: what one call of the action stored.</summary>
/// <param name="Suite">The suite, the action's input <c>name</c>.</param>
/// <param name="Tool">The action's input <c>tool</c>.</param>
/// <param name="Date">When it was stored.</param>
public sealed record OriginEntry(string Suite, string Tool, DateTimeOffset Date);

/// <summary>Texts beside the values of a metric, by variant; empty when no variant has one.</summary>
/// <param name="Range">Scatter, e.g. <c>± 5</c>.</param>
/// <param name="Extra">Text of the tooltip.</param>
public sealed record OriginTexts(IReadOnlyList<string?> Range, IReadOnlyList<string?> Extra);
