using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Results;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Reporting.Site;

/// <summary>The report of one run as a single HTML file: opens from disk, from an artifact or a mail, without a network.</summary>
internal static class HtmlReport
{
    /// <param name="timelines">Its timelines; one a variant goes into the page, because every round of a long one would make it huge.</param>
    /// <param name="policy">The policy of the gate, by which the page says "same".</param>
    /// <param name="documentSha256">Hash of the document that the page lies beside; null when nobody knows.</param>
    public static string Format(RunDocument run, TimelineFiles timelines, GatePolicy policy, string? documentSha256 = null) =>
        SitePage.SelfContained(Payload(run, timelines, policy, documentSha256));

    /// <summary>The page of a run whose document is on disk.</summary>
    /// <param name="document">The run document; timelines lie beside it.</param>
    public static string Format(string document, RunDocument run, GatePolicy policy) =>
        Format(run, TimelineFiles.Read(document, run), policy, Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(document))));

    /// <summary>Writes the page of a run whose document is on disk; a reader sees the old or the new version, never a part.</summary>
    /// <param name="document">The run document; timelines lie beside it.</param>
    /// <exception cref="UsageException">The file could not be written.</exception>
    public static void Write(string path, string document, RunDocument run, GatePolicy policy) =>
        AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(document, run, policy)));

    /// <summary>The default encoder of the writer escapes everything that means something in HTML, also in names and messages from
    /// elsewhere.</summary>
    private static string Payload(RunDocument run, TimelineFiles timelines, GatePolicy policy, string? documentSha256)
    {
        using var buffer = new MemoryStream();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteString("mode", "report");
            WriteList(json, "metrics", Metric.All, WriteMetric);
            SameRule.Write(json, policy);
            if (documentSha256 is not null) json.WriteString("documentSha256", documentSha256);
            json.WritePropertyName("run");
            JsonSerializer.Serialize(json, run, DocumentJson.Compact);
            WriteList(json, "timelines", timelines.Timelines.DistinctBy(timeline => timeline.Variant), static (
                json, timeline) => JsonSerializer.Serialize(json, timeline, ContractJson.Default.GcTimeline));
            WriteList(json, "timelineProblems", timelines.Problems, static (json, problem) => json.WriteStringValue(problem));
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(buffer.GetBuffer(), 0, (int)buffer.Length);
    }

    private static void WriteList<T>(Utf8JsonWriter json, string name, IEnumerable<T> items, Action<Utf8JsonWriter, T> write)
    {
        json.WriteStartArray(name);
        foreach (var item in items) write(json, item);
        json.WriteEndArray();
    }

    private static void WriteMetric(Utf8JsonWriter json, Metric metric)
    {
        json.WriteStartObject();
        json.WriteString("name", metric.Name);
        json.WriteString("title", metric.Title);
        json.WriteString("unit", metric.Unit);
        json.WriteString("direction", metric.Direction == Direction.HigherIsBetter ? "higherIsBetter" : "lowerIsBetter");
        json.WriteNumber("decimals", metric.Decimals);
        json.WriteString("description", metric.Description);
        json.WriteEndObject();
    }
}

/// <summary>
/// What the gate calls the same, written into the page: the site says "same" by the very numbers of <c>crank/gate.yml</c>, so that the word has one
/// meaning and the number one place.
/// </summary>
internal static class SameRule
{
    /// <summary>Writes the property <c>same</c>.</summary>
    public static void Write(Utf8JsonWriter json, GatePolicy policy)
    {
        json.WriteStartObject("same");
        json.WriteNumber("withinThresholds", policy.Same.WithinThresholds);
        json.WriteNumber("confidencePercent", policy.Same.ConfidencePercent);
        json.WriteNumber("thresholdPercent", policy.ThresholdPercent);
        json.WriteStartObject("metrics");
        foreach (var metric in policy.Metrics)
        {
            if (metric.ThresholdPercent is { } threshold) json.WriteNumber(metric.Metric, threshold);
        }

        json.WriteEndObject();
        json.WriteStartArray("scenarios");
        foreach (var scenario in policy.Scenarios) Write(json, scenario);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, ScenarioThreshold scenario)
    {
        json.WriteStartObject();
        json.WriteString("scenario", scenario.Scenario);
        if (scenario.Metric is { } metric) json.WriteString("metric", metric);
        json.WriteNumber("thresholdPercent", scenario.ThresholdPercent);
        json.WriteEndObject();
    }
}
