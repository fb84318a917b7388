using PerfMatrix.Drivers.Local;

namespace PerfMatrix.Drivers.Crank;

/// <summary>
/// Starts a program that knows nothing of our rule that a child ends when its standard input closes. A shell in between keeps the rule for it,
/// so that neither controller nor agent survives this program; and an interrupt from the terminal reaches us only.
/// </summary>
internal static class GuardedProgram
{
    private const string Guard = """
        trap '' INT
        exec 3<&0
        "$@" </dev/null 3<&- & program=$!
        (while read -r _; do :; done <&3; kill $program 2>/dev/null) & guard=$!
        wait $program; code=$?
        kill $guard 2>/dev/null
        exit $code
        """;

    /// <summary>Starts it.</summary>
    /// <param name="program">The program.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="folder">Its working directory.</param>
    /// <exception cref="DriverException">It could not be started.</exception>
    public static ChildProcess Start(CrankProgram program, IEnumerable<string> arguments, string folder)
    {
        string[] all = [.. program.Arguments, .. arguments];
        var none = new Dictionary<string, string>();
        return OperatingSystem.IsWindows()
            ? ChildProcess.Start(program.File, all, none, folder)
            : ChildProcess.Start("/bin/sh", ["-c", Guard, "perfmatrix-guard", program.File, .. all], none, folder);
    }
}
