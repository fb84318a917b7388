using System.Security;

namespace PerfMatrix.History;

/// <summary>Badges for a README: SVG without fonts, scripts or anything from elsewhere.</summary>
internal static class Badges
{
    private const string Green = "#2a6e2a";
    private const string Red = "#b02a2a";
    private const string Grey = "#5a5a5a";
    public const string Gate = "badges/gate.svg";
    public const string SelfTest = "badges/aa.svg";

    internal static void Write(IHistoryFiles files, HistoryStore history, FileChanges changes)
    {
        var isGenerated = history.Index.Generated;
        changes.Set(files, Gate, OfVerdict(history.Index.Verdict, isGenerated));
        changes.Set(files, SelfTest, OfSelfTest(history.Index.Selftest, isGenerated));
    }

    /// <summary>The badge of a verdict; unknown is never green.</summary>
    /// <param name="isGenerated">Whether it is that of a demo: such a badge says so, and has no colour.</param>
    public static byte[] OfVerdict(VerdictEntry? verdict, bool isGenerated = false)
    {
        var (text, colour) = verdict?.Outcome switch
        {
            "pass" => ("pass", Green),
            "regressed" => ($"{verdict.Worse} worse", Red),
            "undecided" or "incomplete" => (verdict.Outcome, Grey),
            _ => ("no verdict yet", Grey),
        };
        return Svg("performance gate", text, colour, isGenerated);
    }

    /// <summary>The badge of the A/A self-test: share of red runs, with the upper end of its interval. Green: all had an answer.</summary>
    public static byte[] OfSelfTest(SelftestEntry? test, bool isGenerated = false) => test is { AaRuns: > 0, High: { } high }
        ? Svg("false alarms", $"{test.AaRed} of {test.AaRuns} (at most {100 * high:0.#} %)"
            + (test.AaUnanswered > 0 ? $", {test.AaUnanswered} without an answer" : ""),
            test.AaRed > 0 ? Red : test.AaUnanswered == 0 ? Green : Grey, isGenerated)
        : Svg("false alarms", "not tested yet", Grey, isGenerated);

    private static byte[] Svg(string subject, string text, string known, bool isGenerated)
    {
        var (label, colour) = isGenerated ? ($"generated data: {subject}", Grey) : (subject, known);
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
