using System.Diagnostics;
using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>
/// <c>until PROGRAM ARGUMENTS</c>: the launchers serve until that program has ended, and end with its code. A whole block is then one process for a driver
/// to which every job is dear: a crank agent looks at each of its jobs in turn, for a second.
/// </summary>
/// <param name="Program">The program, relative to the working directory. It has our environment and our output.</param>
/// <param name="Arguments">Its arguments.</param>
internal sealed record Guest(string Program, IReadOnlyList<string> Arguments)
{
    private const int Interrupted = 130;

    /// <summary>The program named on the command line, and the arguments that are left for the launcher.</summary>
    public static (Guest? Guest, string[] Others) Parse(string[] arguments) => arguments switch
    {
        [LauncherApi.Until, var program, .. var its] => (new Guest(Path.GetFullPath(program), its), []),
        _ => (null, arguments),
    };

    /// <summary>Runs it.</summary>
    /// <param name="launchersEnd">When this ends first, so does the program.</param>
    /// <returns>Its exit code.</returns>
    /// <exception cref="System.ComponentModel.Win32Exception">It cannot be started.</exception>
    public async Task<int> RunAsync(Task launchersEnd)
    {
        using var process = Process.Start(new ProcessStartInfo(Program, Arguments) { UseShellExecute = false })!;
        var exit = process.WaitForExitAsync();
        if (await Task.WhenAny(exit, launchersEnd) == exit)
            return process.ExitCode;
        process.Kill(entireProcessTree: true);
        await exit;
        return Interrupted;
    }
}
