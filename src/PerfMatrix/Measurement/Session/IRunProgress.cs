using PerfMatrix.Drivers;
using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>Is told how far a run is: live on a terminal, one line a block elsewhere.</summary>
public interface IRunProgress : IProgress<BlockProgress>
{
    /// <summary>A step before measuring begins, e.g. the publishing of the workloads.</summary>
    void Preparing(string what);

    /// <summary>A block begins.</summary>
    /// <param name="block">The block.</param>
    /// <param name="index">Its number, from 1.</param>
    /// <param name="count">Blocks of the run.</param>
    void BlockStarted(Block block, int index, int count);

    /// <summary>A round of the block is in the run document.</summary>
    void RoundFinished(Block block, int round, int rounds);

    /// <summary>A block is over, and written.</summary>
    /// <param name="block">The block.</param>
    /// <param name="failure">Why it failed as a whole; null when it did not.</param>
    void BlockFinished(Block block, string? failure);
}
