using System.Text.Json;
using PerfMatrix.Gate;

namespace PerfMatrix.Reporting.Site;

/// <summary>
/// What the gate calls the same, written into the page: the site says "same" by the very numbers of <c>crank/gate.yml</c>, so that the word has one meaning and the number
/// one place.
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
