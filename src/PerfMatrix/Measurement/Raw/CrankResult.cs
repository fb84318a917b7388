using System.Text.Json.Nodes;
using PerfMatrix.Contract;
using PerfMatrix.Metrics;

namespace PerfMatrix.Measurement;

/// <summary>One line of a crank job: a name, its value, and what it means.</summary>
internal sealed record CrankResult(string Name, JsonValue Value, string Description, string Format = "n2");

/// <summary>What a round looks like in crank's own names (and, with the prefix <c>perfmatrix/</c>, in ours).</summary>
internal static class CrankResults
{
    private const double BytesPerMegabyte = 1024 * 1024;

    /// <summary>Results of a variant: its version, crank's process figures, its share of the load, and our samples.</summary>
    public static IEnumerable<CrankResult> OfApplication(VariantRound round)
    {
        var own = round.Observation;
        if (own.Proof is { } proof) yield return new("netCoreAppVersion", JsonValue.Create(proof.FrameworkDescription.Replace(".NET ", "", StringComparison.Ordinal)), ".NET Runtime Version", "");
        yield return Number("benchmarks/start-time", own.Startup.TotalMilliseconds, "Start Time (ms)");
        if (own.Final is { } final) yield return Number("benchmarks/working-set", final.PeakRss.Count / BytesPerMegabyte, "Max Working Set (MB)");
        foreach (var result in OfRequests(own.Requests, round.Elapsed, own.Errors.Total)) yield return result;
        if (own is { Latency: { } latency, Rate: not { IsSustained: false } })
        {
            foreach (var result in OfLatency(latency)) yield return result;
        }

        var samples = round.Samples();
        foreach (var metric in Metric.All.Where(metric => samples.ContainsKey(metric.Name)))
            yield return Number($"perfmatrix/{metric.Name}", samples[metric.Name], $"{metric.Title} ({metric.Unit})");
    }

    /// <summary>Results of the load job: all variants together.</summary>
    public static IEnumerable<CrankResult> OfLoad(RoundObservation round) => OfRequests(
        round.Slices.Sum(slice => slice.Requests),
        new TimeSpan(round.Slices.Sum(slice => slice.Elapsed.Ticks)),
        round.Variants.Sum(variant => variant.Errors.Total));

    private static IEnumerable<CrankResult> OfRequests(long requests, TimeSpan elapsed, long errors)
    {
        yield return Number("http/rps/mean", elapsed > TimeSpan.Zero ? requests / elapsed.TotalSeconds : 0, "Requests/sec");
        yield return Number("http/requests", requests, "Requests");
        yield return Number("http/requests/badresponses", errors, "Bad responses");
    }

    private static IEnumerable<CrankResult> OfLatency(LatencySummary latency)
    {
        yield return Number("http/latency/mean", latency.Mean.TotalMilliseconds, "Mean latency (ms)");
        yield return Number("http/latency/50", latency.P50.TotalMilliseconds, "Latency 50th (ms)");
        yield return Number("http/latency/90", latency.P90.TotalMilliseconds, "Latency 90th (ms)");
        yield return Number("http/latency/99", latency.P99.TotalMilliseconds, "Latency 99th (ms)");
        yield return Number("http/latency/max", latency.Maximum.TotalMilliseconds, "Max latency (ms)");
    }

    private static CrankResult Number(string name, double value, string description) => new(name, JsonValue.Create(value), description);
}
