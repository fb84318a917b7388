namespace PerfMatrix.Reporting;

/// <summary>A table, free of layout: every writer shows the same.</summary>
/// <param name="Caption">What it shows; empty where a headline says it.</param>
/// <param name="Headings">Headings, which need no escaping in Markdown.</param>
/// <param name="HasMarks">Whether better and worse get a mark; otherwise the words of the table tell.</param>
internal sealed record DataTable(
    string Caption, IReadOnlyList<string> Headings, IReadOnlyList<IReadOnlyList<CellText>> Rows, string Title = "", bool HasMarks = false,
    int Gap = 1) : ReportPart
{
    /// <summary>Columns of text; the others hold numbers and are aligned to the right.</summary>
    public IReadOnlyList<int> Texts { get; init; } = [0];

    public string TextOf(CellText cell, Marks marks) => HasMarks ? marks.Apply(cell) : cell.Value;
}

/// <param name="Value">The text, without a mark for better or worse.</param>
internal readonly record struct CellText(string Value, Tone Tone = Tone.Plain)
{
    public static implicit operator CellText(string value) => new(value);
}

/// <summary>What a cell of a table means, for colour and words.</summary>
internal enum Tone
{
    Plain,
    Anchor,
    Better,
    Worse,

    /// <summary>Nobody knows; never shown as good.</summary>
    Unknown,
    Quiet,
}

internal sealed record Marks(string Better, string Worse)
{
    /// <summary>Check mark and cross, or letters where the console has no Unicode.</summary>
    public static Marks For(bool unicode) => unicode ? new("✓", "✗") : new("b", "w");

    /// <summary>Words, where width does not matter.</summary>
    public static Marks Words { get; } = new("better", "worse");

    public string Apply(CellText cell) => cell.Tone switch
    {
        Tone.Better => $"{cell.Value} {Better}",
        Tone.Worse => $"{cell.Value} {Worse}",
        _ => cell.Value,
    };
}

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
