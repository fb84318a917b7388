namespace PerfMatrix.Tests;

/// <summary>Whether Ctrl-C can reach the programs that the tests start.</summary>
internal static class Sigint
{
    // SIGINT is signal 2, so the second bit; see SigIgn in proc_pid_status(5).
    private const ulong Bit = 0b10;

    /// <summary>Skips the test where SIGINT is ignored: a shell without job control starts background commands so, children inherit it, and .NET
    /// leaves it.</summary>
    public static void SkipWhenIgnored()
    {
        const string Key = "SigIgn:";
        var mask = File.ReadLines("/proc/self/status").First(line => line.StartsWith(Key, StringComparison.Ordinal))[Key.Length..];
        Assert.SkipWhen(
            (Convert.ToUInt64(mask.Trim(), 16) & Bit) != 0, "SIGINT is ignored here: run the tests in the foreground, or by scripts/test");
    }
}
