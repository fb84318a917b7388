using PerfMatrix.Drivers;
using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>The folder of a measured comparison: <c>run.json</c> of the screen, <c>confirm/run.json</c> of the suspects, <c>comparison.json</c> and <c>verdict.json</c>.</summary>
/// <param name="Screen">The folder itself.</param>
/// <param name="Driver">Starts the processes.</param>
/// <param name="Machine">The machine.</param>
/// <param name="Catalogue">The metrics.</param>
public sealed record ComparisonFolder(RunFolder Screen, IDriver Driver, MachineInfo Machine, IReadOnlyList<Metric> Catalogue)
{
    private const string Confirm = "confirm";

    private string Id => Path.GetFileName(Screen.Root);

    /// <summary>Where a stage goes.</summary>
    /// <exception cref="UsageException">Its folder cannot be created.</exception>
    public PairedStage StageOf(Stage stage) => stage == Stage.Confirm
        ? new PairedStage($"{Id}-{Confirm}", Confirm, RunFolder.Create(Screen.Root, Confirm), Driver, Machine, Catalogue)
        : new PairedStage(Id, "screen", Screen, Driver, Machine, Catalogue);

    /// <summary>Writes comparison and verdict; where each stage has a comparison of its own, that of the second goes beside its run.</summary>
    /// <exception cref="UsageException">A file cannot be written.</exception>
    public void Write(GatedComparison comparison)
    {
        string[] folders = [Screen.Root, Path.Combine(Screen.Root, Confirm)];
        foreach (var (document, folder) in comparison.Comparisons.Zip(folders))
            ComparisonFile.Write(Path.Combine(folder, ComparisonFile.Name), document);
        VerdictFile.Write(Path.Combine(Screen.Root, VerdictFile.Name), comparison.Decision.Verdict);
    }
}
