using System.Text.Json.Nodes;

namespace PerfMatrix.Drivers.Crank;

/// <summary>A program and the arguments that come before its own, e.g. <c>dotnet tool run crank --</c>.</summary>
internal sealed record CrankProgram(string File, IReadOnlyList<string> Arguments)
{
    internal ChildProcess Start(IEnumerable<string> arguments, string folder) =>
        ChildProcess.StartForeign(File, [.. Arguments, .. arguments], folder);
}

/// <summary>Finds crank's two programs: a path in the environment, else the tools of <c>.config/dotnet-tools.json</c>.</summary>
internal sealed class CrankPrograms(string root, Func<string, string?> environment)
{
    /// <summary>Environment variable with the path of the controller, <c>crank</c>.</summary>
    public const string ControllerVariable = "PERFMATRIX_CRANK";

    /// <summary>Environment variable with the path of the agent, <c>crank-agent</c>.</summary>
    public const string AgentVariable = "PERFMATRIX_CRANK_AGENT";

    private const string Manifest = ".config/dotnet-tools.json";

    public CrankProgram Controller => Find("crank", "microsoft.crank.controller", ControllerVariable);

    /// <summary>The agent, for profiles whose agent this program starts itself.</summary>
    public CrankProgram Agent => Find("crank-agent", "microsoft.crank.agent", AgentVariable);

    /// <summary>Version of the controller, which agents should have, too; null when it does not tell.</summary>
    public string? ControllerVersion => environment(ControllerVariable) is { Length: > 0 } path
        ? VersionOf(Path.ChangeExtension(path, ".dll"))
        : PinnedVersion("microsoft.crank.controller");

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
        return IsRestored(package)
            ? new("dotnet", ["tool", "run", command, "--"])
            : throw new UsageException(
                $"{command} is not installed: run 'dotnet tool restore' (it reads {Manifest}); where the NuGet source does not have it, "
                    + $"set {ControllerVariable} and {AgentVariable} to the paths of a crank and a crank-agent of your own");
    }

    /// <summary>A restored tool is in the packages folder; asking <c>dotnet tool run</c> would cost a second, and say nothing useful if
    /// not.</summary>
    private bool IsRestored(string package)
    {
        var home = environment("NUGET_PACKAGES")
            ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        return File.Exists(Path.Combine(root, Manifest)) && Directory.Exists(Path.Combine(home, package));
    }
}
