using PerfMatrix.Configuration;
using PerfMatrix.Metrics;

namespace PerfMatrix.Gate;

/// <summary>Names that policy files give.</summary>
internal static class PolicyNames
{
    /// <summary>The name of a metric, when the catalogue has it.</summary>
    /// <exception cref="UsageException">It has not; names the place and the nearest metric.</exception>
    public static string Metric(string name, YamlPlace place, MetricCatalogue catalogue) => catalogue.Find(name) is not null
        ? name
        : throw place.Error($"unknown metric '{name}'{Suggestion.Sentence(name, [.. catalogue.Metrics.Select(metric => metric.Name)], "metrics")}");
}
