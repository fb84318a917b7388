using PerfMatrix.Drivers.Local;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Runs crank's controller on a configuration that we have written.</summary>
/// <param name="programs">Where crank's programs are.</param>
/// <param name="root">Root of the repository, crank's working directory.</param>
internal sealed class Controller(CrankPrograms programs, string root)
{
    /// <summary>Writes the configuration and starts the controller on it. The file may hold a secret, so only this user may read it.</summary>
    /// <param name="files">Where the files go.</param>
    /// <param name="configuration">The configuration.</param>
    /// <param name="scenario">Its scenario.</param>
    /// <param name="profile">Its profile.</param>
    /// <param name="onEvent">Is told what the load job prints of its rounds.</param>
    /// <exception cref="DriverException">The controller cannot be started, or we have written what crank does not take.</exception>
    public ControllerRun Start(BlockFiles files, string configuration, string scenario, string profile, Action<ConductorEvent> onEvent)
    {
        ConfigurationRules.Check(configuration);
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using (var writer = new StreamWriter(files.Configuration, options))
            writer.Write(configuration);
        string[] arguments = ["--config", files.Configuration, "--scenario", scenario, "--profile", profile, "--json", files.Result];
        return new ControllerRun(programs.Controller.Start(arguments, root), onEvent);
    }
}
