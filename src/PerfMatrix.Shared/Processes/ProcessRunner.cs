namespace PerfMatrix.Shared.Processes;

public interface IProcessRunner
{
    /// <summary>Runs a process and captures what it writes. Cancelling kills it with everything it started.</summary>
    /// <exception cref="ProcessStartException">The program could not be started.</exception>
    Task<ProcessResult> RunAsync(ProcessRequest request, CancellationToken cancellation);
}

/// <param name="FileName">Program: a path, or a name that is looked up in PATH.</param>
/// <param name="Environment">The whole environment of the process: nothing is inherited that is not in here.</param>
public sealed record ProcessRequest(
    string FileName, IReadOnlyList<string> Arguments, string WorkingDirectory, IReadOnlyDictionary<string, string> Environment)
{
    /// <summary>What it reads from standard input, which is empty otherwise. A process with input does not end with this one.</summary>
    public byte[]? Input { get; init; }

    /// <summary>Takes standard output as it is; the result then has no lines of it.</summary>
    public Stream? Output { get; init; }
}

public sealed record ProcessResult(int ExitCode, IReadOnlyList<string> Output, IReadOnlyList<string> Error)
{
    /// <summary>Standard output without white space at its ends.</summary>
    public string Text => string.Join('\n', Output).Trim();

    /// <summary>What it said of its failure, in one line.</summary>
    public string Words => string.Join(' ', Error.Concat(Output).Select(line => line.Trim()).Where(line => line.Length > 0));
}

public sealed class ProcessStartException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>Runs processes of the operating system, which end with this one: a build must not outlive the one who asked for it.</summary>
public sealed class SystemProcessRunner : IProcessRunner
{
    public async Task<ProcessResult> RunAsync(ProcessRequest request, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(request);
        cancellation.ThrowIfCancellationRequested();
        using var process = Start(request);
        var output = request.Output is { } stream ? CopyAsync(process.StandardOutput.BaseStream, stream) : ReadLinesAsync(process.StandardOutput);
        var error = ReadLinesAsync(process.StandardError);
        try
        {
            if (request.Input is { } input) await WriteAsync(process, input, cancellation);
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

    /// <summary>Where a program is on a search path; null when it is not there.</summary>
    public static string? Find(string program, string? path) => (path ?? "")
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
        .Select(folder => Path.Combine(folder, OperatingSystem.IsWindows() ? program + ".exe" : program))
        .FirstOrDefault(File.Exists);

    /// <summary>Makes a file one that can be run: a package keeps no modes, and what unpacks it or brings it to an agent may give none.</summary>
    public static string Runnable(string path)
    {
        if (!OperatingSystem.IsWindows() && File.GetUnixFileMode(path) is var mode && !mode.HasFlag(UnixFileMode.UserExecute))
            File.SetUnixFileMode(path, mode | UnixFileMode.UserExecute);
        return path;
    }

    /// <summary>How a process is started whose streams are all ours.</summary>
    /// <param name="folder">Its working directory; null for that of this process.</param>
    public static ProcessStartInfo Redirected(string program, IEnumerable<string> arguments, string? folder) => new(program, arguments)
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
        UseShellExecute = false,
        WorkingDirectory = folder,
    };

    private static Process Start(ProcessRequest request) => Errors.Or(
        () => Process.Start(StartInfo(request)) ?? throw new ProcessStartException($"'{request.FileName}' could not be started."),
        (Win32Exception e) => throw new ProcessStartException(
            $"'{request.FileName}' could not be started in {request.WorkingDirectory}: {e.Message}.", e));

    private static ProcessStartInfo StartInfo(ProcessRequest request)
    {
        var command = request.Input is null ? LifeLine.Command("KILL", Locate(request), request.Arguments) : [Locate(request), .. request.Arguments];
        var start = Redirected(command[0], command.Skip(1), request.WorkingDirectory);
        start.Environment.Clear();
        foreach (var (name, value) in request.Environment) start.Environment[name] = value;
        return start;
    }

    /// <summary>The shell of the life line would only say 127 for a program that does not exist.</summary>
    private static string Locate(ProcessRequest request)
    {
        var isPath = request.FileName.Contains('/', StringComparison.Ordinal);
        if (OperatingSystem.IsWindows() && !isPath) return request.FileName;
        return Find(request.FileName, isPath ? request.WorkingDirectory : request.Environment.GetValueOrDefault("PATH"))
            ?? throw new ProcessStartException($"'{request.FileName}' could not be started: there is no such program.");
    }

    private static async Task WriteAsync(Process process, byte[] input, CancellationToken cancellation)
    {
        try
        {
            await process.StandardInput.BaseStream.WriteAsync(input, cancellation);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It ended before it read everything; its exit code and message say why.
        }
    }

    private static async Task<IReadOnlyList<string>> CopyAsync(Stream from, Stream to)
    {
        await from.CopyToAsync(to);
        return [];
    }

    private static async Task<IReadOnlyList<string>> ReadLinesAsync(StreamReader reader)
    {
        var lines = new List<string>();
        while (await reader.ReadLineAsync() is { } line) lines.Add(line);
        return lines;
    }
}

/// <summary>Variables of the caller, of which some must not reach launchers, load jobs and applications.</summary>
public static class InheritedEnvironment
{
    /// <summary>Read by the runtime, by the JIT and the GC, by profilers, or by the host of ASP.NET Core.</summary>
    private static readonly string[] s_leaks = ["DOTNET_", "COMPlus_", "CORECLR_", "ASPNETCORE_"];

    /// <summary>Where the runtime is and how text is compared: without them an application may not start at all. None changes its speed.</summary>
    private static readonly string[] s_harmless =
        ["DOTNET_ROOT", "DOTNET_HOST_PATH", "DOTNET_CLI_", "DOTNET_SYSTEM_GLOBALIZATION_", "DOTNET_BUNDLE_EXTRACT_BASE_DIR"];

    /// <summary>The variables without a prefix that ASP.NET Core takes for the addresses to listen on.</summary>
    private static readonly string[] s_addresses = ["URLS", "HTTP_PORTS", "HTTPS_PORTS"];

    public static IReadOnlyDictionary<string, string> Variables() => Environment.GetEnvironmentVariables().Cast<System.Collections.DictionaryEntry>()
        .ToDictionary(variable => (string)variable.Key, variable => variable.Value as string ?? "");

    /// <summary>Whether an inherited variable would reach into the process's runtime, host or requests.</summary>
    public static bool IsLeak(string name) =>
        // A regression that is put in on purpose belongs to one side of a block, not to whatever the caller's shell happens to start.
        s_addresses.Contains(name, StringComparer.OrdinalIgnoreCase) || InjectionVariables.All.Contains(name)
        || (StartsWithOne(name, s_leaks) && !StartsWithOne(name, s_harmless));

    private static bool StartsWithOne(string name, string[] prefixes) =>
        Array.Exists(prefixes, prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase));
}
