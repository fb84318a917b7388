namespace PerfMatrix.Reporting.Documents;

/// <summary>A report with text, tables and charts, free of layout: HTML and Markdown show the same.</summary>
/// <param name="Title">Title.</param>
/// <param name="Context">One line: run, machine, code, time.</param>
/// <param name="Sections">The sections in order.</param>
public sealed record ReportDocument(string Title, string Context, IReadOnlyList<ReportSection> Sections);

/// <summary>A section of a report.</summary>
/// <param name="Title">Its heading.</param>
/// <param name="Parts">What it holds, in order.</param>
public sealed record ReportSection(string Title, IReadOnlyList<ReportPart> Parts);

/// <summary>A part of a section.</summary>
public abstract record ReportPart;

/// <summary>A paragraph of plain text.</summary>
/// <param name="Text">The text.</param>
public sealed record Paragraph(string Text) : ReportPart;

/// <summary>A list of sentences.</summary>
/// <param name="Items">The sentences.</param>
public sealed record Bullets(IReadOnlyList<string> Items) : ReportPart;

/// <summary>A table; the first column is text, the others are aligned to the right.</summary>
/// <param name="Caption">What it shows.</param>
/// <param name="Headings">Headings.</param>
/// <param name="Rows">Rows of as many cells.</param>
public sealed record DataTable(string Caption, IReadOnlyList<string> Headings, IReadOnlyList<IReadOnlyList<string>> Rows) : ReportPart;

/// <summary>A chart.</summary>
/// <param name="Name">Name of its file where it has one, without extension.</param>
/// <param name="Caption">What it shows, also for those who do not see it.</param>
/// <param name="Svg">The SVG element.</param>
public sealed record ChartPart(string Name, string Caption, string Svg) : ReportPart;
