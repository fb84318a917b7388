using PerfMatrix.Configuration;

namespace PerfMatrix.Gate;

/// <summary>Reads <c>crank/acknowledged.yml</c>.</summary>
public static class AcknowledgementFile
{
    /// <summary>The file, relative to the root.</summary>
    public const string Name = "crank/acknowledged.yml";

    /// <summary>Reads the entries. Whether they still hold is checked by <see cref="Acknowledgements.Require"/>, which needs the date and the cells.</summary>
    /// <exception cref="UsageException">A key or metric is unknown, a key is missing, or a date is none; names file, line and key.</exception>
    public static IReadOnlyList<Acknowledgement> Read(YamlMap file) =>
        [.. file.Allow("acknowledged").Required("acknowledged").AsList().Items.Select(item => ReadEntry(item.AsMap()))];

    private static Acknowledgement ReadEntry(YamlMap entry)
    {
        var metric = entry.Allow("cell", "metric", "reason", "expires").Required("metric");
        return new(
            entry.Required("cell").AsText(),
            PolicyNames.Metric(metric.AsText(), metric.Place),
            entry.Required("reason").AsText(),
            entry.Required("expires").AsDate(),
            $"{entry.Place.File}:{entry.Place.Line}");
    }
}
