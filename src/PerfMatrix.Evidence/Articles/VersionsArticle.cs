using PerfMatrix.Metrics;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Documents;

namespace PerfMatrix.Evidence.Articles;

/// <summary>003: raw throughput over versions.</summary>
public sealed class VersionsArticle : Article
{
    /// <inheritdoc />
    public override string Number => "003";

    /// <inheritdoc />
    public override string Source => "Rick Strahl, \"Comparing Raw ASP.NET Request Throughput across Versions: 8.0 to 9.0 Edition\", weblog.west-wind.com, 2025.";

    /// <inheritdoc />
    public override string Finding => ".NET 9 answered 2.4 to 5.6 % fewer requests than .NET 8 and needed far less memory. The client's surface moved the same server by 10 to 14 %.";

    /// <inheritdoc />
    public override DataTable Figures { get; } = new(
        "The article's figures, requests/s.",
        ["Application (client)", ".NET 7", ".NET 8", ".NET 9"],
        [
            ["minimal API (window)", "160,250", "168,250", "164,250"], ["controllers (window)", "150,500", "160,750", "151,750"],
            ["minimal API (command line)", "161,200", "189,000", "180,000"], ["controllers (command line)", "150,500", "183,250", "173,500"],
        ]);

    /// <inheritdoc />
    public override Setup Setup { get; } = new("Intel Core i9, 13th generation (MSI GE68HX), 32 GB", "Windows", ".NET 7, 8 and 9", "West Wind WebSurge, on the same machine", "task manager");

    /// <inheritdoc />
    public override bool Has(string scenario) => scenario.StartsWith("hello-", StringComparison.Ordinal);

    /// <inheritdoc />
    protected override IEnumerable<ReportSection> Ours(ArticleRun run) =>
    [
        new ReportSection("Our figures",
        [
            run.Table(FigureColumn.Legend, FigureColumn.OfLoad),
            .. AfterLoad.Of(run),
            new Bullets([.. ReportBuilder.Build(run.Run).Tables.Select(table => $"{table.Title}: {table.Headline}")]),
            run.Bars(
                "003-throughput", "Requests/s; the article's by command line.", new FigureColumn("requests/s", Metric.Throughput),
                [("minimal API, .NET 8", 189_000), ("minimal API, .NET 9", 180_000), ("controllers, .NET 8", 183_250), ("controllers, .NET 9", 173_500)]),
        ]),
    ];
}
