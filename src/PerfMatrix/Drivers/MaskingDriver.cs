using System.Runtime.CompilerServices;
using PerfMatrix.Contract;

namespace PerfMatrix.Drivers;

/// <summary>
/// Takes secrets out of what a driver tells: an application may print its environment when it dies, and its last lines are kept. It stands outside of all
/// other drivers, so that nothing passes it by.
/// </summary>
/// <param name="inner">The driver.</param>
/// <param name="secrets">The secrets.</param>
public sealed class MaskingDriver(IDriver inner, Secrets secrets) : IDriver
{
    /// <inheritdoc />
    public string Name => inner.Name;

    /// <inheritdoc />
    public int BlocksAtOnce => inner.BlocksAtOnce;

    /// <inheritdoc />
    public IReadOnlyList<string> Warnings => [.. inner.Warnings.Select(secrets.Masked)];

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
        catch (ApplicationBuildException exception)
        {
            throw new ApplicationBuildException(exception.Variant, secrets.Masked(exception.Message));
        }
        catch (DriverException exception)
        {
            throw new DriverException(secrets.Masked(exception.Message));
        }
        catch (UsageException exception)
        {
            throw secrets.Masked(exception);
        }
    }

    private RoundObservation Masked(RoundObservation round) => round with { Variants = [.. round.Variants.Select(Masked)] };

    private VariantObservation Masked(VariantObservation variant) => variant with
    {
        Failure = variant.Failure is { } failure ? Masked(failure) : null,
        Benchmark = variant.Benchmark is { } benchmark ? Masked(benchmark) : null,
        Proof = variant.Proof is { } proof ? Masked(proof) : null,
    };

    private RoundFailure Masked(RoundFailure failure) => new() { Reason = secrets.Masked(failure.Reason), LastLines = [.. failure.LastLines.Select(secrets.Masked)] };

    // The parameters of a case stand in its name, and in BenchmarkDotNet's own report.
    private BenchmarkObservation Masked(BenchmarkObservation benchmark) => benchmark with
    {
        FullName = secrets.Masked(benchmark.FullName),
        Report = benchmark.Report is { } report ? secrets.Masked(report) : null,
    };

    private ProbeProof Masked(ProbeProof proof) => proof with
    {
        GcConfiguration = proof.GcConfiguration.ToDictionary(setting => setting.Key, setting => secrets.Masked(setting.Value)),
    };
}
