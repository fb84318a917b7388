using System.Globalization;
using System.Net;
using System.Text;

namespace PerfMatrix.Evidence.Articles;

/// <summary>Draws values side by side as horizontal bars in SVG, each with its text.</summary>
/// <param name="Title">Title, read out by screen readers.</param>
/// <param name="Bars">Name, value and its text; a bar marked as foreign is drawn pale (the article's own figure).</param>
internal sealed record BarChart(string Title, IReadOnlyList<(string Name, double Value, string Text, bool IsForeign)> Bars)
{
    private const double Width = 900;
    private const double Row = 22;
    private const double Left = 330;
    private const double Room = 150;

    public string ToSvg()
    {
        var svg = new StringBuilder();
        svg.Append(CultureInfo.InvariantCulture,
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {Width} {(Bars.Count * Row) + 8}\" role=\"img\" "
                + $"font-family=\"system-ui,sans-serif\" font-size=\"12\"><title>{WebUtility.HtmlEncode(Title)}</title>");
        var largest = Bars.Select(bar => bar.Value).Where(double.IsFinite).DefaultIfEmpty(1).Max();
        for (var i = 0; i < Bars.Count; i++)
        {
            var width = largest > 0 ? Bars[i].Value / largest * (Width - Left - Room) : 0;
            var y = 4 + (i * Row);
            svg.Append(CultureInfo.InvariantCulture,
                $"<text x=\"{Left - 8}\" y=\"{y + 14}\" text-anchor=\"end\" fill=\"#24292f\">{WebUtility.HtmlEncode(Bars[i].Name)}</text>")
                .Append(CultureInfo.InvariantCulture,
                    $"<rect x=\"{Left}\" y=\"{y + 2}\" width=\"{Math.Max(1, width):0.#}\" height=\"16\" "
                        + $"fill=\"{(Bars[i].IsForeign ? "#afb8c1" : "#0969da")}\"/>")
                .Append(CultureInfo.InvariantCulture,
                    $"<text x=\"{Left + width + 6:0.#}\" y=\"{y + 14}\" fill=\"#24292f\">{WebUtility.HtmlEncode(Bars[i].Text)}</text>");
        }

        return svg.Append("</svg>").ToString();
    }
}
