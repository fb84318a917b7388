using System.Globalization;
using System.Text.RegularExpressions;

namespace PerfMatrix.Tests.Reporting.Exports;

/// <summary>A strict reader of the text format of OpenMetrics 1.0 (https://prometheus.io/docs/specs/om/open_metrics_spec/), as far as gauges go:
/// families are not interleaved, metadata comes first and once, a unit is the end of the name, samples are unique, the end is marked. It refuses,
/// too, what the older format of Prometheus does not have (https://prometheus.io/docs/instrumenting/exposition_formats/), which takes the lines UNIT
/// and EOF for comments: other types, quotes that are escaped in HELP, exemplars; and times, for which node_exporter skips the file.</summary>
internal sealed partial class OpenMetricsText
{
    /// <summary>Those of both formats.</summary>
    private static readonly string[] s_types = ["counter", "gauge", "histogram", "summary"];

    private readonly Dictionary<string, (string Type, string Unit)> _families = [];
    private readonly Dictionary<(string Name, string Labels), double> _samples = [];
    private readonly List<(string Name, Dictionary<string, string> Labels)> _labels = [];

    private OpenMetricsText(string text)
    {
        Assert.EndsWith("\n# EOF\n", text, StringComparison.Ordinal);
        var (family, hasSamples) = ("", false);
        foreach (var line in text.Split('\n')[..^2])
        {
            if (Metadata().Match(line) is { Success: true } meta)
            {
                var name = meta.Groups["name"].Value;
                if (meta.Groups["kind"].Value == "TYPE")
                {
                    Assert.Contains(meta.Groups["text"].Value, s_types);
                    Assert.True(_families.TryAdd(name, (meta.Groups["text"].Value, "")), $"{line}: the family is there twice");
                    (family, hasSamples) = (name, false);
                }

                Assert.True(name == family && !hasSamples, $"{line}: stands outside of its family, or behind its samples");
                if (meta.Groups["kind"].Value != "UNIT") continue;
                Assert.EndsWith($"_{meta.Groups["text"].Value}", name, StringComparison.Ordinal);
                _families[name] = _families[name] with { Unit = meta.Groups["text"].Value };
                continue;
            }

            var sample = Sample().Match(line);
            Assert.True(sample.Success, $"no sample: {line}");
            Assert.Equal(family, sample.Groups["name"].Value);
            var labels = sample.Groups["label"].Captures.Select(label => label.Value).ToList();
            Assert.Equal(labels.Count, labels.Distinct().Count());
            _labels.Add((family, labels.Zip(sample.Groups["text"].Captures).ToDictionary(label => label.First, label => label.Second.Value)));
            Assert.True(_samples.TryAdd((sample.Groups["name"].Value, sample.Groups["labels"].Value),
                double.Parse(sample.Groups["value"].Value, CultureInfo.InvariantCulture)), $"{line}: is there twice");
            hasSamples = true;
        }
    }

    public static OpenMetricsText Parse(string text) => new(text);

    public IReadOnlyDictionary<string, (string Type, string Unit)> Families => _families;

    public IReadOnlyDictionary<(string Name, string Labels), double> Samples => _samples;

    /// <summary>The labels of every sample of a name, their values as they are written.</summary>
    public List<Dictionary<string, string>> LabelsOf(string name) =>
        [.. _labels.Where(sample => sample.Name == name).Select(sample => sample.Labels)];

    /// <summary>The sample of a name whose labels hold every part; null when there is none.</summary>
    public double? Find(string name, params string[] parts)
    {
        var found = _samples.Where(sample => sample.Key.Name == name
            && Array.TrueForAll(parts, part => sample.Key.Labels.Contains(part, StringComparison.Ordinal)))
            .ToList();
        Assert.InRange(found.Count, 0, 1);
        return found.Count == 0 ? null : found[0].Value;
    }

    [GeneratedRegex(@"^# (?<kind>TYPE|UNIT|HELP) (?<name>[a-zA-Z_:][a-zA-Z0-9_:]*) (?<text>([^\\\n""]|\\[\\n])+)$", RegexOptions.ExplicitCapture,
        1000)]
    private static partial Regex Metadata();

    [GeneratedRegex(
        @"^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)\{(?<labels>((?<label>[a-zA-Z_][a-zA-Z0-9_]*)=""(?<text>([^\\\n""]|\\[\\n""])*)"",?)*)(?<!,)\} "
            + @"(?<value>-?\d+(\.\d+)?(E[+-]?\d+)?)$",
        RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Sample();
}
