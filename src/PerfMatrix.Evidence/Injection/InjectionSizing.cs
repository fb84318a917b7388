namespace PerfMatrix.Evidence.Injection;

/// <summary>What requests of base cost, which some sizes are a share of.</summary>
/// <param name="Throughput">Requests a second.</param>
/// <param name="Calibration">How much CPU time a step of burn is; null when nobody asked.</param>
internal sealed record RequestFigures(double Throughput, LatencyTail Latency, Calibration? Calibration = null)
{
    /// <summary>For kinds whose sizes do not depend on it.</summary>
    public static RequestFigures Unknown { get; } = new(double.NaN, new(double.NaN, double.NaN));

    private const int LeastBetweenStalls = 100;

    public static RequestFigures Of(ComparisonDocument comparison, Calibration? calibration) => new(
        Middle(comparison, Metric.Throughput.Name) ?? double.NaN,
        new(LatencyOf(comparison, "P90"), LatencyOf(comparison, "P99")),
        calibration);

    /// <summary>The distance of stalls that together take such a share of the time.</summary>
    public int RequestsBetweenStalls(double percent) => (int)Math.Clamp(
        Known(Throughput, "throughput") * InjectionVariables.StallMilliseconds / 1000.0 * ((100 / percent) - 1), LeastBetweenStalls, 1_000_000_000);

    internal static double Known(double value, string what) =>
        double.IsFinite(value) ? value : throw new IncompleteException($"found no {what} of base, which the wanted size is a share of");

    // In open loop where that was measured.
    private static double LatencyOf(ComparisonDocument comparison, string percentile) =>
        Middle(comparison, $"pacedLatency{percentile}") ?? Middle(comparison, $"latency{percentile}") ?? double.NaN;

    private static double? Middle(ComparisonDocument comparison, string metric) => OrderStatistics.MedianOfKnown(
        comparison.Pairs.Where(series => series.Metric == metric).SelectMany(series => series.Rounds).Select(round => round.Base));
}

/// <summary>Percentiles of latency, microseconds; between them and a little beyond, the logarithm of latency is taken to be linear in that of the
/// share above. Not up to p99.9, which is mostly a matter of what else the machine does.</summary>
internal sealed record LatencyTail(double P90, double P99)
{
    private const int LeastBetweenWaits = 20;

    /// <summary>The distance of requests that wait, so that the 99th percentile grows by so much: then 1 % of all are above the new percentile,
    /// some by themselves and the others because they wait.</summary>
    public int RequestsBetweenWaits(double percent)
    {
        var wanted = RequestFigures.Known(P99, "latencies") * (1 + (percent / 100));
        var above = ShareAbove(wanted);
        var distance = (ShareAbove(wanted - (InjectionVariables.TailMilliseconds * 1000)) - above) / (0.01 - above);
        return distance >= LeastBetweenWaits ? (int)Math.Min(distance, 1_000_000_000) : throw new IncompleteException(
            $"p99 +{percent} %: no waits of {InjectionVariables.TailMilliseconds} ms make a p99 of {P99 / 1000:0.0} ms so much larger; ask for less");
    }

    private double ShareAbove(double latency) =>
        latency <= 0 ? 1 : Math.Min(1, 0.01 * Math.Pow(10, -Math.Log(latency / P99) / Math.Log(Math.Max(P99 / P90, 1.01))));
}

/// <summary>Finds the amounts that have the wanted sizes here, by measuring what requests cost.</summary>
internal static class InjectionSizing
{
    /// <param name="cell">Id of the cell whose requests are measured; null for those of all.</param>
    /// <param name="leaveOut">Told of each size that cannot be made here and is left out; null where that ends it.</param>
    public static Task<IReadOnlyList<InjectionRecord>> PlanAsync(
        IReadOnlyList<(InjectionKind Kind, double Size)> chosen, IGateRunner runner, string? cell, Action<string>? leaveOut,
            CancellationToken cancellation) =>
        PlanAsync(chosen, (steps, rounds) => runner.MeasureAsync(
            $"{RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared)}-calibration-{steps}", rounds, cell,
            steps == 0 ? new Dictionary<string, string>() : new() { [InjectionVariables.Burn] = $"{steps}" }, cancellation), leaveOut);

    /// <param name="measure">Measures head with so many steps of burn against base without, in so many rounds; 0 steps for none.</param>
    public static async Task<IReadOnlyList<InjectionRecord>> PlanAsync(
        IReadOnlyList<(InjectionKind Kind, double Size)> chosen, Func<int, int, Task<ComparisonDocument>> measure, Action<string>? leaveOut = null)
    {
        var figures = chosen.Any(one => one.Kind.NeedsFigures) ? await MeasureAsync(chosen, measure) : RequestFigures.Unknown;
        return [.. chosen.Select(one => Errors.Or<InjectionRecord?>(
            () => one.Kind.Record(one.Size, figures), problem => problem is IncompleteException && leaveOut is not null, problem =>
            {
                leaveOut!($"left out: {problem.Message}");
                return null;
            })).OfType<InjectionRecord>()];
    }

    private static async Task<RequestFigures> MeasureAsync(
        IReadOnlyList<(InjectionKind Kind, double Size)> chosen, Func<int, int, Task<ComparisonDocument>> measure)
    {
        double[] shares = [.. chosen.Where(one => one.Kind.Name == InjectionKinds.Cpu).Select(one => one.Size)];
        if (shares.Length == 0) return RequestFigures.Of(await measure(0, Calibration.FirstRounds), null);
        ComparisonDocument? first = null;
        var calibration = await Calibration.MeasureAsync(shares, async (steps, rounds) =>
        {
            var comparison = await measure(steps, rounds);
            first ??= comparison;
            return comparison;
        });
        return RequestFigures.Of(first!, calibration);
    }
}
