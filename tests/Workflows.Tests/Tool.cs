using System.Diagnostics;

namespace Workflows.Tests;

/// <summary>A tool that the project uses where it is found: on PATH or in the tools folder that is shared between checkouts.</summary>
internal static class Tool
{
    /// <summary>Path of the tool; the test is skipped where there is none.</summary>
    public static string Find(string name)
    {
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Append(Repository.Path("..", "shared", "tools"));
        var found = folders.Where(folder => folder.Length > 0).Select(folder => Path.GetFullPath(Path.Combine(folder, name))).FirstOrDefault(File.Exists);
        Assert.SkipWhen(found is null, $"{name} is not on PATH");
        return found!;
    }

    /// <summary>Runs it in the checkout.</summary>
    /// <returns>Exit code, and all that it said.</returns>
    public static async Task<(int ExitCode, string Said)> RunAsync(string tool, params string[] arguments)
    {
        var start = new ProcessStartInfo(tool, arguments) { WorkingDirectory = Repository.Root, RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment["NO_COLOR"] = "1";
        using var process = Process.Start(start)!;
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.WaitForExitAsync();
        return (process.ExitCode, await output + await error);
    }
}
