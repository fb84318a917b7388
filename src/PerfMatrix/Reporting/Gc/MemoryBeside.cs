using PerfMatrix.Matrix;
using PerfMatrix.Reporting.Charts;
using PerfMatrix.Reporting.Documents;
using PerfMatrix.Results;

namespace PerfMatrix.Reporting.Gc;

/// <summary>Memory over time of the GC modes of a scenario and runtime, in one chart, and what it grew by.</summary>
internal static class MemoryBeside
{
    private static readonly string[] s_colours = ["#0969da", "#cf222e", "#2da44e", "#8250df", "#bf8700", "#57606a"];

    /// <summary>A section; nothing for a run without timelines.</summary>
    /// <param name="run">The run.</param>
    /// <param name="files">Its timelines.</param>
    public static IEnumerable<ReportSection> Of(RunDocument run, TimelineFiles files)
    {
        List<TimelineFacts> timelines = [.. TimelineFacts.Of(run, files).Where(facts => facts.Timeline.Points.Count > 0)];
        if (timelines.Count == 0 && files.Problems.Count == 0)
            yield break;
        yield return new ReportSection("Memory over time",
        [
            .. timelines.GroupBy(facts => (facts.Cell.Scenario, facts.Cell.Runtime, facts.Cell.Cores)).Select(group => Chart([.. group.GroupBy(facts => facts.Cell.Gc).Select(leg => leg.First())])),
            .. timelines.Count > 0 ? [Growth(run, timelines)] : Array.Empty<ReportPart>(),
            .. Interrupted(timelines),
            .. GcReport.Problems(files),
        ]);
    }

    private static IEnumerable<ReportPart> Interrupted(IEnumerable<TimelineFacts> timelines)
    {
        List<string> interrupted = [.. from facts in timelines
                                       where facts.Timeline.Interrupted is not null
                                       select Invariant($"{facts.Cell.Id}, round {facts.Timeline.Round}, was recorded up to {facts.Timeline.Points[^1].At.TotalSeconds:0} s only: {facts.Timeline.Interrupted}")];
        if (interrupted.Count > 0) yield return new Bullets(interrupted);
    }

    /// <summary>One line a leg, of the first round that has a timeline.</summary>
    private static ChartPart Chart(IReadOnlyList<TimelineFacts> legs)
    {
        var cell = legs[0].Cell;
        var title = $"{cell.Scenario}, {cell.Runtime}, {(cell.Cores == 1 ? "1 core" : Invariant($"{cell.Cores} cores"))}";
        var chart = new TimeChart
        {
            Title = $"{title}: resident memory over time",
            Unit = "MB",
            Lines = [.. legs.Select((facts, leg) => new Series(facts.Cell.Gc, s_colours[leg % s_colours.Length], [.. facts.Timeline.Points.Select(point => (point.At.TotalSeconds, point.Process.Rss.Megabytes))]))],
        };
        return new ChartPart($"{Cell.FileNameOf($"{cell.Scenario}/{cell.Runtime}/{cell.Cores}c")}-memory", $"{title}: resident memory of {string.Join(" beside ", legs.Select(facts => facts.Cell.Gc))}, round {legs[0].Timeline.Round}. Before 0 s: warm-up.", chart.ToSvg());
    }

    private static DataTable Growth(RunDocument run, IReadOnlyList<TimelineFacts> timelines) => new(
        "Resident memory from the first request that counts to the last answer, one line for each cell and round.",
        ["Cell", "Round", "Seconds", "RSS MB at the start", "RSS MB at the end", "Growth B/req"],
        [.. timelines.Select(facts => (IReadOnlyList<string>)
        [
            facts.Cell.Id, Text.Number(facts.Timeline.Round), Text.Number(facts.Timeline.Points[^1].At.TotalSeconds), Text.Number(facts.StartRss.Megabytes, 1), Text.Number(facts.EndRss.Megabytes, 1),
            run.Settings.Of(facts.Cell.Scenario).Requests is { } requests and > 0 && facts.Timeline.Interrupted is null ? Text.Number((double)(facts.EndRss.Count - facts.StartRss.Count) / requests) : "-",
        ])]);

    private static string Invariant(FormattableString text) => FormattableString.Invariant(text);
}
