namespace PerfMatrix.GitHub.Alerts;

/// <summary>What a search for the commit found, as a comment on its issue.</summary>
internal static class BisectComment
{
    /// <param name="why">What traced rounds showed of the first bad commit against the one before it; null where nobody looked.</param>
    public static string Of(BisectDocument log, WhyDocument? why, string marker, string run, int issue) => MarkdownText.Lines(
    [
        marker, $"**{log.Found(Title)}** {AlertText.Code(log.Metric)} of {AlertText.Code(log.Cell)}, "
            + $"{log.Steps.Count} of {Wording.Counted(log.Candidates.Count, "commit")} judged. [The run]({run})", "",
        "| Commit | Judged | Worse than the good one by % |", "|---|---|---:|",
        .. from candidate in log.Candidates.Index()
           let evidence = log.EvidenceOf(candidate.Index)
           where evidence is not null
           select MarkdownText.Row([Title(candidate.Item), evidence.Answer.Word(),
               VerdictWords.Effect(evidence.EffectPercent, evidence.LowPercent, evidence.HighPercent)]),
        "", "In the order of the commits.", .. Why(why), .. WhatNow(log, issue),
    ]);

    // Code of the commits ran beside the log, so what it says comes into a command only if it has the signs of ids.
    private static IEnumerable<string> WhatNow(BisectDocument log, int issue)
    {
        var end = log.Candidates.Count - 1;
        var bad = Enumerable.Range(0, end).FirstOrDefault(index => log.EvidenceOf(index)?.Answer == BisectAnswer.Bad, end);
        var good = Enumerable.Range(0, bad).Where(index => log.EvidenceOf(index)?.Answer == BisectAnswer.Good).Select(index => log.Candidates[index])
            .LastOrDefault(log.Good);
        (string Name, string Value)[] asked = [("cell", log.Cell), ("metric", log.Metric), ("good", good.Id), ("bad", log.Candidates[bad].Id)];
        var next = log.Next is TestNext ? "This goes on among the commits that are left:"
            : "If it was noise, or caused by the machines, label it as this issue shows, which closes it. If not, judge it once more:";
        return log.Next is TestNext or NotSeparable && asked.All(one => AlertText.IsId(one.Value))
            ? ["", $"**What now:** {next}", "", .. AlertBody.Calls(asked, issue)] : [];
    }

    private static IEnumerable<string> Why(WhyDocument? why) => why is not { Cells: [var cell, ..] } ? []
        : cell.Problem is not null ? ["", "The cause is not known: `why.json` in the artifacts of the run says what prevented it."]
        : ["", "**Why, against the commit before it:**", "",
            .. CommentCauses.Lines(why with { Cells = [cell with { Cell = AlertText.Plain(cell.Cell) }] }),
            "", $"Above 0 the first bad commit needs more; `why.json` in the artifacts of the run has everything{CommentCauses.Flames(why)}."];

    // A bar would end the cell of the table.
    private static string Title(BisectCandidate candidate) => AlertText.Code(candidate.Title.Replace('|', '/'));
}
