namespace PerfMatrix.Contract;

/// <summary>Sums over the rounds of a block. The load job reports them as crank statistics, the driver computes them again from the files it got: both must agree.</summary>
/// <param name="Rounds">Rounds.</param>
/// <param name="Requests">Requests answered correctly in all slices.</param>
/// <param name="Errors">Failed requests.</param>
/// <param name="Failures">Variants whose round is failed, counted once a round.</param>
/// <param name="Elapsed">Time of all slices.</param>
public readonly record struct BlockTotals(int Rounds, long Requests, long Errors, int Failures, TimeSpan Elapsed)
{
    /// <summary>Requests per second of slice time; 0 without slices.</summary>
    public double Throughput => Elapsed > TimeSpan.Zero ? Requests / Elapsed.TotalSeconds : 0;

    /// <summary>The sums with one more round.</summary>
    public BlockTotals Plus(RoundObservation round) => new(
        Rounds + 1,
        Requests + round.Variants.Sum(variant => variant.Requests),
        Errors + round.Variants.Sum(variant => variant.Errors.Total),
        Failures + round.Variants.Count(variant => variant.Failure is not null),
        Elapsed + new TimeSpan(round.Slices.Sum(slice => slice.Elapsed.Ticks)));
}
