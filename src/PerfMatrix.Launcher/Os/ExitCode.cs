namespace PerfMatrix.Launcher.Os;

internal static class ExitCode
{
    /// <summary>The code of a process that was killed (SIGKILL).</summary>
    public const int Killed = 137;

    /// <summary>The code of the shell that could not move itself into the group of the application.</summary>
    public const int NotInGroup = 125;

    /// <summary>The code, and the signal behind it: .NET reports a process that signal N ended as 128 + N, as shells do.</summary>
    public static string Describe(int code) => code switch
    {
        91 => "91 (the arena of the zero GC is full)",
        NotInGroup => $"{NotInGroup} (with a limit: it could not enter its control group, then its last lines say so)",
        134 => "134 (SIGABRT: it aborted, e.g. on an unhandled exception)",
        Killed => "137 (SIGKILL: killed, by the system when memory is short; or the GC could not be started, then its last lines say so)",
        139 => "139 (SIGSEGV: it crashed)",
        143 => "143 (SIGTERM: it was asked to end)",
        _ => $"{code}",
    };
}
