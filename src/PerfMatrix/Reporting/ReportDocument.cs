namespace PerfMatrix.Reporting;

/// <summary>A report with text, tables and charts, free of layout: the page of the site and Markdown show the same.</summary>
/// <param name="Context">One line: run, machine, code, time.</param>
/// <param name="Repository">Address of the project that was measured; null where nobody knows.</param>
internal sealed record ReportDocument(string Title, string Context, IReadOnlyList<ReportSection> Sections,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Repository = null);

internal sealed record ReportSection(string Title, IReadOnlyList<ReportPart> Parts);

[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Paragraph), "paragraph")]
[JsonDerivedType(typeof(Bullets), "bullets")]
[JsonDerivedType(typeof(CodeBlock), "code")]
[JsonDerivedType(typeof(DataTable), "table")]
[JsonDerivedType(typeof(TimeChart), "time")]
[JsonDerivedType(typeof(BarChart), "bars")]
internal abstract record ReportPart;

internal sealed record Paragraph(string Text) : ReportPart;

internal sealed record Bullets(IReadOnlyList<string> Items) : ReportPart
{
    /// <summary>Nothing where there are no items.</summary>
    public static IEnumerable<ReportPart> Of(IReadOnlyList<string> items) => items.Count > 0 ? [new Bullets(items)] : [];
}

/// <param name="Text">Lines to copy as they are.</param>
internal sealed record CodeBlock(string Text) : ReportPart;

/// <summary>Writes a report as GitHub-flavoured Markdown, with the captions of its charts.</summary>
internal static class MarkdownDocument
{
    public static string Format(ReportDocument report) => MarkdownText.Lines(
    [
        $"# {MarkdownText.Escape(report.Title)}", "", MarkdownText.Escape(report.Context),
        .. report.Sections.SelectMany(
            IEnumerable<string> (section) => ["", $"## {MarkdownText.Escape(section.Title)}", .. section.Parts.SelectMany(Lines)]),
    ]);

    private static IEnumerable<string> Lines(ReportPart part) => part switch
    {
        Paragraph paragraph => ["", MarkdownText.Escape(paragraph.Text)],
        Bullets bullets => ["", .. bullets.Items.Select(item => $"- {MarkdownText.Escape(item)}")],
        CodeBlock code => ["", "```", code.Text, "```"],
        DataTable table => ["", MarkdownText.Escape(table.Caption), "", .. MarkdownText.Table(table)],
        ChartPart chart => ["", $"*Chart: {MarkdownText.Escape(chart.Caption)}*"],
        _ => throw new InvalidOperationException($"{part.GetType().Name} has no Markdown"),
    };
}

/// <summary>A chart as its numbers: the site draws it, and Markdown has its caption.</summary>
/// <param name="Caption">What it shows, also for those who do not see it.</param>
internal abstract record ChartPart(string Name, string Caption) : ReportPart;

internal sealed record TimeChart(string Name, string Caption, string Unit, IReadOnlyList<Series> Lines) : ChartPart(Name, Caption)
{
    /// <summary>Seconds at which something begins or ends, e.g. a silence.</summary>
    public IReadOnlyList<double> Marks { get; init; } = [];
}

/// <param name="Seconds">Ascending, each with the value of the same place.</param>
internal sealed record Series(string Name, IReadOnlyList<double> Seconds, IReadOnlyList<double> Values, SeriesStyle Style = SeriesStyle.Line)
{
    /// <summary>To 10 ms and a thousandth of the unit, which is more than a chart shows; values that are no numbers are left out.</summary>
    public static Series Of(string name, IEnumerable<(double Seconds, double Value)> points, SeriesStyle style = SeriesStyle.Line)
    {
        var known = points.Where(point => double.IsFinite(point.Value)).ToList();
        return new(name, [.. known.Select(point => Math.Round(point.Seconds, 2))], [.. known.Select(point => Math.Round(point.Value, 3))], style);
    }
}

/// <summary>How points are joined; steps keep a value until the next, for what changes at moments.</summary>
internal enum SeriesStyle
{
    Line,
    Steps,
    Dots,
}

internal sealed record BarChart(string Name, string Caption, IReadOnlyList<Bar> Bars) : ChartPart(Name, Caption);

/// <param name="Text">The value as it is shown.</param>
/// <param name="IsForeign">Whether somebody else measured it, e.g. the author of an article.</param>
internal sealed record Bar(string Name, double Value, string Text, bool IsForeign);
