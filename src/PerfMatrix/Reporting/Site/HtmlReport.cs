using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using PerfMatrix.Contract;
using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Results;

namespace PerfMatrix.Reporting.Site;

/// <summary>The report of one run as a single HTML file: opens from disk, from an artifact or a mail, without a network.</summary>
public static class HtmlReport
{
    /// <summary>The page.</summary>
    /// <param name="run">The run.</param>
    /// <param name="timelines">Its timelines; one a variant goes into the page, because every round of a long one would make it huge.</param>
    /// <param name="policy">The policy of the gate, by which the page says "same".</param>
    /// <param name="documentSha256">Hash of the document that the page lies beside; null when nobody knows.</param>
    public static string Format(RunDocument run, TimelineFiles timelines, GatePolicy policy, string? documentSha256 = null) =>
        SitePage.SelfContained(Payload(run, timelines, policy, documentSha256));

    /// <summary>The page of a run whose document is on disk.</summary>
    /// <param name="document">The run document; timelines lie beside it.</param>
    /// <param name="run">The run.</param>
    /// <param name="policy">The policy of the gate.</param>
    public static string Format(string document, RunDocument run, GatePolicy policy) =>
        Format(run, TimelineFiles.Read(document, run), policy, Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(document))));

    /// <summary>Writes the page of a run whose document is on disk; a reader sees the old or the new version, never a part.</summary>
    /// <param name="path">The page.</param>
    /// <param name="document">The run document; timelines lie beside it.</param>
    /// <param name="run">The run.</param>
    /// <param name="policy">The policy of the gate.</param>
    /// <exception cref="UsageException">The file could not be written.</exception>
    public static void Write(string path, string document, RunDocument run, GatePolicy policy) =>
        AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(document, run, policy)));

    /// <summary>The default encoder of the writer escapes everything that means something in HTML, also in names and messages from elsewhere.</summary>
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
            WriteList(json, "timelines", timelines.Timelines.DistinctBy(timeline => timeline.Variant), static (json, timeline) => JsonSerializer.Serialize(json, timeline, ContractJson.Default.GcTimeline));
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
