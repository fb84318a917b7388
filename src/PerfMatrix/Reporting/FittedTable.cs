namespace PerfMatrix.Reporting;

/// <summary>The part of a table that fits a width.</summary>
/// <param name="Columns">The columns kept.</param>
/// <param name="Cells">Their texts, row by row, marks included.</param>
internal sealed record FittedTable(IReadOnlyList<Column> Columns, IReadOnlyList<IReadOnlyList<CellText>> Cells)
{
    private const int Gap = 1;

    /// <summary>Drops columns, the highest rank first, until the rest fits; columns of rank 0 stay.</summary>
    public static FittedTable Of(IReadOnlyList<Column> columns, IReadOnlyList<ReportRow> rows, Marks marks, int width)
    {
        var kept = columns.ToList();
        while (Width(kept, rows, marks) > width && kept.Exists(column => column.Rank > 0)) kept.Remove(kept.MaxBy(column => column.Rank)!);
        return new FittedTable(kept, [.. rows.Select(row => (IReadOnlyList<CellText>)[.. kept.Select(column => Marked(column, row, marks))])]);
    }

    private static CellText Marked(Column column, ReportRow row, Marks marks)
    {
        var text = column.Text(row);
        return text with { Value = marks.Apply(text) };
    }

    private static int Width(List<Column> columns, IReadOnlyList<ReportRow> rows, Marks marks) =>
        columns.Sum(column => Gap + rows.Select(row => Marked(column, row, marks).Value.Length).Append(column.Heading.Length).Max());
}
