using PerfMatrix.Configuration;

namespace PerfMatrix.Metrics;

/// <summary>Every metric that documents, tables and policies may name, in the order tables show them. Read from <c>crank/metrics.yml</c>.</summary>
public sealed class MetricCatalogue
{
    private readonly Dictionary<string, Metric> _byName;

    /// <summary>Creates a catalogue of metrics with distinct names.</summary>
    public MetricCatalogue(IReadOnlyList<Metric> metrics)
    {
        Metrics = metrics;
        _byName = metrics.ToDictionary(metric => metric.Name);
    }

    /// <summary>The metrics in order.</summary>
    public IReadOnlyList<Metric> Metrics { get; }

    /// <summary>A metric by name.</summary>
    /// <exception cref="UsageException">The catalogue has no such metric; names the nearest one.</exception>
    public Metric this[string name] =>
        Find(name) ?? throw new UsageException($"unknown metric '{name}'{Suggestion.Sentence(name, _byName.Keys, "metrics")}");

    /// <summary>A metric by name; null when the catalogue has none, as for a document of a newer version.</summary>
    public Metric? Find(string name) => _byName.GetValueOrDefault(name);

    /// <summary>Reads the catalogue of a checkout.</summary>
    /// <exception cref="UsageException">The file is missing or wrong.</exception>
    public static MetricCatalogue Load(string root) => MetricCatalogueFile.Read(YamlFile.Read(Path.Combine(root, RepositoryRoot.MetricsFile), root));
}
