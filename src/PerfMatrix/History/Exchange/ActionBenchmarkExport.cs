namespace PerfMatrix.History.Exchange;

internal sealed record DataEntry(OriginEntry Stored, string Sha, OriginCommit Commit, IReadOnlyList<DataBench> Benches);

internal sealed record DataBench(string Name, string Unit, double Value, string? Range, string? Extra);

/// <summary>Reads <c>data.js</c> of github-action-benchmark as <c>src/write.ts</c> writes it and as older versions did: texts may be numbers or
/// missing, and what has no numeric value is no point.</summary>
internal static class ActionBenchmarkData
{
    /// <summary>The longest job that GitHub runs: what a commit has later was measured by another run.</summary>
    private static readonly TimeSpan s_longestRun = TimeSpan.FromHours(6);

    /// <summary>All entries that have a value, suite by suite.</summary>
    public static IEnumerable<DataEntry> Entries(JsonElement root) =>
        from suite in root.GetProperty("entries").EnumerateObject()
        from entry in suite.Value.EnumerateArray()
        let commit = entry.GetProperty("commit")
        let benches = entry.GetProperty("benches").EnumerateArray().Where(bench => bench.GetProperty("value").ValueKind == JsonValueKind.Number)
        .Select(Bench).DistinctBy(bench => (bench.Name, bench.Unit)).ToList()
        where benches.Count > 0
        select new DataEntry(
            new(suite.Name, Text(entry, "tool") ?? "", DateTimeOffset.FromUnixTimeMilliseconds(entry.GetProperty("date").GetInt64())),
            commit.GetProperty("id").GetString()!,
            new(Text(commit, "message"), Text(commit, "timestamp"), Text(commit, "url"), Person(commit, "author"), Person(commit, "committer")),
            benches);

    /// <summary>Entries that belong together, oldest first: those of one commit that were stored within <see cref="s_longestRun"/>, each suite once.
    /// A suite that comes again was measured again, so a new run begins.</summary>
    public static List<List<DataEntry>> Runs(IEnumerable<DataEntry> entries)
    {
        var runs = new List<List<DataEntry>>();
        var open = new Dictionary<string, List<DataEntry>>();
        foreach (var entry in entries.OrderBy(entry => entry.Stored.Date))
        {
            if (!open.TryGetValue(entry.Sha, out var run) || entry.Stored.Date - run[0].Stored.Date > s_longestRun
                || run.Exists(other => other.Stored.Suite == entry.Stored.Suite))
            {
                open[entry.Sha] = run = [];
                runs.Add(run);
            }

            run.Add(entry);
        }

        return runs;
    }

    private static DataBench Bench(JsonElement bench) =>
        new(bench.GetProperty("name").GetString()!, Text(bench, "unit")
            ?? "", bench.GetProperty("value").GetDouble(), Text(bench, "range"), Text(bench, "extra"));

    private static OriginPerson? Person(JsonElement commit, string role) =>
        commit.TryGetProperty(role, out var person) && person.ValueKind == JsonValueKind.Object
        ? new(Text(person, "name"), Text(person, "email"), Text(person, "username")) : null;

    private static string? Text(JsonElement element, string name) => !element.TryGetProperty(name, out var value) ? null : value.ValueKind switch
    {
        JsonValueKind.String => value.GetString(),
        JsonValueKind.Null or JsonValueKind.Undefined => null,
        _ => value.GetRawText(),
    };
}

/// <summary>An entry of a list that github-action-benchmark v1.22.0 reads with the tools <c>customBiggerIsBetter</c> and
/// <c>customSmallerIsBetter</c>.</summary>
/// <param name="Name">Name of the series; stable, because the action finds the value before by it.</param>
/// <param name="Range">Scatter of the rounds; shown, never used by the action.</param>
internal sealed record ActionBenchmarkEntry(string Name, string Unit, double Value, string Range, string Extra);

/// <summary>Turns a run into the lists of github-action-benchmark: one direction a list, because the action knows one direction a suite.</summary>
internal static class ActionBenchmarkExport
{
    /// <summary>The list of the metrics of one direction; cells without a value are left out, as the action knows no missing ones, and so are
    /// identical copies, as it finds values by name.</summary>
    public static IReadOnlyList<ActionBenchmarkEntry> Of(RunDocument run, Direction direction)
    {
        var pairs = new RunPairs(run);
        return
        [
            .. from metric in Metric.All
               where metric.Direction == direction
               from variant in run.Variants
               where variant is { Side: "head", Twin: 0, Status: VariantStatus.Measured }
               let values = pairs.Values(metric, variant.Id).Where(double.IsFinite).ToArray()
               where values.Length > 0
               let median = OrderStatistics.Median([.. values])
               select new ActionBenchmarkEntry(
                   $"{variant.Cell.Id} {metric.Name}", metric.Unit, median, Range(values), Extra(run, variant, values.Length)),
        ];
    }

    /// <summary>With a sign and a number that the action can scale when a unit changes; halved before it is subtracted, so that it stays a number
    /// whatever the values are.</summary>
    private static string Range(double[] values) => $"± {(values.Max() / 2) - (values.Min() / 2):G4}";

    private static string Extra(RunDocument run, VariantRecord variant, int rounds) => string.Join('\n',
        $"{variant.Cell.Scenario}, runtime {variant.Cell.RuntimeVersion ?? variant.Cell.Runtime}, "
            + $"GC {variant.Cell.GcWithLimits}, {variant.Cell.Cores} cores",
        $"median of {rounds} rounds; run {run.Id} on {run.Machine.CpuModel} ({run.Machine.Fingerprint})",
        "Values of different machines are not comparable.");
}
