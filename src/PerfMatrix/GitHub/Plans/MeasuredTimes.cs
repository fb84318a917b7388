using PerfMatrix.Contract;
using PerfMatrix.History;
using PerfMatrix.Matrix;

namespace PerfMatrix.GitHub;

/// <summary>How long blocks took in earlier runs, as a multiple of what was estimated for them, by scenario and core count.</summary>
/// <param name="factors">The multiples.</param>
public sealed class MeasuredTimes(IReadOnlyDictionary<(string Scenario, int Cores), double> factors)
{
    /// <summary>Nothing was measured yet.</summary>
    public static MeasuredTimes None { get; } = new(new Dictionary<(string, int), double>());

    /// <summary>Reads the newest runs of a history.</summary>
    /// <param name="folder">A checkout of the history branch; one that is not there, or holds nothing yet, corrects nothing.</param>
    public static MeasuredTimes Read(string folder) => Directory.Exists(folder) ? Of(new FolderFiles(folder)) : None;

    /// <summary>Reads the newest runs of a history.</summary>
    public static MeasuredTimes Of(IHistoryFiles files) => new(BlockTimes.Of(files));

    /// <summary>Reads the newest runs of the history that a checkout has fetched, <c>origin/gh-pages</c>; without it nothing is corrected.</summary>
    /// <param name="root">The checkout.</param>
    /// <param name="cancellation">Ends it.</param>
    public static async Task<MeasuredTimes> OfCheckoutAsync(string root, CancellationToken cancellation) =>
        await CommitFiles.OfCheckoutAsync(root, "origin", "gh-pages", cancellation) is { } files ? Of(files) : None;

    /// <summary>Estimated time of a block, corrected where it was measured before.</summary>
    public TimeSpan Corrected(Block block, MeasureSettings measure) => TimeEstimate.Of(block, measure) * factors.GetValueOrDefault((block.Scenario, block.Cores), 1);
}
