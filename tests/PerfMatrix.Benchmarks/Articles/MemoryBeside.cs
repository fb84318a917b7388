namespace PerfMatrix.Benchmarks.Articles;

/// <summary>Memory over time of the GC modes of a scenario and runtime, in one chart, and what it grew by.</summary>
internal static class MemoryBeside
{
    public static IEnumerable<ReportSection> Of(RunDocument run, TimelineFiles files)
    {
        List<TimelineFacts> timelines = [.. TimelineFacts.Of(run, files).Where(facts => facts.Timeline.Points.Count > 0)];
        if (timelines.Count == 0 && files.Problems.Count == 0) yield break;
        yield return new ReportSection("Memory over time",
        [
            .. timelines.GroupBy(facts => (facts.Cell.Scenario, facts.Cell.Runtime, facts.Cell.Cores))
                .Select(group => Chart(run, [.. group.GroupBy(facts => facts.Cell.Gc).Select(mode => mode.First())])),
            .. timelines.Count > 0 ? [Growth(run, timelines)] : Array.Empty<ReportPart>(),
            .. Interrupted(timelines),
            .. Bullets.Of(files.Problems),
        ]);
    }

    private static IEnumerable<ReportPart> Interrupted(IEnumerable<TimelineFacts> timelines) => Bullets.Of(
    [
        .. from facts in timelines
           where facts.Timeline.Interrupted is not null
           let end = $"{facts.Timeline.Points[^1].At.TotalSeconds:0} s"
           select $"{facts.Cell.Id}, round {facts.Timeline.Round}, was recorded up to {end} only: {facts.Timeline.Interrupted}",
    ]);

    /// <summary>One line a mode, of the first round that has a timeline.</summary>
    private static TimeChart Chart(RunDocument run, IReadOnlyList<TimelineFacts> modes)
    {
        var cell = modes[0].Cell;
        var isCold = run.Settings.Of(cell.Scenario).IsCold();
        var before = isCold is null ? "" : $" Before 0 s: {(isCold.Value ? "start, without a warm-up" : "warm-up")}.";
        return new(
            $"{Cell.FileNameOf($"{cell.Scenario}/{cell.Runtime}/{cell.Cores}c")}-memory",
            $"{cell.Scenario}, {cell.Runtime}, {Wording.Counted(cell.Cores, "core")}: resident memory of "
                + $"{string.Join(" beside ", modes.Select(facts => facts.Cell.Gc))}, round {modes[0].Timeline.Round}.{before}",
            "MB",
            [.. modes.Select(facts => Series.Of(
                facts.Cell.Gc, facts.Timeline.Points.Select(point => (point.At.TotalSeconds, point.Process.Rss.Megabytes))))]);
    }

    private static DataTable Growth(RunDocument run, IReadOnlyList<TimelineFacts> timelines) => new(
        "Resident memory from the first request that counts to the last answer, one line for each cell and round.",
        ["Cell", "Round", "Seconds", "RSS MB at the start", "RSS MB at the end", "Growth B/req"],
        [.. timelines.Select(facts => (IReadOnlyList<CellText>)
        [
            facts.Cell.Id, Text.Number(facts.Timeline.Round), Text.Number(facts.Timeline.Points[^1].At.TotalSeconds),
                Text.Number(facts.StartRss().Megabytes, 1), Text.Number(facts.EndRss().Megabytes, 1),
            run.Settings.Of(facts.Cell.Scenario).Requests is { } requests and > 0 && facts.Timeline.Interrupted is null
                ? Text.Number((double)(facts.EndRss().Count - facts.StartRss().Count) / requests) : "-",
        ])]);
}
