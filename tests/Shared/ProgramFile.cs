using System.Diagnostics;

namespace PerfMatrix.Tests;

/// <summary>A script that a test runs. Another process writes it: one that a neighbouring test starts at that moment would inherit the open file for
/// an instant, and a file that is open for writing cannot be run ("Text file busy").</summary>
internal static class ProgramFile
{
    public static string Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        var start = new ProcessStartInfo("sh", ["-c", "rm -f \"$0\" && cat > \"$0\" && chmod 700 \"$0\"", path]) { RedirectStandardInput = true };
        using var process = Process.Start(start)!;
        process.StandardInput.Write(text);
        process.StandardInput.Close();
        Assert.True(process.WaitForExit(PatienceAttribute.Limit), $"{path} is not written");
        Assert.Equal(0, process.ExitCode);
        return path;
    }
}
