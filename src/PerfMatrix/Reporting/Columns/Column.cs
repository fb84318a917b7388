namespace PerfMatrix.Reporting;

/// <summary>What a cell of a table means, for colour and words.</summary>
public enum Tone
{
    /// <summary>A plain value.</summary>
    Plain,

    /// <summary>The anchor.</summary>
    Anchor,

    /// <summary>Significantly better.</summary>
    Better,

    /// <summary>Significantly worse.</summary>
    Worse,

    /// <summary>Nobody knows; never shown as good.</summary>
    Unknown,

    /// <summary>Nothing to act on.</summary>
    Quiet,
}

/// <summary>The text of a table cell.</summary>
/// <param name="Value">The text, without a mark for better or worse; renderers add theirs.</param>
/// <param name="Tone">What it means.</param>
public readonly record struct CellText(string Value, Tone Tone = Tone.Plain);

/// <summary>A column of the terminal and Markdown tables. A new one is an entry in <see cref="ReportColumns"/>.</summary>
/// <param name="Heading">Heading, at most two words.</param>
/// <param name="Rank">Importance: narrow consoles drop the highest rank first; 0 is never dropped.</param>
/// <param name="IsNumber">Whether it is aligned to the right.</param>
/// <param name="Text">The text of a row.</param>
public sealed record Column(string Heading, int Rank, bool IsNumber, Func<ReportRow, CellText> Text);
