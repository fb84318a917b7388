using PerfMatrix.Metrics;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Documents;
using PerfMatrix.Results;

namespace PerfMatrix.Evidence.Articles;

/// <summary>Says what became of memory after the load, because columns that are equal look like a mistake.</summary>
internal static class AfterLoad
{
    /// <summary>A process that holds at least this share of its peak has given nothing back that matters.</summary>
    private const double Kept = 0.995;

    /// <summary>A paragraph; nothing where memory is not known.</summary>
    public static IEnumerable<ReportPart> Of(ArticleRun run)
    {
        var known = run.Measured
            .Select(variant => (Variant: variant, Peak: run.Median(variant, Metric.PeakRss), End: run.Median(variant, Metric.EndRss)))
            .Where(memory => memory is { Peak: > 0, End: not null })
            .ToList();
        var less = known.Where(memory => memory.End < Kept * memory.Peak).ToList();
        if (known.Count > 0)
            yield return new Paragraph(Sentence(When(run), known.Count, [.. less.Select(memory => $"{memory.Variant.Id} ({Text.Number(100 * (1 - (memory.End!.Value / memory.Peak!.Value)))} % below its peak)")]));
    }

    private static string Sentence(string when, int known, IReadOnlyList<string> less) =>
        less.Count == 0
            ? $"Peak and end are equal because {(known == 1 ? "the process" : "every process")} still held its peak {when} (within 0.5 %): resident memory only grew, and nothing of it was given back."
            : $"{(less.Count == known ? "Every process" : $"{less.Count} of {known} cells")} held less than the peak {when}: {string.Join(", ", less)}.{(less.Count == known ? "" : " Where peak and end are equal, nothing had been given back by then.")}";

    /// <summary>When the end was read, as far as the run says it.</summary>
    private static string When(ArticleRun run)
    {
        List<string?> settles = [.. run.Measured.Select(variant => RunSettings.ForScenario(run.Run, RunSettings.Settle, variant.Cell.Scenario)).Distinct()];
        return settles is [{ } one] && double.TryParse(one, System.Globalization.CultureInfo.InvariantCulture, out var milliseconds)
            ? milliseconds > 0 ? $"{Text.Number(milliseconds / 1000, milliseconds % 1000 == 0 ? 0 : 1)} s after the load" : "right after the load, where it was read"
            : "just before the stop";
    }
}
