using System.Diagnostics;
using System.Runtime.InteropServices;

namespace PerfMatrix.Processes;

/// <summary>Asks processes to end.</summary>
public static partial class Signals
{
    private const int SigTerm = 15;

    /// <summary>Sends SIGTERM; where there are no signals, ends the process at once.</summary>
    public static void Terminate(Process process)
    {
        if (OperatingSystem.IsWindows())
            process.Kill(entireProcessTree: true);
        else
            _ = kill(process.Id, SigTerm);
    }

#pragma warning disable IDE1006, CA5392 // a name of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int kill(int process, int signal);
#pragma warning restore IDE1006, CA5392
}
