using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>What one job of a run measured.</summary>
/// <param name="Name">Name of its artifact without the attempt, e.g. <c>run-g01</c>.</param>
/// <param name="Attempt">Attempt of the workflow run that measured it, from 1.</param>
/// <param name="Run">The document.</param>
public sealed record MeasuredGroup(string Name, int Attempt, RunDocument Run)
{
    /// <summary>Name of the document in an artifact.</summary>
    public const string Document = "run.json";

    /// <summary>What the names of the artifacts of measuring jobs begin with.</summary>
    public const string Prefix = "run-";

    private const string Alone = Prefix + "g01";
    private const string Base = "base";

    /// <summary>The files that the document names, as <see cref="RunWithFiles"/> reads them; null when only the document is here.</summary>
    public Func<string, byte[]>? Files { get; init; }

    /// <summary>A group from the name of its artifact.</summary>
    /// <exception cref="UsageException">The document compares two commits.</exception>
    public static MeasuredGroup Of(string artifact, RunDocument run)
    {
        if (run.Variants.Any(variant => variant.Side == Base))
            throw new UsageException($"{artifact}/{Document}: found a comparison of two commits, expected a run; comparisons go to `perfmatrix github verdict`");
        var name = AttemptName.Of(artifact);
        return new(name.Name, name.Attempt, run);
    }

    /// <summary>
    /// The groups below a folder that has one folder an artifact, as actions/download-artifact leaves them. Where it matched one artifact alone it leaves its files without
    /// that folder (from v5 on): documents that belong to no artifact are then one group.
    /// </summary>
    /// <exception cref="UsageException">There is no such folder, or a document is damaged.</exception>
    public static IReadOnlyList<MeasuredGroup> In(string folder)
    {
        if (!Directory.Exists(folder)) throw new UsageException($"--artifacts {folder}: no such folder. Give the one that the artifacts were downloaded to, one folder each.");
        var artifacts = Directory.EnumerateDirectories(folder, Prefix + "*").Order(StringComparer.Ordinal).ToList();
        return artifacts.Count == 0 ? Documents(folder, Alone) : [.. artifacts.SelectMany(artifact => Documents(artifact, Path.GetFileName(artifact)))];
    }

    private static IReadOnlyList<MeasuredGroup> Documents(string folder, string artifact)
    {
        var options = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        return [.. Directory.EnumerateFiles(folder, Document, options).Order(StringComparer.Ordinal).Select(file => Beside(file, Of(artifact, RunDocument.File.Read(file))))];
    }

    private static MeasuredGroup Beside(string document, MeasuredGroup group) => group with { Files = RunWithFiles.Beside(document, group.Run).Read };
}
