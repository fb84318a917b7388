using System.Reflection;
using PerfMatrix.Configuration;
using PerfMatrix.Metrics;

namespace PerfMatrix.Tests.Metrics;

public sealed class MetricCatalogueTests
{
    private readonly MetricCatalogue _catalogue = MetricCatalogue.Load(Checkout.Root);

    [Fact]
    public void The_catalogue_has_exactly_the_metrics_that_code_names()
    {
        var names = typeof(MetricNames).GetFields(BindingFlags.Public | BindingFlags.Static).Select(field => (string)field.GetRawConstantValue()!);

        Assert.Equal(names, _catalogue.Metrics.Select(metric => metric.Name));
    }

    [Fact]
    public void Only_throughput_and_the_rate_of_responses_are_better_when_higher() =>
        Assert.Equal(["throughput", "responseRate"], _catalogue.Metrics.Where(metric => metric.Direction == Direction.HigherIsBetter).Select(metric => metric.Name));

    [Fact]
    public void An_unknown_name_gets_a_suggestion()
    {
        var error = Assert.Throws<UsageException>(() => _catalogue["troughput"]);

        Assert.Contains("did you mean 'throughput'?", error.Message);
    }

    [Fact]
    public void A_wrong_direction_is_refused_with_its_place()
    {
        const string Yaml = "metrics:\n  x:\n    title: X\n    unit: ms\n    decimals: 1\n    direction: up\n    description: d\n";

        var error = Assert.Throws<UsageException>(() => MetricCatalogueFile.Read(YamlFile.Parse(Yaml, "m.yml")));

        Assert.Equal("m.yml:6:16: metrics.x.direction: found text 'up', expected higherIsBetter or lowerIsBetter", error.Message);
    }
}
