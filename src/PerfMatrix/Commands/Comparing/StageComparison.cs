using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Results;

namespace PerfMatrix.Commands;

/// <summary>
/// Measures one stage of a comparison, or a part of it, into a folder that becomes an artifact: <c>run.json</c>, <c>raw/</c> and <c>comparison.json</c>. Nothing is judged:
/// that is done from the artifacts of all machines.
/// </summary>
internal static class StageComparison
{
    /// <summary>Measures the stage.</summary>
    /// <exception cref="RunInterruptedException">Interrupted; what was measured is kept, and the worktrees are removed.</exception>
    public static async Task<ComparisonResult> OfAsync(CompareRequest request, StageRequest stage, MeasuringFlow flow, CancellationToken cancellation)
    {
        var rounds = request.Chosen.Plan.Measure.Rounds;
        var rules = ComparisonRules.OfStage(flow.Root, stage.Policy, stage.Stage == Stage.Screen ? rounds : null);
        var suspects = stage.Stage == Stage.Confirm ? Suspects(stage, rounds) : null;
        await using var measurement = await flow.PrepareAsync(MeasuredComparison.RequestOf(request), cancellation);
        Require(suspects, measurement.Cells);
        var folder = Folder(request.Chosen.Out);
        flow.View.Say($"{(suspects is null ? "Screening" : $"Confirming on machine {stage.Machine}:")} {measurement.Title}");
        await flow.BuildAsync(measurement, cancellation);
        return await flow.MeasureAsync(folder, async place =>
        {
            var named = place with { Id = RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared), Stage = stage.Stage };
            // All looks of stage 2 are measured at once: bringing up another machine costs more than the rounds of the second look.
            var comparison = suspects is null
                ? await GatedMeasurement.Of(measurement, named, rules, flow.View).ScreenAsync(cancellation)
                : await measurement.MeasureAsync(named, suspects, flow.View, cancellation);
            return new ComparisonResult(comparison, folder.Root) { IsIncomplete = comparison.Cells.Any(cell => cell.Missing is not null) };
        }, cancellation);
    }

    /// <summary>The suspects that this machine confirms, and their rounds.</summary>
    private static Look Suspects(StageRequest request, int? rounds)
    {
        var suspects = SuspectsDocument.File.Read(request.Suspects ?? throw new UsageException("--stage confirm: found no --suspects, expected the suspects.json of the screen"));
        var cells = request.Cells ?? [.. suspects.Suspects.Select(suspect => suspect.Id)];
        if (cells.FirstOrDefault(cell => suspects.Suspects.All(suspect => suspect.Id != cell)) is { } other)
        {
            var some = string.Join(", ", suspects.Suspects.Take(20).Select(suspect => suspect.Id).DefaultIfEmpty("none"));
            throw new UsageException($"--cells: found '{other}', which is not a suspect; {request.Suspects} has {some}");
        }

        return cells.Count > 0
            ? new Look(Stage.Confirm, cells, rounds ?? suspects.MostRoundsPerMachine)
            : throw new UsageException($"--suspects {request.Suspects}: nothing is suspect, so there is nothing to confirm");
    }

    private static void Require(Look? suspects, PairedCells cells)
    {
        if (suspects?.Cells.FirstOrDefault(cell => cells.Pairs.All(pair => pair.Id != cell)) is { } unknown)
        {
            throw new UsageException(
                $"suspect {unknown} is not a cell of this selection on this machine; give the selection that was screened, on a machine with as many cores");
        }
    }

    private static RunFolder Folder(string? given)
    {
        var path = Path.GetFullPath(given ?? throw new UsageException("--stage: found no --out, expected the folder that receives run.json and comparison.json"));
        return File.Exists(Path.Combine(path, "run.json"))
            ? throw new UsageException($"--out {given}: already holds a run; give a new folder, so that files of two runs are not mixed")
            : RunFolder.Create(Path.GetDirectoryName(path)!, Path.GetFileName(path));
    }
}
