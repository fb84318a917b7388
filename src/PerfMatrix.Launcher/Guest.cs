namespace PerfMatrix.Launcher;

/// <summary><c>until PROGRAM ARGUMENTS</c>: the launchers serve until that program has ended, and end with its code. A whole block is then one
/// process for a driver to which every job is dear: a crank agent looks at each of its jobs in turn, for a second. However the launcher ends, its
/// guest ends first; one that is killed outright cannot see to that, so a guest has to watch its parent.</summary>
internal sealed class Guest(string program, IReadOnlyList<string> arguments)
{
    private const int Interrupted = 130;
    private readonly Lock _changing = new();
    private Process? _process;
    private bool _isUnwanted;

    /// <summary>The guest named on the command line, relative to the working directory, and the arguments that are left for the launcher.</summary>
    public static (Guest? Guest, string[] Others) Parse(string[] arguments) => arguments switch
    {
        [LauncherApi.Until] => throw new FormatException($"{LauncherApi.Until}: found nothing behind it, expected a program and its arguments."),
        [LauncherApi.Until, var program, .. var its] => (new Guest(Path.GetFullPath(program), its), []),
        _ => (null, arguments),
    };

    /// <returns>Its exit code; 130 when it was killed.</returns>
    /// <exception cref="Win32Exception">It cannot be started.</exception>
    public async Task<int> RunAsync()
    {
        using var process = Start();
        if (process is null) return Interrupted;
        await process.WaitForExitAsync();
        lock (_changing)
        {
            _process = null;
            return _isUnwanted ? Interrupted : process.ExitCode;
        }
    }

    /// <summary>Kills it if it runs, and keeps it from starting.</summary>
    public void Kill()
    {
        lock (_changing)
        {
            _isUnwanted = true;
            _process?.Kill(entireProcessTree: true);
        }
    }

    private Process? Start()
    {
        lock (_changing)
            return _isUnwanted ? null : _process = Process.Start(new ProcessStartInfo(program, arguments) { UseShellExecute = false });
    }
}
