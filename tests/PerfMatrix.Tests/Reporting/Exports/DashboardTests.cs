using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.Reporting.Exports;

namespace PerfMatrix.Tests.Reporting.Exports;

/// <summary>The dashboard for Grafana, held against what the export of a run with every metric writes.</summary>
public sealed partial class DashboardTests
{
    private static readonly JsonElement s_dashboard = JsonElement.Parse(File.ReadAllText(Checkout.File("reports", "grafana", "perfmatrix.json")));
    private static readonly OpenMetricsText s_written = Written(ExportSamples.WithEveryMetric());

    /// <summary>What Grafana calls the units that are written.</summary>
    private static readonly Dictionary<string, string> s_units = new(StringComparer.Ordinal)
    {
        [""] = "none",
        ["seconds"] = "s",
        ["bytes"] = "bytes",
        ["requests_per_second"] = "reqps",
    };

    private static List<JsonElement> Panels => [.. s_dashboard.GetProperty("panels").EnumerateArray()];

    private static List<JsonElement> Targets => [.. Panels.SelectMany(panel => panel.GetProperty("targets").EnumerateArray())];

    private static List<JsonElement> Variables => [.. s_dashboard.GetProperty("templating").GetProperty("list").EnumerateArray()];

    [Fact]
    public void Every_query_asks_for_metrics_and_labels_that_are_written()
    {
        Assert.True(Targets.Count > 10);
        Assert.All(Targets, target =>
        {
            var query = Text(target, "expr");
            var selectors = Selector().Matches(query);
            Assert.NotEmpty(selectors);
            Assert.All(selectors, selector =>
            {
                var samples = Samples(selector.Groups["metric"].Value);
                Assert.All(Matcher().Matches(selector.Groups["labels"].Value),
                    label => AssertFinds(samples, label.Groups["label"].Value, label.Groups["value"].Value));
                Assert.All(JoinedOn().Matches(query), label => AssertHave(samples, label.Groups["label"].Value));
            });
            Assert.All(InLegend().Matches(Text(target, "legendFormat")),
                label => AssertHave(Samples(selectors[0].Groups["metric"].Value), label.Groups["label"].Value));
        });
    }

    [Fact]
    public void Every_panel_shows_the_unit_that_is_written() => Assert.All(Panels, panel => Assert.All(
        panel.GetProperty("targets").EnumerateArray(), target => Assert.Equal(
            s_units[s_written.Families[Selector().Match(Text(target, "expr")).Groups["metric"].Value].Unit],
            Text(panel.GetProperty("fieldConfig").GetProperty("defaults"), "unit"))));

    /// <summary>A query over the range would show every run of a month beside the newest.</summary>
    [Fact]
    public void A_single_figure_is_that_of_now() => Assert.All(
        Panels.Where(panel => Text(panel, "type") == "stat").SelectMany(panel => panel.GetProperty("targets").EnumerateArray()),
        target => Assert.True(target.GetProperty("instant").GetBoolean() && !target.GetProperty("range").GetBoolean()));

    [Fact]
    public void Every_query_goes_to_the_data_source_that_the_reader_chooses()
    {
        var chosen = Assert.Single(Variables, variable => Text(variable, "type") == "datasource");
        Assert.Equal(("source", "prometheus"), (Text(chosen, "name"), Text(chosen, "query")));
        Assert.All(Panels.Concat(Targets).Concat(Variables.Where(variable => Text(variable, "type") == "query")), asking => Assert.Equal(
            ("prometheus", "${source}"), (Text(asking.GetProperty("datasource"), "type"), Text(asking.GetProperty("datasource"), "uid"))));
    }

    /// <summary>Grafana brings older ones up to its own, which was 42 when this was written; before 36 a data source was a name.</summary>
    [Fact]
    public void Its_form_is_one_that_Grafana_loads() => Assert.InRange(s_dashboard.GetProperty("schemaVersion").GetInt32(), 36, 42);

    [Fact]
    public void It_shows_all_that_benchmarks_have_and_offers_their_scenarios()
    {
        var shown = Targets.Select(target => Selector().Match(Text(target, "expr")).Groups["metric"].Value).ToList();

        Assert.All(
            Written(ExportSamples.MicrobenchmarksWithReference()).Families.Keys.Where(name => name.Contains("mean_time", StringComparison.Ordinal)),
            name => Assert.Contains(name, shown));
        Assert.Contains("perfmatrix_mean_time_seconds", shown);
        // Of whatever was measured: a load has throughput, a benchmark has not.
        Assert.Equal(
            new[] { "scenario", "runtime", "gc" }.Select(label => $$"""{{label}} label_values({__name__=~"perfmatrix_.*"}, {{label}})"""),
            Variables.Where(variable => Text(variable, "type") == "query").Select(variable => $"{Text(variable, "name")} {Text(variable, "query")}"));
    }

    /// <summary>What a label is to be is what some sample has, or the choice of that label.</summary>
    private static void AssertFinds(List<Dictionary<string, string>> samples, string label, string value)
    {
        AssertHave(samples, label);
        if (value == $"${label}") Assert.Contains(Variables, variable => Text(variable, "name") == label);
        else Assert.Contains(samples, sample => sample[label] == value);
    }

    /// <summary>A sample without the label would be missing, or have no name.</summary>
    private static void AssertHave(List<Dictionary<string, string>> samples, string label) =>
        Assert.All(samples, sample => Assert.True(sample.ContainsKey(label), $"no label {label}: {string.Join(", ", sample.Keys)}"));

    /// <summary>The labels of every sample of a metric.</summary>
    private static List<Dictionary<string, string>> Samples(string metric)
    {
        var samples = s_written.LabelsOf(metric);
        Assert.True(samples.Count > 0, $"{metric} is not written");
        return samples;
    }

    private static OpenMetricsText Written(RunDocument run) => OpenMetricsText.Parse(OpenMetrics.Of([run]).Text);

    private static string Text(JsonElement element, string property) => element.GetProperty(property).GetString()!;

    [GeneratedRegex(@"(?<metric>perfmatrix_\w+)(\{(?<labels>[^}]*)\})?", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Selector();

    [GeneratedRegex(@"(?<label>\w+)=~?""(?<value>[^""]*)""", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Matcher();

    [GeneratedRegex(@"\bon \((?<label>\w+)\)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex JoinedOn();

    [GeneratedRegex(@"\{\{(?<label>\w+)\}\}", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex InLegend();
}
