namespace PerfMatrix.Reporting.Gc;

/// <summary>The report on the garbage collector: memory, heaps and pauses over time.</summary>
internal static class GcReport
{
    public static ReportDocument Build(RunDocument run, TimelineFiles files) =>
        new($"Garbage collector, run {run.Id}", ReportWords.Context(run), [.. Sections(run, files)], run.Source.Repository);

    public static IEnumerable<ReportSection> Sections(RunDocument run, TimelineFiles files)
    {
        var timelines = TimelineFacts.Of(run, files);
        if (timelines.Count == 0)
        {
            yield return new ReportSection(
                "Timelines", [new Paragraph(
                    $"This run has no timeline. Scenarios with timeline in {Invocation.PlaceOf(RepositoryRoot.MatrixFile)} record one, "
                        + $"e.g. {Invocation.Here} run --scenario datas-call-short."), .. Bullets.Of(files.Problems)]);
            yield break;
        }

        yield return new ReportSection("What was recorded", [Overview(timelines), .. Rates(run), .. Bullets.Of(files.Problems)]);
        foreach (var rounds in timelines.GroupBy(facts => facts.Cell.Id))
            yield return new ReportSection(rounds.Key, [.. rounds.SelectMany(Interruption), .. Charts([.. rounds])]);
    }

    private static DataTable Overview(IReadOnlyList<TimelineFacts> timelines) => new(
        "One line for each cell and round. Peak RSS is the largest of the moments that were read; the kernel's own peak may lie between two of them.",
        ["Cell", "Round", "Seconds", "Peak RSS MB", "Peak GC committed MB", "Collections", "Largest heap count", "Pauses ms", "Longest pause ms"],
        [.. timelines.Select(facts => (IReadOnlyList<CellText>)
        [
            facts.Cell.Id, Text.Number(facts.Timeline.Round),
            Text.Number(facts.Timeline.Points.Select(point => point.At.TotalSeconds).DefaultIfEmpty(0).Max()),
            Text.Number(facts.PeakRss.Megabytes, 1),
            Text.OrDash(facts.PeakCommitted?.Megabytes, 1), Text.Number(facts.Collections.Count),
            facts.Heaps.Count == 0 ? "-" : Text.Number(facts.Heaps[^1].Heaps), Text.Number(facts.Pauses.TotalMilliseconds, 1),
            Text.Number(facts.LongestPause.TotalMilliseconds, 1),
        ])]);

    private static IEnumerable<ReportPart> Rates(RunDocument run) =>
        Bullets.Of([.. (run.Rates ?? []).GroupBy(rate => (rate.Variant, rate.Sustained)).SelectMany(Rates)]);

    private static IEnumerable<string> Rates(IGrouping<(string Variant, bool IsSustained), RateRecord> rounds)
    {
        if (!rounds.Key.IsSustained)
            return rounds.Select(rate => $"{rate.Variant}, round {rate.Round}: {rate.Outcome.Describe()} Its latency is not shown.");
        var outcome = rounds.First().Outcome;
        return
        [
            $"{rounds.Key.Variant}, {InRounds.Named(rounds.Select(rate => rate.Round))}: the rate {outcome.Schedule} was sustained; of "
                + $"{Text.Number(outcome.Scheduled)} requests "
                + $"{InRounds.Spread([.. rounds.Select(rate => (double)rate.Outcome.Late)])} were sent more "
                + $"than {RateOutcome.LateAfter.TotalMilliseconds:0} ms late.",
        ];
    }

    /// <summary>Of the first round; forty times three charts are not looked at.</summary>
    private static IEnumerable<ReportPart> Charts(IReadOnlyList<TimelineFacts> rounds)
    {
        if (rounds.Count > 1)
            yield return new Paragraph($"Charts of round {rounds[0].Timeline.Round}; the other {rounds.Count - 1} are in the tables above.");
        foreach (var part in TimelineCharts.Of(rounds[0])) yield return part;
    }

    private static IEnumerable<ReportPart> Interruption(TimelineFacts facts)
    {
        var round = $"Round {facts.Timeline.Round}";
        if (facts.Timeline.Interrupted is { } reason) yield return new Paragraph($"{round} was recorded in part only: {reason}");
        if (facts.Timeline.Dropped > 0)
            yield return new Paragraph($"{round}: {facts.Timeline.Dropped} collections are missing: they were not read in time.");
    }
}

/// <summary>What the rounds of a cell have in common, and where they differ, in words.</summary>
internal static class InRounds
{
    /// <summary>The median, and the smallest and largest where they differ from it: <c>80 (78 to 90)</c>.</summary>
    public static string Spread(IReadOnlyCollection<double> values, int decimals = 0)
    {
        string[] shown = [.. new[] { OrderStatistics.Median([.. values]), values.Min(), values.Max() }.Select(value => Text.Number(value, decimals))];
        return shown.Distinct().Count() == 1 ? shown[0] : $"{shown[0]} ({shown[1]} to {shown[2]})";
    }

    /// <summary>Their numbers: <c>round 1</c>, <c>rounds 1, 2 and 4</c>.</summary>
    public static string Named(IEnumerable<int> rounds)
    {
        string[] numbers = [.. rounds.Select(round => Text.Number(round))];
        return $"{(numbers.Length == 1 ? "round" : "rounds")} {Wording.Listed(numbers, "and")}";
    }
}

/// <summary>Runs that a report shows as one, for scenarios that were measured one after the other.</summary>
internal sealed record JoinedRuns(RunDocument Run, TimelineFiles Timelines)
{
    /// <param name="ofOneCommit">Whether others are refused. Else a warning names the commit of what is not of the first.</param>
    public static JoinedRuns Read(IReadOnlyList<string> documents, bool ofOneCommit = true)
    {
        List<NamedRun> runs =
            [.. documents.Distinct().Select(path => new NamedRun(path, RunDocument.File.Read(path))).OrderBy(run => run.Run.StartedAt)];
        if (ofOneCommit) RunMerge.RequireOneCommit(runs, "runs of one commit");
        RunMerge.RequireOneMachine(runs, "runs of one kind of machine and driver");
        var joined = runs.Count == 1 ? runs[0].Run : RunMerge.Of($"{runs[0].Run.Id}-and-{runs.Count - 1}", runs);
        return new JoinedRuns(joined, TimelineFiles.Read(joined, runs.Select(run => RunWithFiles.Beside(run.Name, run.Run))));
    }
}
