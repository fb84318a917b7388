using System.Text.Json.Nodes;

namespace PerfMatrix.Load.Output;

/// <summary>Prints measurements in the form crank's agent reads from a job's output: one line of JSON between two marker lines (dotnet/crank,
/// "JobStatistics"). Written compactly, because the agent keeps 10,000 lines only.</summary>
internal static class CrankStatistics
{
    public static void Write(TextWriter output, DateTimeOffset at, SliceResult result, SliceTally tally, bool withLatency = true) => Write(output, at,
    [
        new(BlockStatistics.Throughput, "Requests/s", "Sum", "n0", result.Requests / result.Elapsed.TotalSeconds),
        new(BlockStatistics.Requests, "Requests", "Sum", "n0", result.Requests),
        new(BlockStatistics.Errors, "Failed requests", "Sum", "n0", result.Failed),
        .. withLatency && tally.Latencies.Summarize() is { } latency ? Latencies(latency) : [],
    ]);

    public static void Write(TextWriter output, DateTimeOffset at, BlockTotals totals) => Write(output, at,
    [
        new(BlockStatistics.Rounds, "Rounds", "Sum", "n0", totals.Rounds),
        new(BlockStatistics.Throughput, "Requests/s", "Sum", "n0", totals.Throughput),
        new(BlockStatistics.Requests, "Requests", "Sum", "n0", totals.Requests),
        new(BlockStatistics.Errors, "Failed requests", "Sum", "n0", totals.Errors),
        new(BlockStatistics.Failures, "Failed rounds of a variant", "Sum", "n0", totals.Failures),
    ]);

    private static void Write(TextWriter output, DateTimeOffset at, List<Measurement> measurements)
    {
        var json = new JsonObject
        {
            ["Metadata"] = new JsonArray([.. measurements.Select(Metadata)]),
            ["Measurements"] = new JsonArray([.. measurements.Select(measurement => Value(measurement, at))]),
        };
        output.WriteLine("#StartJobStatistics");
        output.WriteLine(json.ToJsonString());
        output.WriteLine("#EndJobStatistics");
    }

    private static List<Measurement> Latencies(LatencySummary latency) =>
    [
        new("perfmatrix/latency/mean", "Latency mean (us)", "Max", "n1", latency.Mean.TotalMicroseconds),
        new("perfmatrix/latency/p50", "Latency p50 (us)", "Max", "n1", latency.P50.TotalMicroseconds),
        new("perfmatrix/latency/p90", "Latency p90 (us)", "Max", "n1", latency.P90.TotalMicroseconds),
        new("perfmatrix/latency/p99", "Latency p99 (us)", "Max", "n1", latency.P99.TotalMicroseconds),
        new("perfmatrix/latency/p999", "Latency p99.9 (us)", "Max", "n1", latency.P999.TotalMicroseconds),
        new("perfmatrix/latency/max", "Latency max (us)", "Max", "n1", latency.Maximum.TotalMicroseconds),
    ];

    private static JsonObject Metadata(Measurement measurement) => new()
    {
        ["Source"] = "perfmatrix",
        ["Name"] = measurement.Name,
        ["Aggregate"] = "Last",
        ["Reduce"] = measurement.Reduce,
        ["ShortDescription"] = measurement.Description,
        ["LongDescription"] = measurement.Description,
        ["Format"] = measurement.Format,
    };

    private static JsonObject Value(Measurement measurement, DateTimeOffset at) =>
        new() { ["Timestamp"] = at, ["Name"] = measurement.Name, ["Value"] = measurement.Value };

    private sealed record Measurement(string Name, string Description, string Reduce, string Format, double Value);
}
