using NuGet.Configuration;

namespace PerfMatrix.Drivers.Crank;

/// <summary>One run of crank's controller: follows its output, and ends on the agents what it leaves there.</summary>
internal sealed class ControllerRun(ChildProcess process, Action<ConductorEvent> onEvent) : IAsyncDisposable
{
    private const string Submitted = "Submitted job: ";
    private static readonly TimeSpan s_lookAgain = TimeSpan.FromMilliseconds(200);
    private const int LooksAtMost = 100;
    private readonly List<Uri> _jobs = [];
    private bool _hasEnded;

    public string LastLines => process.LastLines;

    /// <returns>Its exit code, which says little: crank ends with 0 when an application died, too.</returns>
    public async Task<int> WaitAsync(CancellationToken cancellation)
    {
        await foreach (var line in process.Lines.ReadAllAsync(cancellation)) Follow(line);
        var code = await process.WaitAsync(cancellation);
        _hasEnded = code == 0;
        return code;
    }

    /// <summary>Ends the controller, then the jobs it has left, in the opposite order of their start.</summary>
    public async ValueTask DisposeAsync()
    {
        await process.DisposeAsync();
        if (_hasEnded) return;
        foreach (var job in Enumerable.Reverse(_jobs)) await AgentClient.EndAsync(job);
        foreach (var job in _jobs) await WaitForEndAsync(job);
    }

    private void Follow(string line)
    {
        var submitted = line.IndexOf(Submitted, StringComparison.Ordinal);
        if (submitted >= 0 && Uri.TryCreate(line[(submitted + Submitted.Length)..].Trim(), UriKind.Absolute, out var job))
            _jobs.Add(job);
        var json = line.IndexOf('{', StringComparison.Ordinal);
        if (json >= 0 && ConductorEvent.TryParse(line[json..]) is { Event: not null } @event) onEvent(@event);
    }

    private static async Task WaitForEndAsync(Uri job)
    {
        for (var look = 0; look < LooksAtMost && !await AgentClient.HasEndedAsync(job); look++)
            await Task.Delay(s_lookAgain, CancellationToken.None);
    }
}

/// <summary>Recognises a full disk of an agent by what is said when one is full; crank itself names no cause.</summary>
internal static class FullDisk
{
    // What crank's controller makes of an upload that breaks off (JobConnection.cs), and what our own programs say. That an agent answers "Error
    // while saving file" (JobsController.cs) the controller does not look at.
    private static readonly string[] s_signs = ["An error occurred while uploading a file", "No space left on device"];

    /// <summary>The end of an error message, with where to look; empty where nothing speaks for a full disk.</summary>
    public static string Hint(string said, string profile) => Array.Exists(s_signs, sign => said.Contains(sign, StringComparison.Ordinal))
        ? $"{Environment.NewLine}The disk of the agent may be full: {Invocation.Here} doctor --profile {profile} shows how much is free there."
        : "";
}

/// <summary>A program and the arguments that come before its own, e.g. <c>dotnet tool run crank --</c>.</summary>
internal sealed record CrankProgram(string File, IReadOnlyList<string> Arguments)
{
    internal ChildProcess Start(IEnumerable<string> arguments, string folder) =>
        ChildProcess.StartForeign(File, [.. Arguments, .. arguments], folder);
}

/// <summary>Finds crank's two programs: a path in the environment, else the tools of <c>.config/dotnet-tools.json</c>.</summary>
/// <param name="root">Root of the repository, the working directory of the controller, which looks imports up there.</param>
internal sealed class CrankPrograms(string root, Func<string, string?> environment)
{
    public const string ControllerVariable = "PERFMATRIX_CRANK";
    public const string AgentVariable = "PERFMATRIX_CRANK_AGENT";

    private const string Manifest = ".config/dotnet-tools.json";

    public CrankProgram Controller => Find("crank", "microsoft.crank.controller", ControllerVariable);

    /// <summary>The agent, for profiles whose agent this program starts itself.</summary>
    public CrankProgram Agent => Find("crank-agent", "microsoft.crank.agent", AgentVariable);

    /// <summary>Version of the controller, which agents should have, too; null when it does not tell.</summary>
    public string? ControllerVersion => environment(ControllerVariable) is { Length: > 0 } path
        ? VersionOf(Path.ChangeExtension(path, ".dll"))
        : PinnedVersion("microsoft.crank.controller");

    /// <summary>Writes a configuration and starts the controller on it. The file may hold a secret, so only this user may read it.</summary>
    public ControllerRun Start(BlockFiles files, string configuration, string scenario, string profile, Action<ConductorEvent> onEvent)
    {
        using (var writer = new StreamWriter(WorkFolder.CreateFile(files.Configuration))) writer.Write(configuration);
        string[] arguments = ["--config", files.Configuration, "--scenario", scenario, "--profile", profile, "--json", files.Result];
        return new ControllerRun(Controller.Start(arguments, root), onEvent);
    }

    private static string? VersionOf(string library) => File.Exists(library) ? FileVersionInfo.GetVersionInfo(library).ProductVersion : null;

    private string? PinnedVersion(string package)
    {
        var manifest = Path.Combine(root, Manifest);
        return File.Exists(manifest) ? JsonNode.Parse(File.ReadAllText(manifest))?["tools"]?[package]?["version"]?.GetValue<string>() : null;
    }

    private CrankProgram Find(string command, string package, string variable)
    {
        if (environment(variable) is { Length: > 0 } path)
            return File.Exists(path) ? new(path, []) : throw new UsageException($"{variable}: found no file {path}, expected the program {command}");
        return IsRestored(package) ? new("dotnet", ["tool", "run", command, "--"])
            : throw new UsageException(
                $"{command} is not installed: run 'dotnet tool restore' (it reads {Manifest}); where the NuGet source does not have it, "
                    + $"set {ControllerVariable} and {AgentVariable} to the paths of a crank and a crank-agent of your own");
    }

    /// <summary>A restored tool is in the packages folder; asking <c>dotnet tool run</c> would cost a second.</summary>
    private bool IsRestored(string package)
    {
        var home = environment("NUGET_PACKAGES") ?? NuGetFeed.Configured(root, SettingsUtility.GetGlobalPackagesFolder);
        return File.Exists(Path.Combine(root, Manifest)) && Directory.Exists(Path.Combine(home, package));
    }
}
