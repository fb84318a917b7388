using System.ComponentModel;
using System.Diagnostics;

namespace PerfMatrix.Measurement;

/// <summary>Asks other programs short questions.</summary>
public interface ITools
{
    /// <summary>Runs a program to its end and returns what it wrote to standard output, trimmed; null when it is missing, fails or does not answer in time.</summary>
    string? Ask(string program, params string[] arguments);

    /// <summary>Where a program is on the PATH; null when it is not there.</summary>
    string? Find(string program);
}

/// <summary>Asks real processes.</summary>
/// <param name="folder">Their working folder.</param>
public sealed class Tools(string folder) : ITools
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(15);

    /// <inheritdoc />
    public string? Ask(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            Environment = { ["GIT_TERMINAL_PROMPT"] = "0", ["GIT_OPTIONAL_LOCKS"] = "0", ["LC_ALL"] = "C" },
        };
        try
        {
            using var process = Process.Start(start);
            return process is null ? null : Answer(process);
        }
        catch (Win32Exception)
        {
            return null; // not installed
        }
    }

    /// <inheritdoc />
    public string? Find(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
        .Select(directory => Path.Combine(directory, OperatingSystem.IsWindows() ? program + ".exe" : program))
        .FirstOrDefault(File.Exists);

    private static string? Answer(Process process)
    {
        process.StandardInput.Close();
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(s_patience))
        {
            process.Kill(entireProcessTree: true);
            return null;
        }

        Task.WaitAll(error, output);
        return process.ExitCode == 0 ? output.Result.Trim() : null;
    }
}
