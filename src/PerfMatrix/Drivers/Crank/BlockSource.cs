using PerfMatrix.Runtimes;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Where one source of a job comes from: sent from a folder, or fetched by the agent.</summary>
/// <param name="Folder">The staged folder; null when it is fetched.</param>
/// <param name="Commit">The commit; null when it is sent.</param>
internal sealed record BlockSource(string? Folder, RemoteCommit? Commit)
{
    /// <summary>The source of an application.</summary>
    public static BlockSource Of(Application application, StagedFolder staged) => application.Remote is { } remote
        ? new BlockSource(null, remote.Source)
        : new BlockSource(staged.Stage(application.Folder, Path.GetFileName(application.Executable)), null);
}
