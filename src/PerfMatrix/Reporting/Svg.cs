using System.Net;

namespace PerfMatrix.Reporting;

/// <summary>A drawing under way. It depends on nothing but its input: no script, no font, nothing from elsewhere.</summary>
internal sealed class Svg
{
    public const string Ink = "#24292f";
    private readonly StringBuilder _text = new();

    /// <param name="title">Read out by screen readers.</param>
    public Svg(double width, double height, string title) => _text.Append(
        $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"system-ui,sans-serif\" "
            + $"font-size=\"12\"><title>{WebUtility.HtmlEncode(title)}</title>");

    /// <param name="place">Further attributes, e.g. <c>text-anchor="end" </c>.</param>
    public void Text(double x, double y, string text, string colour = Ink, string place = "") =>
        _text.Append($"<text x=\"{x:0.#}\" y=\"{y:0.#}\" {place}fill=\"{colour}\">{WebUtility.HtmlEncode(text)}</text>");

    public void Rectangle(double x, double y, double width, double height, string colour) =>
        _text.Append($"<rect x=\"{x:0.#}\" y=\"{y:0.#}\" width=\"{width:0.#}\" height=\"{height:0.#}\" fill=\"{colour}\"/>");

    /// <param name="look">Attributes of stroke and fill.</param>
    public void Path(string path, string look) => _text.Append($"<path d=\"{path}\" {look}/>");

    public override string ToString() => $"{_text}</svg>";
}
