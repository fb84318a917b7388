namespace PerfMatrix.Measurement;

/// <summary>A folder of programs that another job has published. Artifacts lose executable bits, and may be damaged.</summary>
internal sealed class ProgramFolder
{
    private readonly string _folder;
    private readonly ProgramList _list;
    private readonly RuntimePackages _packages;

    private ProgramFolder(string folder, ProgramList list, RuntimePackages packages) => (_folder, _list, _packages) = (folder, list, packages);

    /// <param name="folder">What <c>github build</c> has filled, or a folder of such folders that are named after the only side they have.</param>
    /// <param name="packages">Where files are that were left out.</param>
    public static ProgramFolder Open(string folder, RuntimePackages packages)
    {
        var list = File.Exists(ProgramList.File.In(folder)) || Sides(folder) is not { Count: > 0 } sides ? Read(folder)
            : Together(folder, [.. sides.Select(side => OfOneSide(folder, side))]);
        return new ProgramFolder(Path.GetFullPath(folder), list, packages);
    }

    /// <summary>The files of a side as far as they are needed here: their commit, and the root that projects are named by.</summary>
    /// <param name="asked">What the command line calls the side; null when it says nothing.</param>
    internal SideTree Tree(Side side, string root, SideSource? asked)
    {
        var found = _list.Sides.FirstOrDefault(one => one.Side == side.Name())
            ?? throw new UsageException($"--programs {_folder}: has no side {side.Name()}; build with --base and --head");
        var isAsked = asked is null || found.Label == asked.ToString()
            || (asked.Revision is { Length: >= 7 } revision && found.Source.Sha?.StartsWith(revision, StringComparison.Ordinal) == true);
        return isAsked ? new SideTree(root, found.Label, found.Source, null)
            : throw new UsageException(
            $"--programs {_folder}: {side.Name()} was published from {found.Label} ({found.Source.Sha}), but {asked} was asked for; give the "
                + $"revision that was built");
    }

    private static List<string> Sides(string folder) => !Directory.Exists(folder) ? [] :
        [.. Directory.EnumerateDirectories(folder).Where(side => File.Exists(ProgramList.File.In(side))).Order(StringComparer.Ordinal)
            .Select(side => Path.GetFileName(side))];

    private static ProgramList Read(string folder)
    {
        var list = ProgramList.File.Read(ProgramList.File.In(folder));
        var own = RuntimeIdentifiers.OfThisMachine();
        if (list.Rid != own)
            throw new UsageException(
                $"--programs {folder}: published for {list.Rid}, this machine is {own}; build on a machine of the kind that measures");
        if (list.Programs.FirstOrDefault(program => !IsName(program.Folder ?? "none") || !IsName(program.Executable ?? "none")
            || !program.FromPackages.All(RuntimePackages.IsTrusted)) is { } stray)
            throw new UsageException($"--programs {folder}: {stray.Project} points out of the folder; build again");
        return list;
    }

    // Each side is built by a job of its own, which may say what its own side is made of and nothing of the other.
    private static ProgramList OfOneSide(string folder, string side)
    {
        var list = Read(Path.Combine(folder, side));
        if (list.Sides.Select(one => one.Side).Concat(list.Programs.Select(program => program.Side)).FirstOrDefault(one => one != side) is { } other)
            throw new UsageException($"--programs {folder}: {side} has programs of {other}, expected those of {side} alone; build again");
        return list with
        {
            Programs = [.. list.Programs.Select(program => program with { Folder = program.Folder is { } name ? $"{side}/{name}" : null })],
        };
    }

    private static ProgramList Together(string folder, IReadOnlyList<ProgramList> lists) =>
        lists.FirstOrDefault(list => !list.Runtimes.SequenceEqual(lists[0].Runtimes)) is { } other
            ? throw new UsageException($"--programs {folder}: one side was built for "
                + $"{Patches(lists[0])} and another for {Patches(other)}: a new patch came out in between; build both again")
            : lists[0] with
            {
                Sides = [.. lists.SelectMany(list => list.Sides)],
                Programs = [.. lists.SelectMany(list => list.Programs)],
            };

