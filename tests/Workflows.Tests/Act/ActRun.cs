using System.Text.Json;

namespace Workflows.Tests.Act;

/// <summary>What act told of a run: which jobs ran, how they ended, what they said.</summary>
/// <param name="Results">Result of each job that ran, by its id; of several of a matrix the worst.</param>
/// <param name="Log">Every line, with its job before it.</param>
internal sealed record ActRun(IReadOnlyDictionary<string, string> Results, string Log)
{
    /// <summary>Reads the lines that <c>act --json</c> writes.</summary>
    public static ActRun Of(IEnumerable<string> lines)
    {
        var results = new Dictionary<string, string>();
        var log = new StringWriter();
        foreach (var line in lines)
        {
            if (!line.StartsWith('{'))
            {
                log.WriteLine(line);
                continue;
            }

            using var json = JsonDocument.Parse(line);
            log.WriteLine($"[{Text(json, "job")}] {Text(json, "msg")?.TrimEnd()}");
            if (JobOf(json) is { } job && Text(json, "jobResult") is { } result)
                results[job] = results.GetValueOrDefault(job) == "failure" ? "failure" : result;
        }

        return new(results, log.ToString());
    }

    /// <summary>Asserts that these jobs ran and ended so, and no other; act skips a job without a runner silently and calls it good.</summary>
    public void AssertJobs(params (string Job, string Result)[] expected) =>
        Assert.True(
            expected.ToHashSet().SetEquals(Results.Select(result => (result.Key, result.Value))),
            $"expected {string.Join(", ", expected)}; found {string.Join(", ", Results)}\n{Log}");

    /// <summary>The same of a comparison without an effect: what chance has made suspect gets a confirming job more, and is acquitted by the
    /// verdict.</summary>
    public void AssertJobsOfNoEffect(params (string Job, string Result)[] expected) =>
        AssertJobs(Results.ContainsKey("confirm") ? [.. expected, ("confirm", "success")] : expected);

    // The groups of a stage have one id; their names end with the stage and the group: "Compare/compare/Screen/measure/screen g01".
    private static string? JobOf(JsonDocument json) =>
        Text(json, "jobID") is not "group" ? Text(json, "jobID") : Text(json, "job")!.Split('/')[^1].Split(' ')[0];

    private static string? Text(JsonDocument json, string name) => json.RootElement.TryGetProperty(name, out var value) ? value.ToString() : null;
}
