namespace PerfMatrix.Measurement.Bisecting;

/// <summary>Judges candidates by building and measuring each beside the good end in one block, with the rules of the gate.</summary>
internal sealed class ConfirmingJudge(MeasuringFlow flow, JudgedQuestion question, GatePolicy policy, MachineBias bias) : IBisectJudge
{
    private readonly Dictionary<string, BisectEvidence> _seen = [];

    public async Task<BisectEvidence> JudgeAsync(BisectCandidate candidate, CancellationToken cancellation)
    {
        await using var measurement = await flow.PrepareAsync(question.Request(candidate), cancellation);
        // What the candidate lacks makes no pair; a good end that lacks it has ended everything before.
        if (measurement.Cells.Pairs.SingleOrDefault() is not { } pair)
            return NotMeasured(candidate, BisectAnswer.Skipped, measurement.Cells.Cells.First(cell => cell.Status == CellStatus.Dropped).Reason!);
        try
        {
            await flow.BuildAsync(measurement, cancellation);
        }
        catch (SideBuildException problem) when (problem.Side == Side.Head)
        {
            return NotMeasured(candidate, BisectAnswer.Skipped, problem.Message);
        }

        var artifact = measurement.ArtifactOf(pair.Head);
        if (measurement.AreIdentical(pair))
            return NotMeasured(candidate, BisectAnswer.Good, "the same program as the good end");
        if (artifact is not null && _seen.TryGetValue(artifact, out var same))
            return same with
            {
                Candidate = candidate.Id,
                Reason = $"byte for byte the same program as {Wording.ShortId(same.Candidate)}, which is judged",
            };
        var evidence = await flow.MeasureAsync(Folder(candidate), place => MeasureAsync(measurement, place, candidate, cancellation), cancellation);
        return artifact is null ? evidence : _seen[artifact] = evidence;
    }

    // A candidate that was interrupted is measured anew: a folder of its own each time.
    private RunFolder Folder(BisectCandidate candidate) =>
        RunFolder.Create(question.Folder, $"{candidate.Id[..Math.Min(12, candidate.Id.Length)]}-{flow.NewId()}");

    private Task<BisectEvidence> MeasureAsync(
        PreparedMeasurement measurement, RunPlace place, BisectCandidate candidate, CancellationToken cancellation) => Errors.OrAsync(async () =>
    {
        var judged = await GatedMeasurement.Of(measurement, place, new GateRules(Policy, [], bias), flow.View).MeasureAsync(cancellation);
        return judged.Decision.Verdict.Cells is [var verdict] ? Evidence(candidate, verdict, place.Folder)
            : NotMeasured(candidate, BisectAnswer.Unclear, $"the cell did not report {question.Metric}");
    }, (UnjudgedException problem) => NotMeasured(candidate, BisectAnswer.Unclear, problem.Message));

    // A metric that only reports is judged like one that gates: whoever asks about it wants to know. Improvements are not looked for.
    private GatePolicy Policy => policy with
    {
        Metrics = [policy.Of(question.Metric) is { Rule: not MetricRule.Report } metric ? metric : new(question.Metric, MetricRule.Paired)],
        Improvements = false,
    };

    private BisectEvidence Evidence(BisectCandidate candidate, CellVerdict verdict, RunFolder folder) => new(
        candidate.Id,
        verdict.Verdict switch { Verdict.Worse => BisectAnswer.Bad, Verdict.Same or Verdict.Better => BisectAnswer.Good, _ => BisectAnswer.Unclear },
        verdict.Reason,
        verdict.EffectPercent,
        verdict.LowPercent,
        verdict.HighPercent,
        verdict.Rounds,
        Path.GetRelativePath(question.Folder, folder.Document).Replace('\\', '/'));

    private static BisectEvidence NotMeasured(BisectCandidate candidate, BisectAnswer answer, string reason) =>
        new(candidate.Id, answer, reason, null, null, null, 0, null);
}

internal sealed record JudgedQuestion(string Folder, string Metric, Func<BisectCandidate, MeasurementRequest> Request);
