using PerfMatrix.Drivers.Local;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Folders of the two programs of a block, named by content.</summary>
/// <param name="Launcher">Folder of the launcher.</param>
/// <param name="Load">Folder of the load job.</param>
internal sealed record StagedPrograms(string Launcher, string Load)
{
    /// <summary>Executable of the launcher.</summary>
    public const string LauncherName = "PerfMatrix.Launcher";

    /// <summary>Executable of the load job.</summary>
    public const string LoadName = "PerfMatrix.Load";

    /// <summary>Stages the programs of the build.</summary>
    public static StagedPrograms Of(LocalPrograms programs, StagedFolder staged) =>
        new(staged.Stage(Path.GetDirectoryName(programs.Launcher)!, LauncherName), staged.Stage(Path.GetDirectoryName(programs.Load)!, LoadName));
}
