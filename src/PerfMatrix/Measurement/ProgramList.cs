namespace PerfMatrix.Measurement;

/// <summary>What a folder of published programs holds, <c>programs.json</c>, schema version 1: the applications of one side or of both and of the
/// pinned references, published once for all jobs.</summary>
internal sealed record ProgramList
{
    internal static DocumentFile<ProgramList> File { get; } = new(
        "programs.json", "a list of programs", "Give the folder that `github build --out` has filled.", "build again")
    {
        IsIndented = true,
    };

    public int SchemaVersion { get; init; } = 1;
    public required string Rid { get; init; }

    /// <summary>The code that was published: head, base where two are compared, and the pinned references of a run.</summary>
    public required IReadOnlyList<PublishedSide> Sides { get; init; }

    /// <summary>The exact patch of each runtime, so that every job measures the same one whatever its feed says.</summary>
    public required IReadOnlyList<PublishedPatch> Runtimes { get; init; }
    public required IReadOnlyList<PublishedProgram> Programs { get; init; }
}

/// <param name="Side">head, base, reference or older-reference.</param>
/// <param name="Label">What it was called: a revision, or <c>the working tree</c>.</param>
/// <param name="Sdk">Version of the SDK that built it.</param>
internal sealed record PublishedSide(string Side, string Label, SourceInfo Source, string? Sdk = null);

/// <param name="Runtime">The runtime, e.g. <c>net10.0</c>.</param>
/// <param name="Patch">Exact version; null when there is none.</param>
internal sealed record PublishedPatch(string Runtime, string? Patch, string? Reason);

/// <summary>A program of a side, or why it could not be published.</summary>
/// <param name="Side">head, base, reference or older-reference.</param>
/// <param name="Project">Project, relative to the root, with forward slashes.</param>
/// <param name="Folder">Folder beside the list; null when it could not be published.</param>
/// <param name="ContentHash">SHA-256 over names and contents of all files.</param>
internal sealed record PublishedProgram(
    string Side, string Project, string Framework, string Patch, string? Folder, string? Executable, string? ContentHash, string? Failure)
{
    /// <summary>Files of the folder that are not in it, because public packages have them. The content hash counts them.</summary>
    public IReadOnlyList<PackageFiles> FromPackages { get; init; } = [];
}

/// <summary>Writes published applications into a folder that becomes an artifact.</summary>
internal static class ProgramExport
{
    /// <summary>Copies the programs, each publication once however many sides share it, and writes the list.</summary>
    public static ProgramList Write(string folder, IReadOnlyList<BuiltSide> sides, IReadOnlyList<PublishedPatch> runtimes, RuntimePackages packages)
    {
        if (File.Exists(ProgramList.File.In(folder)))
            throw new UsageException($"--out {folder}: already holds programs; give a new folder");
        var list = new ProgramList
        {
            Rid = RuntimeIdentifiers.OfThisMachine(),
            Sides = [.. sides.Select(side => new PublishedSide(side.Side.Name(), side.Tree.Name, side.Tree.Source, side.Sdk))],
            Runtimes = runtimes,
            Programs = [.. sides.SelectMany(side => side.Outcomes.Select(outcome => Program(side, outcome.Key, outcome.Value, packages)))],
        };
        FileErrors.Explain(() =>
        {
            foreach (var publication in sides.SelectMany(side => side.Outcomes.Values).OfType<Publication>()
                .DistinctBy(publication => publication.Folder))
            {
                var name = Path.GetFileName(publication.Folder);
                var packed = list.Programs.First(program => program.Folder == name).FromPackages;
                Copy(publication.Folder, Path.Combine(folder, name), [.. packed.SelectMany(package => package.Files)]);
            }
        }, problem => $"--out {folder}: {problem.Message} The folder must be writable, with some 110 MB free for each program.");
        ProgramList.File.Write(ProgramList.File.In(folder), list);
        return list;
    }

    private static PublishedProgram Program(BuiltSide side, PublishRequest request, PublishOutcome outcome, RuntimePackages packages)
    {
        var project = ProgramFolder.ProjectName(side.Tree.Root, request.Project);
        var built = outcome as Publication;
        return new(side.Side.Name(), project, request.Framework, request.Patch, Path.GetFileName(built?.Folder), built?.Executable,
            built?.ContentHash, (outcome as PublishFailure)?.Text)
        {
            FromPackages = built is null ? [] : packages.FilesOf(built),
        };
    }

    private static void Copy(string from, string to, HashSet<string> leftOut)
    {
        Directory.CreateDirectory(to);
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var name = Path.GetRelativePath(from, file);
            if (leftOut.Contains(name)) continue;
            var target = Path.Combine(to, name);
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }
    }
}

/// <param name="Outcomes">Each workload and patch, before any library of a GC mode is put beside it.</param>
internal sealed record BuiltSide(Side Side, SideTree Tree, IReadOnlyDictionary<PublishRequest, PublishOutcome> Outcomes, string? Sdk = null);
