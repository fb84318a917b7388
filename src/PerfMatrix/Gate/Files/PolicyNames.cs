using PerfMatrix.Configuration;

namespace PerfMatrix.Gate;

/// <summary>Names that policy files give.</summary>
internal static class PolicyNames
{
    /// <exception cref="UsageException">There is no such metric; names the place and the nearest one.</exception>
    public static string Metric(string name, YamlPlace place) => Metrics.Metric.Named(name, problem => place.Error(problem)).Name;
}
