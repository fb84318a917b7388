namespace PerfMatrix.Reporting;

/// <summary>Tables with what belongs around them, free of layout: every writer shows the same content.</summary>
internal sealed record TableReport
{
    /// <summary>What it is about; empty where the caption of its only table says all.</summary>
    public string Title { get; init; } = "";

    /// <summary>One line below the title: machine, code, time.</summary>
    public string Context { get; init; } = "";

    /// <summary>Sentences for a reader who looks at nothing else.</summary>
    public IReadOnlyList<string> Summary { get; init; } = [];
    public required IReadOnlyList<ShownTable> Tables { get; init; }

    /// <summary>What a mark for worse says, e.g. worse than the anchor; null without marks.</summary>
    public string? Worse { get; init; }
    public IReadOnlyList<string> Findings { get; init; } = [];
    public IReadOnlyList<string> Legend { get; init; } = [];

    /// <summary>What a reader must know before trusting the numbers.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <param name="Table">The most important row first; its caption says in plain words what it shows.</param>
internal sealed record ShownTable(DataTable Table)
{
    /// <summary>What is not in it, and why.</summary>
    public IReadOnlyList<(string Status, string Text)> Lacks { get; init; } = [];
}
