using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Evidence.Commands;

/// <summary>One self-test at a time adds to a document, and an interrupted series says what is kept.</summary>
internal static class SelftestTurn
{
    /// <summary>Runs a series when no other self-test is adding to the document.</summary>
    /// <exception cref="UsageException">Another one is.</exception>
    public static async Task<SelftestDocument> RunAsync(string path, Func<Task<SelftestDocument>> series)
    {
        using var turn = Take(path);
        try
        {
            return await series();
        }
        catch (OperationCanceledException exception)
        {
            throw new RunInterruptedException($"the trials that had ended are kept in {path}; the same command continues from there", exception);
        }
    }

    /// <summary>Takes the turn; disposing gives it back.</summary>
    /// <exception cref="UsageException">Another self-test has it.</exception>
    public static IDisposable Take(string path) => FileLock.TryAcquire(Path.GetFullPath(path) + ".lock", exclusive: true)
        ?? throw new UsageException($"{path}: another self-test is adding to it, and the two would disturb each other; wait until it has ended");
}
