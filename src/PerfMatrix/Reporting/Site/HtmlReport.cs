using System.Text;
using System.Text.Json;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Reporting.Site;

/// <summary>The report of one run as a single HTML file: opens from disk, from an artifact or a mail, without a network.</summary>
public static class HtmlReport
{
    /// <summary>The page.</summary>
    public static string Format(RunDocument run, IReadOnlyList<Metric> catalogue) => SitePage.SelfContained(Payload(run, catalogue));

    /// <summary>Writes the page; a reader sees the old or the new version, never a part.</summary>
    /// <exception cref="UsageException">The file could not be written.</exception>
    public static void Write(string path, RunDocument run, IReadOnlyList<Metric> catalogue) => AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(run, catalogue)));

    /// <summary>The default encoder of the writer escapes everything that means something in HTML, also in names and messages from elsewhere.</summary>
    private static string Payload(RunDocument run, IReadOnlyList<Metric> catalogue)
    {
        using var buffer = new MemoryStream();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteString("mode", "report");
            json.WritePropertyName("metrics");
            WriteMetrics(json, catalogue);
            json.WritePropertyName("run");
            JsonSerializer.Serialize(json, run, RunJson.Default.RunDocument);
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(buffer.GetBuffer(), 0, (int)buffer.Length);
    }

    private static void WriteMetrics(Utf8JsonWriter json, IReadOnlyList<Metric> catalogue)
    {
        json.WriteStartArray();
        foreach (var metric in catalogue)
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

        json.WriteEndArray();
    }
}
