namespace PerfMatrix.Reporting;

/// <summary>A table with what belongs around it, free of layout: every renderer shows the same content.</summary>
public sealed record TableReport
{
    /// <summary>What the table says, in a few words.</summary>
    public required string Headline { get; init; }

    /// <summary>Headings; the last column may be wrapped.</summary>
    public required IReadOnlyList<TableHeading> Headings { get; init; }

    /// <summary>Rows of as many cells, the most important row first.</summary>
    public required IReadOnlyList<IReadOnlyList<CellText>> Rows { get; init; }

    /// <summary>What else the numbers say.</summary>
    public IReadOnlyList<string> Findings { get; init; } = [];

    /// <summary>How to read the table.</summary>
    public IReadOnlyList<string> Legend { get; init; } = [];

    /// <summary>What a reader must know before trusting the numbers.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <summary>Heading of a column.</summary>
/// <param name="Text">At most two words.</param>
/// <param name="IsNumber">Whether the column is aligned to the right.</param>
public sealed record TableHeading(string Text, bool IsNumber = false);
