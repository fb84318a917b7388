namespace PerfMatrix.GitHub.Publishing;

/// <param name="Name">Name of its artifact without the attempt, e.g. <c>run-g01</c>.</param>
/// <param name="Files">The files that the document names, as <see cref="RunWithFiles"/> reads them; null when only the document is here.</param>
internal sealed record MeasuredGroup(string Name, int Attempt, RunDocument Run, Func<string, byte[]>? Files = null)
{
    /// <summary>What the names of the artifacts of measuring jobs begin with.</summary>
    public const string Prefix = "run-";

    private const string Alone = Prefix + "g01";

    public static MeasuredGroup Of(string artifact, RunDocument run)
    {
        if (run.Variants.Any(variant => variant.Side == Side.Base))
            throw new UsageException(
                $"{artifact}/{RunDocument.File.Name}: found a comparison of two commits, expected a run; comparisons go to "
                    + "`perfmatrix github verdict`");
        var name = AttemptName.Of(artifact);
        return new(name.Name, name.Attempt, run);
    }

    /// <summary>The groups below a folder that has one folder an artifact, as actions/download-artifact leaves them. Where it matched one artifact
    /// alone it leaves its files without that folder (from v5 on): documents that belong to no artifact are then one group.</summary>
    public static IReadOnlyList<MeasuredGroup> In(string folder)
    {
        if (!Directory.Exists(folder))
            throw new UsageException($"--artifacts {folder}: no such folder. Give the one that the artifacts were downloaded to, one folder each.");
        var artifacts = Directory.EnumerateDirectories(folder, Prefix + "*").Order(StringComparer.Ordinal).ToList();
        return artifacts.Count == 0 ? Documents(folder, Alone)
            : [.. artifacts.SelectMany(artifact => Documents(artifact, Path.GetFileName(artifact)))];
    }

    private static IReadOnlyList<MeasuredGroup> Documents(string folder, string artifact)
    {
        var options = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        return [.. Directory.EnumerateFiles(folder, RunDocument.File.Name, options).Order(StringComparer.Ordinal)
            .Select(file => (file, Run: RunDocument.File.Read(file)))
            .Select(found => Of(artifact, found.Run) with { Files = RunWithFiles.Beside(found.file, found.Run).Read })];
    }
}

/// <summary>Holds what was measured against what was planned: a run that lost a group must not look complete on the site.</summary>
internal static class PlannedGroups
{
    /// <summary>Name of the artifact that holds the plan of a run.</summary>
    public const string Artifact = "plan";

    /// <summary>The documents of a workflow run, incomplete where groups are missing.</summary>
    /// <param name="isWhole">Whether the workflow run ended well, so that all groups are there although the plan is not.</param>
    public static IReadOnlyList<RunDocument> Marked(
        IReadOnlyList<RunDocument> runs, IReadOnlyList<MeasuredGroup> groups, int? planned, bool isWhole) =>
        Missing(groups, planned) switch
        {
            null when isWhole => runs,
            null => [.. runs.Select(run => Incomplete(run, "The workflow run failed and its plan is missing, so groups may be missing too."))],
            > 0 and var missing => [.. runs.Select(run => Incomplete(run, $"{missing} of {planned} groups of this run left no result."))],
            _ => runs,
        };

    /// <summary>Number of planned groups without a result; null when nobody knows.</summary>
    public static int? Missing(IReadOnlyList<MeasuredGroup> groups, int? planned) => planned - groups.Select(group => group.Name).Distinct().Count();

    private static RunDocument Incomplete(RunDocument run, string warning) => run with { Complete = false, Warnings = [.. run.Warnings, warning] };
}
