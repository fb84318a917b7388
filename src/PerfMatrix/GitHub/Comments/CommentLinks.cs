using PerfMatrix.Gate;

namespace PerfMatrix.GitHub;

/// <summary>Where to look closer on the trend site.</summary>
internal static class CommentLinks
{
    private const int MostCells = 4;

    public static string Of(VerdictDocument verdict, CommentContext context)
    {
        var worst = CommentTable.Rows(verdict).Take(MostCells).ToList();
        if (worst.Count == 0) return $"[Trend of the base branch]({context.Site}).\n";
        var cells = string.Join(',', worst.Select(cell => Escape(cell.Cell)).Distinct());
        return $"**Base branch:** [compare the variants]({context.Site}#/compare?b={Escape(worst[0].Cell)}&metric={worst[0].Metric}) · [trend of these cells]({context.Site}#/trend?cells={cells}&metric={worst[0].Metric})\n";
    }

    // As the site writes its own addresses: slashes stay. Parentheses would end a Markdown link.
    private static string Escape(string cell) =>
        Uri.EscapeDataString(cell).Replace("%2F", "/", StringComparison.Ordinal).Replace("%40", "@", StringComparison.Ordinal)
            .Replace("(", "%28", StringComparison.Ordinal).Replace(")", "%29", StringComparison.Ordinal);
}
