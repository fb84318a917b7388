using PerfMatrix.Runtimes;
using PerfMatrix.Selftest;

namespace PerfMatrix.Commands;

/// <summary>One series at a time adds to a selftest document, and an interrupted one says what is kept.</summary>
internal static class SelftestTurn
{
    /// <exception cref="UsageException">Another series is adding to the document.</exception>
    public static async Task<SelftestDocument> RunAsync(string path, Func<Task<SelftestDocument>> series)
    {
        using var turn = FileLock.TryAcquire(Path.GetFullPath(path) + ".lock", exclusive: true)
            ?? throw new UsageException($"{path}: another self-test is adding to it, and the two would disturb each other; wait until it has ended");
        try
        {
            return await series();
        }
        catch (OperationCanceledException exception)
        {
            throw new RunInterruptedException($"the trials that had ended are kept in {path}; the same command goes on from there", exception);
        }
    }
}
