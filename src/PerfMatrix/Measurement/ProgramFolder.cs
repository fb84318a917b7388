using System.Security.Cryptography;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Measurement;

/// <summary>A folder of programs that another job has published. Artifacts lose executable bits, and may be damaged on the way: both are seen
/// to.</summary>
internal sealed class ProgramFolder
{
    private readonly string _folder;
    private readonly ProgramList _list;

    private ProgramFolder(string folder, ProgramList list) => (_folder, _list) = (folder, list);

    /// <param name="sha256">SHA-256 that its list must have, as <c>github build</c> told it; null believes the folder.</param>
    public static ProgramFolder Open(string folder, string? sha256 = null)
    {
        var file = Path.Combine(folder, ProgramList.File.Name);
        if (sha256 is not null) Require(file, sha256);
        var list = ProgramList.File.Read(file);
        var own = RuntimeIdentifiers.OfThisMachine();
        if (list.Rid != own)
            throw new UsageException(
                $"--programs {folder}: published for {list.Rid}, this machine is {own}; build on a machine of the kind that measures");
        if (list.Programs.FirstOrDefault(program => !IsInside(program.Folder) || !IsInside(program.Executable)) is { } stray)
            throw new UsageException($"--programs {folder}: {stray.Project} points out of the folder; build again");
        return new ProgramFolder(Path.GetFullPath(folder), list);
    }

    /// <summary>The files of a side as far as they are needed here: their commit, and the root that projects are named by.</summary>
    /// <param name="asked">What the command line calls the side; null when it says nothing.</param>
    internal SideTree Tree(Side side, string root, SideSource? asked)
    {
        var found = _list.Sides.FirstOrDefault(one => one.Side == side.Name())
            ?? throw new UsageException($"--programs {_folder}: has no side {side.Name()}; build with --base and --head");
        var isAsked = asked is null || found.Label == asked.ToString()
            || (asked.Revision is { Length: >= 7 } revision && found.Source.Sha?.StartsWith(revision, StringComparison.Ordinal) == true);
        return isAsked
            ? new SideTree(root, found.Label, found.Source, null)
            : throw new UsageException(
            $"--programs {_folder}: {side.Name()} was published from {found.Label} ({found.Source.Sha}), but {asked} was asked for; give the "
                + $"revision that was built");
    }

    private static void Require(string file, string sha256)
    {
        var found = File.Exists(file) ? Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(file))) : "no file";
        if (!found.Equals(sha256, StringComparison.OrdinalIgnoreCase))
            throw new UsageException($"--programs-sha256 {sha256}: found {found} at {file}, so these are not the programs that were built; somebody "
                + "has changed them since, or the artifact is another's. Build again");
    }

    internal bool Has(Side side, string project) => _list.Programs.Any(program => program.Side == side.Name() && program.Project == project);

    internal RuntimeAxis Runtimes(IEnumerable<RuntimeSelector> runtimes) => new(runtimes.ToDictionary(runtime => runtime, runtime =>
        _list.Runtimes.FirstOrDefault(built => built.Runtime == runtime.ToString()) switch
        {
            null => throw new UsageException($"--programs {_folder}: {runtime} was not built; give `github build` the same selection"),
            { Patch: { } patch } => new RuntimeResolution(patch, null, []),
            var built => RuntimeResolution.Unavailable(built.Reason ?? "no reason recorded"),
        }));

    /// <summary>Gives the programs of a side instead of publishing them.</summary>
    internal IPublisher Publisher(Side side, string root) => new Uploaded(this, side, root);

    /// <summary>The references that were published, the newest pin last.</summary>
    internal IReadOnlyList<Side> References => [.. SideNames.References(2).Where(side => _list.Sides.Any(one => one.Side == side.Name()))];

    internal static string ProjectName(string root, string project) => Path.GetRelativePath(root, project).Replace('\\', '/');

    private PublishOutcome Find(Side side, string project, PublishRequest request) =>
        _list.Programs.FirstOrDefault(program => program.Side == side.Name() && program.Project == project && program.Framework == request.Framework
            && program.Patch == request.Patch) switch
        {
            null => throw new UsageException(
                $"--programs {_folder}: {project} of {side.Name()} was not built for {request.Patch}; give `github build` the same selection"),
            { Failure: { } failure } => new PublishFailure(failure, []),
            { Folder: { } folder, Executable: { } executable, ContentHash: { } hash } =>
                Checked(new Publication(Path.Combine(_folder, folder), executable, hash, request.Patch)),
            _ => throw new UsageException($"--programs {_folder}: {project} has neither a folder nor a reason; build again"),
        };

    private static Publication Checked(Publication program)
    {
        var executable = Path.Combine(program.Folder, program.Executable);
        if (!File.Exists(executable) || ContentHash.OfFolder(program.Folder) != program.ContentHash)
            throw new UsageException(
                $"{program.Folder}: is not what was published (its content hash differs); download the artifact again, or build again");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(
                executable, File.GetUnixFileMode(executable) | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);
        return program;
    }

    private static bool IsInside(string? name) =>
        name is null || (name.Length > 0 && name is not ("." or "..") && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' or '_'));

    private sealed class Uploaded(ProgramFolder programs, Side side, string root) : IPublisher
    {
        public string Announce(string what) => $"Checking {what} that were published before ...";

        public Task<IReadOnlyList<PublishOutcome>> PublishAllAsync(IReadOnlyList<PublishRequest> requests, CancellationToken cancellation) =>
            Task.FromResult<IReadOnlyList<PublishOutcome>>(
                [.. requests.Select(request => programs.Find(side, ProjectName(root, request.Project), request))]);

        public void Dispose()
        {
            // The folder belongs to the caller.
        }
    }
}
