using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>
/// One stage of a comparison: blocks of pairs that are measured round by round into one run document, a look at a time. Each look may leave out the cells
/// that have been decided.
/// </summary>
/// <param name="blocks">The blocks with all their pairs.</param>
/// <param name="run">Collects what is seen.</param>
/// <param name="setup">How a block, or a part of it, is to be measured for so many rounds.</param>
/// <param name="session">Measures blocks into the document.</param>
public sealed class StageMeasurement(IReadOnlyList<PairedBlock> blocks, RunBuilder run, Func<Block, int, BlockSetup> setup, Func<IRunProgress, RunSession> session)
{
    private readonly Dictionary<string, int> _rounds = blocks.ToDictionary(block => block.Block.Id, _ => 0);

    /// <summary>Measures so many more rounds.</summary>
    /// <param name="rounds">Rounds, at least 1.</param>
    /// <param name="cells">Ids of the pairs to go on with; null for all.</param>
    /// <param name="progress">Is told how far it is.</param>
    /// <param name="cancellation">Interrupts; what was measured is in the document.</param>
    /// <returns>The document with all rounds so far, as written.</returns>
    /// <exception cref="OperationCanceledException">Interrupted.</exception>
    public Task<RunDocument> MeasureAsync(int rounds, IReadOnlyCollection<string>? cells, IRunProgress progress, CancellationToken cancellation)
    {
        var parts = blocks.Select(block => block.Of(cells)).OfType<Block>().ToList();
        foreach (var part in parts)
            run.PlanRounds(part, rounds);
        return session(progress).MeasureAsync([.. parts.Select(part => Next(part, rounds))], cancellation);
    }

    /// <summary>How long so many rounds of these cells take; a block each.</summary>
    public IReadOnlyList<TimeSpan> Estimates(int rounds, IReadOnlyCollection<string>? cells) =>
        [.. blocks.Select(block => block.Of(cells)).OfType<Block>().Select(part => TimeEstimate.Of(part, setup(part, rounds).Measure))];

    private BlockSetup Next(Block part, int rounds)
    {
        var first = _rounds[part.Id] + 1;
        _rounds[part.Id] += rounds;
        return setup(part, rounds) with { FirstRound = first };
    }
}
