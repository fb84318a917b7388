using PerfMatrix.Builds;
using PerfMatrix.Matrix;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>Writes published applications into a folder that becomes an artifact.</summary>
public static class ProgramExport
{
    /// <summary>Copies the programs, each publication once however many sides share it, and writes the list.</summary>
    /// <param name="folder">The folder; created when absent.</param>
    /// <param name="sides">What was published.</param>
    /// <param name="runtimes">The exact patches.</param>
    /// <exception cref="UsageException">It cannot be written, or holds programs already.</exception>
    public static ProgramList Write(string folder, IReadOnlyList<BuiltSide> sides, IReadOnlyList<PublishedPatch> runtimes)
    {
        if (File.Exists(Path.Combine(folder, ProgramList.File.Name)))
            throw new UsageException($"--out {folder}: already holds programs; give a new folder");
        var list = new ProgramList
        {
            Rid = RuntimeIdentifiers.OfThisMachine(),
            Sides = [.. sides.Select(side => new PublishedSide(side.Side.Name(), side.Tree.Name, side.Tree.Source))],
            Runtimes = runtimes,
            Programs = [.. sides.SelectMany(side => side.Outcomes.Select(outcome => Program(side, outcome.Key, outcome.Value)))],
        };
        try
        {
            foreach (var publication in sides.SelectMany(side => side.Outcomes.Values).OfType<Publication>().DistinctBy(publication => publication.Folder))
                Copy(publication.Folder, Path.Combine(folder, Path.GetFileName(publication.Folder)));
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--out {folder}: {problem.Message} The folder must be writable, with some 110 MB free for each program.", problem);
        }

        ProgramList.File.Write(Path.Combine(folder, ProgramList.File.Name), list);
        return list;
    }

    private static PublishedProgram Program(BuiltSide side, PublishRequest request, PublishOutcome outcome)
    {
        var project = ProgramFolder.ProjectName(side.Tree.Root, request.Project);
        return outcome is Publication publication
            ? new(side.Side.Name(), project, request.Framework, request.Patch, Path.GetFileName(publication.Folder), publication.Executable, publication.ContentHash, null)
            : new(side.Side.Name(), project, request.Framework, request.Patch, null, null, null, string.Join(Environment.NewLine, [((PublishFailure)outcome).Reason, .. ((PublishFailure)outcome).Errors]));
    }

    private static void Copy(string from, string to)
    {
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var target = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }
    }
}

/// <summary>What was published of a side.</summary>
/// <param name="Side">The side.</param>
/// <param name="Tree">Its files.</param>
/// <param name="Outcomes">Each workload and patch, before any library of a GC mode is put beside it.</param>
public sealed record BuiltSide(Side Side, SideTree Tree, IReadOnlyDictionary<PublishRequest, PublishOutcome> Outcomes);
