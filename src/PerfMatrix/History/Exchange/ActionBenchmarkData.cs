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
