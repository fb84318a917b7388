using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Commands;

/// <summary>
/// Measures one stage of a comparison, or a part of it, into a folder that becomes an artifact: <c>run.json</c>, <c>raw/</c> and <c>comparison.json</c>. Nothing is judged:
/// that is done from the artifacts of all machines.
/// </summary>
/// <param name="progress">Where progress goes.</param>
internal sealed class StageSource(ProgressView progress) : IComparisonSource
{
    /// <inheritdoc />
    public bool Takes(CompareRequest request) => request.Stage is not null;

    /// <inheritdoc />
    /// <exception cref="RunInterruptedException">Interrupted; what was measured is kept, and the worktrees are removed.</exception>
    public async Task<ComparisonResult> CompareAsync(CompareRequest request, CancellationToken cancellation)
    {
        var root = RepositoryRoot.Find();
        var choice = new DriverChoice(request.Driver, root, request.Profile);
        await choice.CheckAsync(cancellation);
        var rules = ComparisonRules.OfStage(root, request.Stage!.Policy, request.Stage.Stage == Stage.Screen ? request.Plan.Measure.Rounds : null);
        var part = Part(request.Stage, request.Plan.Measure.Rounds);
        await using var measurement = await PairedMeasurement.PrepareAsync(root, MeasuredSource.PairedOf(request), cancellation);
        (part as ConfirmPart)?.Require(measurement.Cells);
        var folder = Folder(request.Out);
        progress.Say($"{(part is ConfirmPart confirm ? $"Confirming on machine {confirm.Machine}:" : "Screening")} {measurement.Title}");
        await progress.ShowAsync([], progress => MeasuredSource.PublishAsync(measurement, progress, cancellation));
        await using var driver = choice.Create(folder);
        var stage = new PairedStage(NewId(), part.Name, folder, driver, await choice.MachineAsync(cancellation), MetricCatalogue.Load(root).Metrics);
        try
        {
            var comparison = await part.MeasureAsync(measurement, stage, rules, new LookView(progress).ShowAsync, cancellation);
            return new ComparisonResult(comparison, folder.Root) { IsIncomplete = comparison.Cells.Any(cell => cell.Missing is not null) };
        }
        catch (OperationCanceledException exception) when (File.Exists(folder.Document))
        {
            throw new RunInterruptedException($"what was measured until then is kept in {folder.Root}", exception);
        }
    }

    private static StagePart Part(StageRequest request, int? rounds)
    {
        if (request.Stage == Stage.Screen)
            return new ScreenPart();
        var suspects = SuspectsFile.Read(request.Suspects ?? throw new UsageException("--stage confirm: found no --suspects, expected the suspects.json of the screen"));
        var cells = request.Cells ?? [.. suspects.Suspects.Select(suspect => suspect.Cell)];
        if (cells.FirstOrDefault(cell => suspects.Suspects.All(suspect => suspect.Cell != cell)) is { } other)
            throw new UsageException($"--cells: found '{other}', which is no suspect; {request.Suspects} has {string.Join(", ", suspects.Suspects.Take(20).Select(suspect => suspect.Cell).DefaultIfEmpty("none"))}");
        return cells.Count > 0 ? new ConfirmPart(cells, rounds ?? suspects.MostRoundsPerMachine, request.Machine) : throw new UsageException($"--suspects {request.Suspects}: nothing is suspect, so there is nothing to confirm");
    }

    private static string NewId() => RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared);

    private static RunFolder Folder(string? given)
    {
        var path = Path.GetFullPath(given ?? throw new UsageException("--stage: found no --out, expected the folder that receives run.json and comparison.json"));
        return File.Exists(Path.Combine(path, "run.json"))
            ? throw new UsageException($"--out {given}: holds a run already; give a new folder, so that files of two runs are not mixed")
            : RunFolder.Create(Path.GetDirectoryName(path)!, Path.GetFileName(path));
    }
}
