using PerfMatrix.Configuration;

namespace PerfMatrix.Metrics;

/// <summary>Reads <c>crank/metrics.yml</c>: one entry a metric under <c>metrics</c>.</summary>
public static class MetricCatalogueFile
{
    /// <summary>Reads the catalogue.</summary>
    /// <exception cref="UsageException">A key is unknown, missing or of the wrong type.</exception>
    public static MetricCatalogue Read(YamlMap file)
    {
        var metrics = file.Allow("metrics").Required("metrics").AsMap();
        return new([.. metrics.Entries.Select(ReadMetric)]);
    }

    private static Metric ReadMetric(YamlEntry entry)
    {
        var metric = entry.Value.AsMap().Allow("title", "unit", "direction", "decimals", "description");
        return new(
            entry.Key,
            metric.Required("title").AsText(),
            metric.Required("unit").AsText(),
            ReadDirection(metric.Required("direction")),
            metric.Required("description").AsText())
        {
            Decimals = metric.Required("decimals").AsWholeNumber(),
        };
    }

    private static Direction ReadDirection(YamlValue value) => value.AsText() switch
    {
        "higherIsBetter" => Direction.HigherIsBetter,
        "lowerIsBetter" => Direction.LowerIsBetter,
        _ => throw value.Expected("higherIsBetter or lowerIsBetter"),
    };
}
