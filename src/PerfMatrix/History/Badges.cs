using System.Security;

namespace PerfMatrix.History;

/// <summary>Badges for a README: SVG without fonts, scripts or anything from elsewhere.</summary>
internal static class Badges
{
    private const string Green = "#2a6e2a";
    private const string Red = "#b02a2a";
    private const string Grey = "#5a5a5a";
    public const string Gate = "badges/gate.svg";

    /// <summary>File of the share of A/A runs that failed.</summary>
    public const string SelfTest = "badges/aa.svg";

    internal static void Write(IHistoryFiles files, HistoryStore history, FileChanges changes)
    {
        changes.Set(files, Gate, OfVerdict(history.Index.Verdict));
        changes.Set(files, SelfTest, OfSelfTest(history.Index.Selftest));
    }

    /// <summary>The badge of a verdict; unknown is never green.</summary>
    public static byte[] OfVerdict(VerdictEntry? verdict) => verdict?.Outcome switch
    {
        "pass" => Svg("performance gate", "pass", Green),
        "regressed" => Svg("performance gate", $"{verdict.Worse} worse", Red),
        "undecided" => Svg("performance gate", "undecided", Grey),
        "incomplete" => Svg("performance gate", "incomplete", Grey),
        _ => Svg("performance gate", "no verdict yet", Grey),
    };

    /// <summary>The badge of the A/A self-test: share of runs that failed without any change, with the upper end of its interval.</summary>
    public static byte[] OfSelfTest(SelftestEntry? test) => test is { AaRuns: > 0, High: { } high }
        ? Svg("false alarms", $"{test.AaRed} of {test.AaRuns} (at most {100 * high:0.#} %)", test.AaRed == 0
            ? Green : Red)
        : Svg("false alarms", "not tested yet", Grey);

    private static byte[] Svg(string label, string text, string colour)
    {
        var (left, right) = (Width(label), Width(text));
        var title = SecurityElement.Escape($"{label}: {text}");
        return Encoding.UTF8.GetBytes(
            $"""
            <svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" aria-label="{title}">
            <title>{title}</title>
            <rect width="{left}" height="20" fill="#333"/><rect x="{left}" width="{right}" height="20" fill="{colour}"/>
            <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
            <text x="{left / 2}" y="14">{SecurityElement.Escape(label)}</text>
            <text x="{left + (right / 2)}" y="14">{SecurityElement.Escape(text)}</text>
            </g></svg>

            """);
    }

    private static int Width(string text) => (7 * text.Length) + 12;
}
