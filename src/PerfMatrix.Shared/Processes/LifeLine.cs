namespace PerfMatrix.Processes;

/// <summary>
/// Ends a program when the standard input that this process holds for it ends, which also happens when this process is killed. For programs that do not watch
/// their input by themselves. (PR_SET_PDEATHSIG would do the same, but it follows the thread that started the process, and pool threads come and go.)
/// An interrupt from the terminal reaches this process only, which then decides.
/// </summary>
public static class LifeLine
{
    private const string Script = """
        trap '' INT
        exec 3<&0
        "$@" </dev/null 3<&- & child=$!
        (while read -r _; do :; done <&3; kill -s "$0" "$child") >/dev/null 2>&1 & watch=$!
        wait "$child"; code=$?
        kill "$watch" 2>/dev/null
        exit "$code"
        """;

    /// <summary>The command that runs a program so; the program itself where there is no shell.</summary>
    /// <param name="signal">What the program is sent: <c>KILL</c>, or <c>TERM</c> for one that has to clean up.</param>
    /// <param name="program">Its path, or a name that is on the PATH.</param>
    /// <param name="arguments">Its arguments.</param>
    public static IReadOnlyList<string> Command(string signal, string program, IEnumerable<string> arguments) =>
        OperatingSystem.IsWindows() ? [program, .. arguments] : ["/bin/sh", "-c", Script, signal, program, .. arguments];
}
