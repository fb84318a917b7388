using System.Runtime.CompilerServices;

namespace PerfMatrix.Tests.Reporting;

/// <summary>Compares text with the approved file beside the test; a mismatch leaves the received one there.</summary>
internal static class Approval
{
    public static void Verify(string received, string name, [CallerFilePath] string test = "")
    {
        var stem = Path.Combine(Path.GetDirectoryName(test)!, $"{Path.GetFileNameWithoutExtension(test)}.{name}");
        var (approvedFile, receivedFile) = ($"{stem}.approved.txt", $"{stem}.received.txt");
        var approved = File.Exists(approvedFile) ? File.ReadAllText(approvedFile) : null;
        if (approved == received)
        {
            File.Delete(receivedFile);
            return;
        }

        File.WriteAllText(receivedFile, received);
        Assert.Fail($"The text differs from the approved one. If the new text is right, replace the approved file:\n  mv {receivedFile} {approvedFile}");
    }
}
