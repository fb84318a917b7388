using System.ComponentModel;
using System.Diagnostics;

namespace PerfMatrix.Runtimes;

/// <summary>Runs processes of the operating system.</summary>
public sealed class SystemProcessRunner : IProcessRunner
{
    /// <summary>
    /// Runs the program in <c>$@</c> and kills it when standard input ends, which also happens when this process is killed: a build must not outlive the
    /// one who asked for it. (PR_SET_PDEATHSIG would do the same, but it follows the thread that started the process, and pool threads come and go.)
    /// </summary>
    internal const string WatchInput =
        """
        exec 3<&0
        "$@" </dev/null 3<&- & child=$!
        (read -r _ <&3; kill -9 "$child") >/dev/null 2>&1 & watch=$!
        wait "$child"; code=$?
        kill "$watch" 2>/dev/null
        exit "$code"
        """;

    /// <inheritdoc />
    public async Task<ProcessResult> RunAsync(ProcessRequest request, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(request);
        cancellation.ThrowIfCancellationRequested();
        using var process = Start(request);
        var output = ReadLinesAsync(process.StandardOutput);
        var error = ReadLinesAsync(process.StandardError);
        try
        {
            await process.WaitForExitAsync(cancellation);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None);
            throw;
        }

        return new ProcessResult(process.ExitCode, await output, await error);
    }

    private static Process Start(ProcessRequest request)
    {
        try
        {
            return Process.Start(StartInfo(request)) ?? throw new ProcessStartException($"'{request.FileName}' could not be started.");
        }
        catch (Win32Exception e)
        {
            throw new ProcessStartException($"'{request.FileName}' could not be started in {request.WorkingDirectory}: {e.Message}.", e);
        }
    }

    private static ProcessStartInfo StartInfo(ProcessRequest request)
    {
        var start = new ProcessStartInfo
        {
            UseShellExecute = false,
            WorkingDirectory = request.WorkingDirectory,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        SetCommand(start, request);
        start.Environment.Clear();
        foreach (var (name, value) in request.Environment)
            start.Environment[name] = value;
        return start;
    }

    private static void SetCommand(ProcessStartInfo start, ProcessRequest request)
    {
        string[] command = OperatingSystem.IsWindows()
            ? [request.FileName, .. request.Arguments]
            : ["/bin/sh", "-c", WatchInput, "sh", Locate(request), .. request.Arguments];
        start.FileName = command[0];
        foreach (var argument in command.Skip(1))
            start.ArgumentList.Add(argument);
    }

    /// <summary>The shell would only say 127 for a program that does not exist.</summary>
    private static string Locate(ProcessRequest request)
    {
        var folders = request.FileName.Contains('/', StringComparison.Ordinal) ? [request.WorkingDirectory] : request.Environment.GetValueOrDefault("PATH", "").Split(':');
        return folders.Select(folder => Path.Combine(folder, request.FileName)).FirstOrDefault(File.Exists)
            ?? throw new ProcessStartException($"'{request.FileName}' could not be started: there is no such program.");
    }

    private static async Task<IReadOnlyList<string>> ReadLinesAsync(StreamReader reader)
    {
        var lines = new List<string>();
        while (await reader.ReadLineAsync() is { } line)
            lines.Add(line);
        return lines;
    }
}