    private static string Patches(ProgramList list) => string.Join(", ", list.Runtimes.Select(runtime => runtime.Patch ?? $"no {runtime.Runtime}"));

    internal bool Has(Side side, string project) => _list.Programs.Any(program => program.Side == side.Name() && program.Project == project);

    internal string? SdkOf(Side side) => _list.Sides.FirstOrDefault(one => one.Side == side.Name())?.Sdk;

    internal RuntimeAxis Runtimes(IEnumerable<RuntimeSelector> runtimes) => new(runtimes.ToDictionary(runtime => runtime, runtime =>
        _list.Runtimes.FirstOrDefault(built => built.Runtime == runtime.ToString()) switch
        {
            null => throw new UsageException($"--programs {_folder}: {runtime} was not built; give `github build` the same selection"),
            { Patch: { } patch } => new RuntimeResolution(patch, null, []),
            var built => RuntimeResolution.Unavailable(built.Reason ?? "no reason recorded"),
        }));

    internal IPublisher Publisher(Side side, string root) => new Uploaded(this, side, root);

    /// <summary>The references that were published, the newest pin last.</summary>
    internal IReadOnlyList<Side> References => [.. SideNames.References(2).Where(side => _list.Sides.Any(one => one.Side == side.Name()))];

    internal static string ProjectName(string root, string project) => Path.GetRelativePath(root, project).Replace('\\', '/');

    private async Task<PublishOutcome> FindAsync(Side side, string project, PublishRequest request, CancellationToken cancellation) =>
        _list.Programs.FirstOrDefault(program => program.Side == side.Name() && program.Project == project && program.Framework == request.Framework
            && program.Patch == request.Patch) switch
        {
            null => throw new UsageException(
                $"--programs {_folder}: {project} of {side.Name()} was not built for {request.Patch}; give `github build` the same selection"),
            { Failure: { } failure } => new PublishFailure(failure, []),
            { Folder: { } folder, Executable: { } executable, ContentHash: { } hash, FromPackages: var packages } =>
                await CheckedAsync(new Publication(Path.Combine(_folder, folder), executable, hash, request.Patch), packages, cancellation),
            _ => throw new UsageException($"--programs {_folder}: {project} has neither a folder nor a reason; build again"),
        };

    private async Task<Publication> CheckedAsync(Publication program, IReadOnlyList<PackageFiles> packages, CancellationToken cancellation)
    {
        if (Directory.EnumerateFileSystemEntries(program.Folder, "*", SearchOption.AllDirectories).Prepend(program.Folder)
            .FirstOrDefault(path => File.GetAttributes(path).HasFlag(FileAttributes.ReparsePoint)) is { } link)
            throw new UsageException($"{link}: is a link, which no program of `github build` has; build again");
        await _packages.CompleteAsync(program.Folder, packages, cancellation);
        var executable = Path.Combine(program.Folder, program.Executable);
        if (!File.Exists(executable) || ContentHash.OfFolder(program.Folder) != program.ContentHash)
            throw new UsageException(
                $"{program.Folder}: is not what was published (its content hash differs); download the artifact again, or build again");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(
                executable, File.GetUnixFileMode(executable) | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);
        return program;
    }

    /// <summary>Whether a text is the name of a file or folder and no path.</summary>
    internal static bool IsName(string name) =>
        name.Length > 0 && name is not ("." or "..") && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' or '_');

    private sealed class Uploaded(ProgramFolder programs, Side side, string root) : IPublisher
    {
        public string Announce(string what) => $"Checking {what} that were published before ...";

        public async Task<IReadOnlyList<PublishOutcome>> PublishAllAsync(IReadOnlyList<PublishRequest> requests, CancellationToken cancellation)
        {
            var outcomes = new List<PublishOutcome>();
            foreach (var request in requests)
                outcomes.Add(await programs.FindAsync(side, ProjectName(root, request.Project), request, cancellation));
            return outcomes;
        }
    }
}
