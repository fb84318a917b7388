using PerfMatrix.Drivers.Local;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Folders of the two programs of a block, named by content.</summary>
/// <param name="Launcher">Folder of the launcher.</param>
/// <param name="Load">Folder of the load job.</param>
internal sealed record StagedFolders(string Launcher, string Load);

/// <summary>Stages our programs for the agents of this machine and of others, each when it is first needed.</summary>
/// <param name="programs">The programs.</param>
/// <param name="staged">Names folders by content.</param>
internal sealed class StagedPrograms(OwnPrograms programs, StagedFolder staged) : IDisposable
{
    /// <summary>Executable of the launcher.</summary>
    public const string LauncherName = "PerfMatrix.Launcher";

    /// <summary>Executable of the load job.</summary>
    public const string LoadName = "PerfMatrix.Load";

    private readonly SemaphoreSlim _turn = new(1);
    private StagedFolders? _here;
    private StagedFolders? _elsewhere;

    /// <summary>The folders for agents here or elsewhere.</summary>
    public async Task<StagedFolders> OfAsync(bool isHere, CancellationToken cancellation)
    {
        await _turn.WaitAsync(cancellation);
        try
        {
            return isHere ? _here ??= Stage(programs.Here) : _elsewhere ??= Stage(await programs.Elsewhere(cancellation));
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <inheritdoc />
    public void Dispose() => _turn.Dispose();

    private StagedFolders Stage(LocalPrograms own) =>
        new(staged.Stage(Path.GetDirectoryName(own.Launcher)!, LauncherName), staged.Stage(Path.GetDirectoryName(own.Load)!, LoadName));
}
