using System.Text;
using PerfMatrix.Runtimes;

namespace PerfMatrix.History;

/// <summary>
/// Publishers of one machine and user wait for each other instead of racing. Only a courtesy that saves attempts: what keeps the branch right is that the remote refuses a push
/// that is not on top, which holds across machines, too.
/// </summary>
internal static class Turn
{
    /// <summary>Waits for the turn; disposing gives it on, and so does dying.</summary>
    public static async Task<IDisposable?> TakeAsync(HistoryBranch branch, TimeProvider time, CancellationToken cancellation)
    {
        var name = HistoryJson.Hash(Encoding.UTF8.GetBytes($"{branch.PushAddress}\n{branch.Branch}"));
        try
        {
            return await FileLock.AcquireAsync(Path.Combine(Path.GetTempPath(), $"perfmatrix-turns-{Environment.UserName}", $"{name}.lock"), exclusive: true, time, cancellation);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
