using PerfMatrix.Metrics;
using PerfMatrix.Reporting.Documents;

namespace PerfMatrix.Reporting.Articles;

/// <summary>002: large values in JSON.</summary>
public sealed class LargeJsonArticle : Article
{
    /// <inheritdoc />
    public override string Number => "002";

    /// <inheritdoc />
    public override string Source => "\"Serializing large values with System.Text.Json lead to large memory allocations in LOH\", experiment on GitHub, 2024.";

    /// <inheritdoc />
    public override string Finding => "The JSON writer keeps a whole value in memory before it goes out, so every answer with a value of a million characters allocates on the large object heap.";

    /// <inheritdoc />
    public override DataTable Figures { get; } = new(
        "The article's figures: 1,000 requests over 50 connections.",
        ["Endpoint", "requests/s", "p50 ms", "p99 ms", "GB/s"],
        [["/binary", "895", "41.95", "206.17", "1.07"], ["/string", "2,067", "22.20", "143.50", "1.49"], ["/escaped-string", "275", "168.10", "429.57", "1.08"]]);

    /// <inheritdoc />
    public override Setup Setup { get; } = new("not said", "Windows", "not said", "bombardier, 50 connections", "Visual Studio, .NET Object Allocation Tracking");

    /// <inheritdoc />
    public override bool Has(string scenario) => scenario.StartsWith("large-json", StringComparison.Ordinal);

    /// <inheritdoc />
    protected override IEnumerable<ReportSection> Ours(ArticleRun run) =>
    [
        new ReportSection("Our figures",
        [
            run.Table("Medians over the rounds.", FigureColumn.OfLoad),
            run.Bars("002-throughput", "Requests/s.", new FigureColumn("requests/s", MetricNames.Throughput), [("/binary", 895), ("/string", 2067), ("/escaped-string", 275)]),
        ]),
    ];
}
