using System.Runtime.CompilerServices;

namespace PerfMatrix.Tests.Reporting;

/// <summary>Compares text with the approved file beside the test; a mismatch leaves the received one there.</summary>
internal static class Approval
{
    public static void Verify(string received, string name, [CallerFilePath] string test = "")
    {
        var stem = Path.Combine(Path.GetDirectoryName(test)!, $"{Path.GetFileNameWithoutExtension(test)}.{name}");
        Compare(received, $"{stem}.approved.txt", $"{stem}.received.txt");
    }

    /// <summary>The same for a file that is published where it stands.</summary>
    public static void VerifyFile(string received, string approvedFile) =>
        Compare(received, approvedFile, Path.ChangeExtension(approvedFile, $"received{Path.GetExtension(approvedFile)}"));

    private static void Compare(string received, string approvedFile, string receivedFile)
    {
        var approved = File.Exists(approvedFile) ? File.ReadAllText(approvedFile) : null;
        if (approved == received)
        {
            File.Delete(receivedFile);
            return;
        }

        File.WriteAllText(receivedFile, received);
        Assert.Fail(
            $"The text differs from the approved one. If the new text is right, replace the approved file:\n  mv {receivedFile} {approvedFile}");
    }
}
