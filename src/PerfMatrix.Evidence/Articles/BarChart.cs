namespace PerfMatrix.Evidence.Articles;

/// <summary>Draws values side by side as horizontal bars in SVG, each with its text.</summary>
/// <param name="Bars">Name, value and its text; a bar marked as foreign is drawn pale (the article's own figure).</param>
internal sealed record BarChart(string Title, IReadOnlyList<(string Name, double Value, string Text, bool IsForeign)> Bars)
{
    private const double Width = 900;
    private const double Row = 22;
    private const double Left = 330;
    private const double Room = 150;

    public string ToSvg()
    {
        var svg = new Svg(Width, (Bars.Count * Row) + 8, Title);
        var largest = Bars.Select(bar => bar.Value).Where(double.IsFinite).DefaultIfEmpty(1).Max();
        foreach (var (i, bar) in Bars.Index())
        {
            var width = largest > 0 ? bar.Value / largest * (Width - Left - Room) : 0;
            var y = 4 + (i * Row);
            svg.Text(Left - 8, y + 14, bar.Name, place: "text-anchor=\"end\" ");
            svg.Rectangle(Left, y + 2, Math.Max(1, width), 16, bar.IsForeign ? "#afb8c1" : "#0969da");
            svg.Text(Left + width + 6, y + 14, bar.Text);
        }

        return svg.ToString();
    }
}
