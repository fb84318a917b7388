using System.Text.Json;
using PerfMatrix.Gate;
using PerfMatrix.Results;

namespace PerfMatrix.Commands;

/// <summary>Reads what is given to the gate: comparisons, and runs with both sides.</summary>
internal static class GateDocuments
{
    /// <summary>The comparisons; all runs together make one.</summary>
    /// <param name="paths">Files or folders; their own stage holds.</param>
    /// <param name="confirm">Files or folders with fresh rounds.</param>
    /// <exception cref="UsageException">A file is missing, damaged, or neither of both.</exception>
    public static IReadOnlyList<ComparisonDocument> Read(IReadOnlyList<string> paths, IReadOnlyList<string> confirm)
    {
        var files = paths.Select(path => (Path: Find(path), Fresh: false)).Concat(confirm.Select(path => (Path: Find(path), Fresh: true))).ToList();
        var runs = files.Where(file => !IsComparison(file.Path)).Select(file => Staged(RunDocument.File.Read(file.Path), file.Fresh)).ToList();
        var comparisons = files.Where(file => IsComparison(file.Path)).Select(file => Staged(ComparisonDocument.File.Read(file.Path), file.Fresh)).ToList();
        return runs.Count > 0 ? [RunComparison.OfSides(runs), .. comparisons] : comparisons;
    }

    /// <summary>The folder that a document is in.</summary>
    public static string FolderOf(string path) => Path.GetDirectoryName(Path.GetFullPath(Find(path)))!;

    private static StagedRun Staged(RunDocument run, bool fresh) => fresh ? new(run, Stage.Confirm) : StagedRun.Of(run);

    private static ComparisonDocument Staged(ComparisonDocument comparison, bool fresh) => !fresh ? comparison : comparison with
    {
        Runs = [.. comparison.Runs.Select(run => run with { Stage = Stage.Confirm })],
    };

    private static string Find(string path) =>
        Path.Combine(path, ComparisonDocument.File.Name) is var comparison && File.Exists(comparison) ? comparison : RunFolder.FindDocument(path);

    // By what it holds, not by its name; what is neither is reported by the reader of runs.
    private static bool IsComparison(string path)
    {
        try
        {
            using var document = JsonDocument.Parse(File.ReadAllBytes(path));
            return document.RootElement.ValueKind == JsonValueKind.Object && document.RootElement.TryGetProperty("differences", out _);
        }
        catch (Exception problem) when (problem is JsonException or IOException or UnauthorizedAccessException)
        {
            return Path.GetFileName(path) == ComparisonDocument.File.Name;
        }
    }
}
