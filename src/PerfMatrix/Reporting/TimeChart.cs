using System.Net;

namespace PerfMatrix.Reporting;

/// <param name="Points">Seconds and values, in the order of time; a gap longer than <see cref="TimeChart.Gap"/> is not bridged.</param>
internal sealed record Series(string Name, string Colour, IReadOnlyList<(double Seconds, double Value)> Points);

/// <summary>Draws values over time as SVG: areas stacked on each other, and lines over them.</summary>
internal sealed record TimeChart
{
    /// <summary>Seconds between two points from which on nothing is drawn between them: nobody looked.</summary>
    public const double Gap = 3;

    private const string Grey = "#57606a";
    private const double Width = 900;
    private const double Height = 260;
    private const double Left = 64;
    private const double Right = 12;
    private const double Top = 12;
    private const double Bottom = 58;
    private const double PlotWidth = Width - Left - Right;
    private const double PlotHeight = Height - Top - Bottom;

    public required string Title { get; init; }
    public required string Unit { get; init; }

    /// <summary>Areas stacked from the bottom; all with the same times.</summary>
    public IReadOnlyList<Series> Stacked { get; init; } = [];
    public IReadOnlyList<Series> Lines { get; init; } = [];

    /// <summary>Lines that keep their value until the next point, for what changes at moments.</summary>
    public bool IsStepped { get; init; }

    /// <summary>Spans of time to shade, e.g. of silence.</summary>
    public IReadOnlyList<(double From, double To)> Shaded { get; init; } = [];

    public string ToSvg()
    {
        var svg = new Svg(Width, Height, Title);
        var scale = Scale.Of(this);
        foreach (var (from, to) in Shaded) svg.Rectangle(X(from, scale), Top, X(to, scale) - X(from, scale), PlotHeight, "#eaeef2");
        DrawAxes(svg, scale);
        DrawStack(svg, scale);
        foreach (var line in Lines)
            svg.Path(Path(line.Points, scale, IsStepped), $"fill=\"none\" stroke=\"{line.Colour}\" stroke-width=\"1.6\"");
        DrawLegend(svg);
        return svg.ToString();
    }

    private static double X(double seconds, Scale scale) => Left + ((seconds - scale.From) / (scale.To - scale.From) * PlotWidth);

    private static double Y(double value, Scale scale) => Top + ((1 - (value / scale.Top)) * PlotHeight);

    private void DrawAxes(Svg svg, Scale scale)
    {
        for (var value = 0.0; value <= scale.Top * 1.0001; value += scale.Step)
        {
            var y = Y(value, scale);
            svg.Path($"M{Left} {y:0.#}H{Width - Right}", "stroke=\"#d0d7de\" stroke-width=\".6\"");
            svg.Text(Left - 6, y + 4, $"{value:0.##}", Grey, "text-anchor=\"end\" ");
        }

        for (var seconds = (Math.Ceiling(scale.From / scale.TimeStep) * scale.TimeStep) + 0.0; seconds <= scale.To; seconds += scale.TimeStep)
            svg.Text(X(seconds, scale), Height - Bottom + 16, $"{seconds + 0.0:0} s", Grey, "text-anchor=\"middle\" ");
        var middle = Top + (PlotHeight / 2);
        svg.Text(12, middle, Unit, Grey, $"transform=\"rotate(-90 12 {middle})\" text-anchor=\"middle\" ");
        svg.Text(Width - Right, Height - Bottom + 30, "time since the load began", Grey, "text-anchor=\"end\" ");
    }

    private void DrawStack(Svg svg, Scale scale)
    {
        if (Stacked.Count == 0) return;
        var below = Stacked[0].Points.Select(point => (point.Seconds, Value: 0.0)).ToList();
        foreach (var area in Stacked)
        {
            var above = below.Zip(area.Points, (under, point) => (under.Seconds, Value: under.Value + point.Value)).ToList();
            foreach (var (first, count) in Runs(above))
            {
                var outline = above.GetRange(first, count).Concat(Enumerable.Reverse(below.GetRange(first, count)));
                svg.Path(Path([.. outline], scale, stepped: false, bridges: true) + "Z", $"fill=\"{area.Colour}\" fill-opacity=\".8\"");
            }

            below = above;
        }
    }

    /// <summary>Stretches of points without a gap between them.</summary>
    private static IEnumerable<(int First, int Count)> Runs(List<(double Seconds, double Value)> points)
    {
        var first = 0;
        for (var i = 1; i <= points.Count; i++)
        {
            if (i < points.Count && points[i].Seconds - points[i - 1].Seconds <= Gap) continue;
            yield return (first, i - first);
            first = i;
        }
    }

    private static string Path(IReadOnlyList<(double Seconds, double Value)> points, Scale scale, bool stepped, bool bridges = false)
    {
        var path = new StringBuilder();
        for (var i = 0; i < points.Count; i++)
        {
            var (x, y) = (X(points[i].Seconds, scale), Y(points[i].Value, scale));
            var isNew = i == 0 || (!bridges && !stepped && points[i].Seconds - points[i - 1].Seconds > Gap);
            if (isNew) path.Append($"M{x:0.#} {y:0.#}");
            else if (stepped) path.Append($"H{x:0.#}V{y:0.#}");
            else path.Append($"L{x:0.#} {y:0.#}");
        }

        return path.ToString();
    }

    private void DrawLegend(Svg svg)
    {
        var x = Left;
        foreach (var series in Stacked.Concat(Lines))
        {
            svg.Rectangle(x, Height - 24, 12, 12, series.Colour);
            svg.Text(x + 16, Height - 14, series.Name);
            x += 30 + (7 * series.Name.Length);
        }
    }

    private sealed record Scale(double From, double To, double TimeStep, double Top, double Step)
    {
        public static Scale Of(TimeChart chart)
        {
            var times = chart.Stacked.Concat(chart.Lines).SelectMany(series => series.Points).Select(point => point.Seconds).DefaultIfEmpty(0)
                .ToList();
            var (from, to) = (Math.Min(0, times.Min()), Math.Max(times.Max(), times.Min() + 1));
            var step = Round(Math.Max(chart.Highest(), 1e-9) / 4);
            return new Scale(from, to, Round((to - from) / 8), Math.Ceiling(Math.Max(chart.Highest(), 1e-9) / step) * step, step);
        }

        /// <summary>The next 1, 2 or 5 times a power of ten.</summary>
        private static double Round(double step)
        {
            var power = Math.Pow(10, Math.Floor(Math.Log10(step)));
            return power * (step / power <= 1 ? 1 : step / power <= 2 ? 2 : step / power <= 5 ? 5 : 10);
        }
    }

    private double Highest()
    {
        var stacked = Stacked.Count == 0 ? 0 : Enumerable.Range(0, Stacked[0].Points.Count).Max(i => Stacked.Sum(series => series.Points[i].Value));
        return Math.Max(stacked, Lines.SelectMany(line => line.Points).Select(point => point.Value).DefaultIfEmpty(0).Max());
    }
}

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
