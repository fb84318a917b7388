using System.Runtime.CompilerServices;
using PerfMatrix.Protocol;

namespace PerfMatrix.Drivers;

/// <summary>Takes secrets out of what a driver tells: an application may print its environment when it dies, and its last lines are kept.</summary>
/// <param name="inner">The driver.</param>
/// <param name="secrets">The secrets.</param>
public sealed class MaskingDriver(IDriver inner, Secrets secrets) : IDriver
{
    /// <inheritdoc />
    public string Name => inner.Name;

    /// <inheritdoc />
    public int BlocksAtOnce => inner.BlocksAtOnce;

    /// <inheritdoc />
    public IReadOnlyList<string> Warnings => inner.Warnings;

    /// <inheritdoc />
    public async IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, IProgress<BlockProgress> progress, [EnumeratorCancellation] CancellationToken cancellation)
    {
        await using var rounds = inner.MeasureAsync(deployment, progress, cancellation).GetAsyncEnumerator(cancellation);
        while (await NextAsync(rounds))
            yield return Masked(rounds.Current);
    }

    /// <inheritdoc />
    public ValueTask DisposeAsync() => inner.DisposeAsync();

    private async Task<bool> NextAsync(IAsyncEnumerator<RoundObservation> rounds)
    {
        try
        {
            return await rounds.MoveNextAsync();
        }
        catch (DriverException exception)
        {
            throw new DriverException(secrets.Masked(exception.Message));
        }
    }

    private RoundObservation Masked(RoundObservation round) => round with { Variants = [.. round.Variants.Select(Masked)] };

    private VariantObservation Masked(VariantObservation variant) => variant.Failure is not { } failure ? variant : variant with
    {
        Failure = new RoundFailure { Reason = secrets.Masked(failure.Reason), LastLines = [.. failure.LastLines.Select(secrets.Masked)] },
    };
}
