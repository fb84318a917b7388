using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement.Bisecting;

/// <summary>Judges candidates by building and measuring each beside the good end in one block, with the confirming stage of the gate.</summary>
/// <param name="spreads">The A/A history of machines.</param>
internal sealed class ConfirmingJudge(MeasuringFlow flow, JudgedQuestion question, GatePolicy policy, StoredSpreads spreads) : IBisectJudge
{
    private readonly Dictionary<string, BisectEvidence> _seen = [];

    public async Task<BisectEvidence> JudgeAsync(BisectCandidate candidate, CancellationToken cancellation)
    {
        await using var measurement = await flow.PrepareAsync(question.Request(candidate), cancellation);
        var pair = measurement.Cells.Pairs.Single();
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
            return NotMeasured(candidate, BisectAnswer.Good, "byte for byte the same program as the good end");
        if (artifact is not null && _seen.TryGetValue(artifact, out var same))
            return same with
            {
                Candidate = candidate.Id,
                Reason = $"byte for byte the same program as {same.Candidate[..Math.Min(8, same.Candidate.Length)]}, which is judged",
            };
        var evidence = await flow.MeasureAsync(Folder(candidate), place => MeasureAsync(measurement, place with
        {
            Stage = Stage.Confirm,
        }, candidate, cancellation), cancellation);
        return artifact is null ? evidence : _seen[artifact] = evidence;
    }

    // A candidate that was interrupted is measured anew: a folder of its own each time.
    private RunFolder Folder(BisectCandidate candidate) =>
        RunFolder.Create(
        question.Folder, $"{candidate.Id[..Math.Min(12, candidate.Id.Length)]}-{RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared)}");

    private async Task<BisectEvidence> MeasureAsync(
        PreparedMeasurement measurement, RunPlace place, BisectCandidate candidate, CancellationToken cancellation)
    {
        var cell = measurement.Cells.Pairs.Single().Id;
        var session = measurement.Start(place);
        SubjectVerdict? verdict = null;
        var done = 0;
        foreach (var look in DirectConfirmation.Looks(question.Metric, policy))
        {
            var run = await session.MeasureAsync(new Look(Stage.Confirm, [cell], look - done), flow.View, cancellation);
            verdict = DirectConfirmation.Of(new StagedRun(run), run => measurement.Compare([run])[0], cell, question.Metric, policy, spreads);
            done = look;
            if (verdict.Verdict != Verdict.Unknown)
                break;
        }

        return Evidence(candidate, verdict!, place.Folder);
    }

    private BisectEvidence Evidence(BisectCandidate candidate, SubjectVerdict verdict, RunFolder folder) => new(
        candidate.Id,
        verdict.Verdict switch { Verdict.Worse => BisectAnswer.Bad, Verdict.Unknown => BisectAnswer.Unclear, _ => BisectAnswer.Good },
        verdict.Reason,
        verdict.Estimate?.EffectPercent,
        verdict.Estimate?.LowPercent,
        verdict.Estimate?.HighPercent,
        verdict.Rounds,
        Path.GetRelativePath(question.Folder, folder.Document).Replace('\\', '/'));

    private static BisectEvidence NotMeasured(BisectCandidate candidate, BisectAnswer answer, string reason) =>
        new(candidate.Id, answer, reason, null, null, null, 0, null);
}

/// <summary>Whom a judge measures, and where.</summary>
/// <param name="Request">The good end and a candidate, of one cell.</param>
internal sealed record JudgedQuestion(string Folder, string Metric, Func<BisectCandidate, MeasurementRequest> Request);
