using System.Diagnostics;

namespace Workflows.Tests;

/// <summary>A tool that the project uses where it is found: in the folder that PERFMATRIX_TOOLS names, on PATH, or in the tools folder that is shared
/// between checkouts.</summary>
internal static class Tool
{
    /// <summary>Names of tools, separated by commas, without which a test fails instead of being skipped: where they are installed, a test that does
    /// not run must not look good.</summary>
    public const string Required = "PERFMATRIX_REQUIRE_TOOLS";

    private const string Folder = "PERFMATRIX_TOOLS";

    /// <summary>Path of the tool; where there is none, the test is skipped, or fails when the tool is required.</summary>
    public static string Find(string name)
    {
        var found = Look(name);
        Assert.SkipWhen(found is null, $"{name} is not on PATH");
        return found!;
    }

    /// <summary>Path of the tool; null where there is none, if it is not required.</summary>
    public static string? Look(string name)
    {
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Prepend(Environment.GetEnvironmentVariable(Folder) ?? "").Append(Checkout.File("..", "shared", "tools"));
        var found = folders.Where(folder => folder.Length > 0).Select(folder => Path.GetFullPath(Path.Combine(folder, name)))
            .FirstOrDefault(File.Exists);
        Assert.False(
            found is null && IsRequired(name, Environment.GetEnvironmentVariable(Required)), $"{name} is not on PATH, and {Required} names it");
        return found;
    }

    /// <summary>Whether a value of <see cref="Required"/> names a tool.</summary>
    internal static bool IsRequired(string name, string? required) => required?.Split(',', StringSplitOptions.TrimEntries).Contains(name) == true;

    public static async Task<(int ExitCode, string Said)> RunAsync(string tool, params string[] arguments)
    {
        var start = new ProcessStartInfo(tool, arguments)
        {
            WorkingDirectory = Checkout.Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["NO_COLOR"] = "1";
        using var process = Process.Start(start)!;
        var (code, output, error) = await Eventually.EndsAsync(process);
        return (code, output + error);
    }
}
