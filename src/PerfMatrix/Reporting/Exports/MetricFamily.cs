namespace PerfMatrix.Reporting.Exports;

/// <summary>Samples of one name in OpenMetrics.</summary>
/// <param name="Unit">Its unit, with which the name ends; empty without one.</param>
internal sealed record MetricFamily(string Name, string Type, string Unit, string Help, IReadOnlyList<MetricSample> Samples)
{
    public string Text => $"# TYPE {Name} {Type}\n" + (Unit.Length > 0 ? $"# UNIT {Name} {Unit}\n" : "") + $"# HELP {Name} {Escaped(Help)}\n"
        + string.Concat(Samples.Select(sample => $"{Name}{sample.Suffix}{{{sample.Labels}}} {sample.Value:R}\n"));

    /// <summary>Labels without those that are empty, which mean the same as none.</summary>
    public static string Labels(IEnumerable<(string Name, string Value)> labels) =>
        string.Join(',', labels.Where(label => label.Value.Length > 0).Select(label => $"{label.Name}=\"{Escaped(label.Value)}\""));

    /// <summary><c>cpuPerRequest</c> as <c>cpu_per_request</c>.</summary>
    public static string Snake(string name) => string.Concat(name.Select(c => char.IsAsciiLetterUpper(c) ? $"_{char.ToLowerInvariant(c)}" : $"{c}"));

    private static string Escaped(string text) => text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal);
}

internal sealed record MetricSample(string Suffix, string Labels, double Value);

/// <summary>The base unit of OpenMetrics for a unit of ours.</summary>
/// <param name="Name">Empty where the name of the metric says it already.</param>
/// <param name="Factor">What a value is multiplied with.</param>
internal sealed record MetricUnit(string Name, double Factor)
{
    private static readonly Dictionary<string, MetricUnit> s_all = new()
    {
        ["requests/s"] = new("requests_per_second", 1),
        ["bytes/s"] = new("bytes_per_second", 1),
        ["bytes"] = new("bytes", 1),
        ["ms"] = new("seconds", 1e-3),
        ["us"] = new("seconds", 1e-6),
        ["ns"] = new("seconds", 1e-9),
        ["%"] = new("ratio", 1e-2),
        ["ms/s"] = new("ratio", 1e-3),
    };

    public static MetricUnit Of(string unit) => s_all.GetValueOrDefault(unit) ?? new("", 1);
}
