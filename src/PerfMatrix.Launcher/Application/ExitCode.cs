namespace PerfMatrix.Launcher;

/// <summary>Says an exit code in words.</summary>
internal static class ExitCode
{
    /// <summary>The code, and the signal behind it: .NET reports a process that signal N ended as 128 + N, as shells do.</summary>
    public static string Describe(int code) => code switch
    {
        91 => "91 (the arena of the zero GC is full)",
        134 => "134 (SIGABRT: it aborted, e.g. on an unhandled exception)",
        137 => "137 (SIGKILL: killed, by the system when memory is short; or the GC could not be started, then its last lines say so)",
        139 => "139 (SIGSEGV: it crashed)",
        143 => "143 (SIGTERM: somebody asked it to end)",
        _ => $"{code}",
    };
}
