using System.Diagnostics;

namespace Workflows.Tests.Act;

/// <summary>git, as a tester without settings of his own.</summary>
internal static class GitTool
{
    private static readonly Dictionary<string, string> s_environment = new()
    {
        ["GIT_AUTHOR_NAME"] = "Tester",
        ["GIT_AUTHOR_EMAIL"] = "tester@example.org",
        ["GIT_COMMITTER_NAME"] = "Tester",
        ["GIT_COMMITTER_EMAIL"] = "tester@example.org",
        ["GIT_TEMPLATE_DIR"] = "", // no samples of hooks
    };

    /// <summary>Runs a command; one that fails fails the test.</summary>
    public static string Run(string folder, params IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo("git", arguments) { WorkingDirectory = folder, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (name, value) in s_environment)
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var (code, output, error) = Eventually.Ends(process);
        Assert.True(code == 0, $"git {string.Join(' ', start.ArgumentList)}: {error}");
        return output;
    }
}
