using System.Runtime.CompilerServices;
using PerfMatrix.Contract;
using PerfMatrix.Drivers;
using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>
/// Where agents build the applications, one that does not build shows only when it is deployed. It then ends a comparison as one that is built here would: with the side whose code it is.
/// </summary>
/// <param name="inner">The driver.</param>
/// <param name="trees">The files of both sides.</param>
internal sealed class SideBuildDriver(IDriver inner, PairedTrees trees) : IDriver
{
    /// <inheritdoc />
    public string Name => inner.Name;

    /// <inheritdoc />
    public int BlocksAtOnce => inner.BlocksAtOnce;

    /// <inheritdoc />
    public IReadOnlyList<string> Warnings => inner.Warnings;

    /// <inheritdoc />
    /// <exception cref="SideBuildException">A side does not build.</exception>
    public async IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, IProgress<BlockProgress> progress, [EnumeratorCancellation] CancellationToken cancellation)
    {
        await using var rounds = inner.MeasureAsync(deployment, progress, cancellation).GetAsyncEnumerator(cancellation);
        while (await NextAsync(rounds))
            yield return rounds.Current;
    }

    /// <inheritdoc />
    public ValueTask DisposeAsync() => inner.DisposeAsync();

    private async Task<bool> NextAsync(IAsyncEnumerator<RoundObservation> rounds)
    {
        try
        {
            return await rounds.MoveNextAsync();
        }
        catch (ApplicationBuildException exception)
        {
            throw new SideBuildException(exception.Variant.Side, exception.Variant.Side == Side.Base ? trees.Base : trees.Head, exception.Message, exception);
        }
    }
}
