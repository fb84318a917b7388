using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace PerfMatrix.History;

/// <summary>What a git command left behind.</summary>
/// <param name="ExitCode">Exit code.</param>
/// <param name="Output">Standard output.</param>
/// <param name="Error">Standard error.</param>
public sealed record GitAnswer(int ExitCode, byte[] Output, string Error)
{
    /// <summary>Standard output as text without white space at its ends.</summary>
    public string Text => Encoding.UTF8.GetString(Output).Trim();
}

/// <summary>Runs git in a folder.</summary>
/// <param name="folder">The folder.</param>
/// <param name="settings">Configuration for these commands only. It goes through the environment: tokens in it are neither on a command line nor on disk.</param>
public sealed class Git(string folder, IReadOnlyList<KeyValuePair<string, string>> settings)
{
    /// <summary>Variables by which a hook or another git points at its own repository; they must not reach ours.</summary>
    private static readonly string[] s_foreign = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE"];

    /// <summary>Runs a command that must succeed.</summary>
    /// <exception cref="UsageException">git is missing or the command failed.</exception>
    public async Task<GitAnswer> RunAsync(IReadOnlyList<string> arguments, CancellationToken cancellation, byte[]? input = null)
    {
        var answer = await TryAsync(arguments, cancellation, input);
        return answer.ExitCode == 0 ? answer : throw new UsageException($"git {arguments[0]}: {LastLine(answer.Error)}");
    }

    /// <summary>Runs a command that may fail. Cancelling kills it.</summary>
    /// <exception cref="UsageException">git is missing.</exception>
    public async Task<GitAnswer> TryAsync(IReadOnlyList<string> arguments, CancellationToken cancellation, byte[]? input = null)
    {
        using var process = Start(arguments);
        try
        {
            var output = ReadAsync(process.StandardOutput.BaseStream, cancellation);
            var error = process.StandardError.ReadToEndAsync(cancellation);
            await WriteAsync(process, input, cancellation);
            await process.WaitForExitAsync(cancellation);
            return new(process.ExitCode, await output, await error);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }

    private static string LastLine(string error) => error.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).LastOrDefault("no message");

    private static async Task<byte[]> ReadAsync(Stream stream, CancellationToken cancellation)
    {
        using var memory = new MemoryStream();
        await stream.CopyToAsync(memory, cancellation);
        return memory.ToArray();
    }

    private static async Task WriteAsync(Process process, byte[]? input, CancellationToken cancellation)
    {
        try
        {
            if (input is not null) await process.StandardInput.BaseStream.WriteAsync(input, cancellation);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It ended before it read everything; its exit code and message say why.
        }
    }

    private Process Start(IReadOnlyList<string> arguments)
    {
        var start = new ProcessStartInfo("git", arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        foreach (var name in s_foreign) start.Environment.Remove(name);
        start.Environment["GIT_TERMINAL_PROMPT"] = "0";
        start.Environment["LC_ALL"] = "C";
        for (var index = 0; index < settings.Count; index++)
        {
            start.Environment[$"GIT_CONFIG_KEY_{index}"] = settings[index].Key;
            start.Environment[$"GIT_CONFIG_VALUE_{index}"] = settings[index].Value;
        }

        start.Environment["GIT_CONFIG_COUNT"] = $"{settings.Count}";
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception problem)
        {
            throw new UsageException("git: found no git on the PATH; publishing needs it. Install git.", problem);
        }
    }
}
