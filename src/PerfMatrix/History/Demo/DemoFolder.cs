using System.Text.Json;

namespace PerfMatrix.History;

/// <summary>A generated history as files: runs, a self-test and verdicts, so that every view has something to show, and <c>truth.json</c>.</summary>
public static class DemoFolder
{
    private const string TruthFile = "truth.json";

    /// <summary>Writes it, over a generated history that is there.</summary>
    /// <param name="folder">The folder; need not exist.</param>
    /// <param name="options">What to generate.</param>
    /// <returns>What is in it, and the history.</returns>
    /// <exception cref="UsageException">The folder holds something else.</exception>
    public static (DemoTruth Truth, HistoryStore History) Write(string folder, DemoOptions options)
    {
        var files = new FolderFiles(folder);
        if (files.Paths.Count > 0 && files.Read(TruthFile) is null) throw new UsageException($"{folder}: found a folder that holds something else, expected an empty or new one.");
        Directory.CreateDirectory(folder);
        foreach (var path in files.Paths) File.Delete(Path.Combine(folder, path));
        var demo = new DemoHistory(options);
        var store = new HistoryStore(files);
        foreach (var run in demo.Generate()) store.Append(run.Run.Sequence < options.Runs - DemoMemory.Runs ? run : run.With(DemoMemory.Of(run)));
        files.Apply(store.Save());
        DemoGate.Publish(files);
        File.WriteAllText(Path.Combine(folder, TruthFile), JsonSerializer.Serialize(demo.Truth, DemoJson.Default.DemoTruth) + "\n");
        return (demo.Truth, store);
    }

    /// <summary>Whether a generated history is there that is not older than <paramref name="program"/>.</summary>
    public static bool IsCurrent(string folder, string? program) =>
        Path.Combine(folder, TruthFile) is var truth && File.Exists(truth) && (program is null || File.GetLastWriteTimeUtc(truth) >= File.GetLastWriteTimeUtc(program));
}
