using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;

namespace PerfMatrix.GitHub;

/// <summary>
/// The verdict as the summary of a step: the outcome first, then common shifts and what did not report, then tables from worse to same. GitHub drops a summary of more than 1 MiB, so what does
/// not fit is left out by whole tables, which the last line counts.
/// </summary>
public static class VerdictSummary
{
    /// <summary>Most bytes of a summary.</summary>
    public const int Budget = 900_000;

    private const int RowsOfTable = 200;

    // Room for the line that counts what is left out.
    private const int Reserve = 300;

    /// <summary>The summary.</summary>
    /// <param name="verdict">The verdict.</param>
    /// <param name="problems">What did not report.</param>
    /// <param name="budget">Most bytes in UTF-8.</param>
    public static string Of(VerdictDocument verdict, IReadOnlyList<string> problems, int budget = Budget)
    {
        var text = new StringBuilder(Head(verdict, problems));
        var size = Encoding.UTF8.GetByteCount(text.ToString());
        var tables = Tables(verdict).ToList();
        var shown = 0;
        foreach (var table in tables)
        {
            size += Encoding.UTF8.GetByteCount(table);
            if (size > budget - Reserve) break;
            text.Append(table);
            shown++;
        }

        if (shown < tables.Count)
            text.Append($"\n{tables.Count - shown} of {tables.Count} tables are left out, because GitHub shows no more; verdict.json in the artifact of this job has everything.\n");
        return text.ToString();
    }

    private static string Head(VerdictDocument verdict, IReadOnlyList<string> problems)
    {
        const int most = 100;
        var text = new StringBuilder($"## {MarkdownText.Escape(VerdictWords.Headline(verdict))}\n\n");
        if (verdict is { Base: { } old, Head: { } head })
            text.Append($"{MarkdownText.Escape(head.Label)} against {MarkdownText.Escape(old.Label)}\n\n");
        var shifts = VerdictReport.CommonShifts(verdict);
        foreach (var line in shifts.Take(most))
            text.Append($"- {MarkdownText.Escape(line)}\n");
        foreach (var line in problems.Take(most).Concat(verdict.Warnings.Take(most)))
            text.Append($"- {MarkdownText.Escape(line)}\n");
        if (Math.Max(shifts.Count, Math.Max(problems.Count, verdict.Warnings.Count)) > most)
            text.Append("- and more of the same; verdict.json has everything.\n");
        if (verdict.Reproduce is { } command)
            text.Append($"\nThe same on your machine:\n\n```sh\n{command}\n```\n");
        return text.Append('\n').ToString();
    }

    private static IEnumerable<string> Tables(VerdictDocument verdict)
    {
        var gating = verdict.Cells.Where(cell => cell.Gates).ToList();
        return from kind in new (string Title, Func<CellVerdict, bool> Has)[]
               {
                   ("Worse", cell => cell is { Verdict: Verdict.Worse, Acknowledged: null }),
                   ("Unknown", cell => cell.Verdict == Verdict.Unknown),
                   ("Worse, acknowledged", cell => cell is { Verdict: Verdict.Worse, Acknowledged: not null }),
                   ("Better", cell => cell.Verdict == Verdict.Better),
                   ("Same", cell => cell.Verdict == Verdict.Same),
               }
               let cells = gating.Where(kind.Has).OrderByDescending(cell => cell.EffectPercent).ToList()
               from part in cells.Chunk(RowsOfTable).Index()
               select Table(verdict, kind.Title, cells.Count, (part.Index * RowsOfTable) + 1, part.Item);
    }

    private static string Table(VerdictDocument verdict, string title, int count, int first, CellVerdict[] cells)
    {
        var range = count > cells.Length ? $" ({first} to {first + cells.Length - 1} of {count})" : $" ({count})";
        var report = VerdictReport.Of(verdict with { Cells = cells, Families = [], Warnings = [] }, title + range);
        return TableReportWriter.Markdown(report with { Legend = [], Notes = [] }) + "\n";
    }
}
