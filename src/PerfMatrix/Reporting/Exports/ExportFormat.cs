using PerfMatrix.History.Exchange;

namespace PerfMatrix.Reporting.Exports;

/// <summary>A form of runs that other programs read, and the table of all of them.</summary>
/// <param name="Words">Who reads it.</param>
/// <param name="Files">The files of runs, of which the newest comes first.</param>
internal sealed record ExportFormat(string Name, string Words, Func<IReadOnlyList<RunDocument>, IEnumerable<ExportFile>> Files)
{
    public static IReadOnlyList<ExportFormat> All { get; } =
    [
        new("csv", "every sample, one a row", runs => [SampleTable.Of(runs)]),
        new("openmetrics", "Prometheus and Grafana", runs => [OpenMetrics.Of(runs)]),
        new("benchmarkdotnet", "ResultsComparer and others that read BenchmarkDotNet's full JSON", BenchmarkJson.Of),
        new("github-action-benchmark", "the action of that name", runs => ActionBenchmarkSuite.All.Select(suite => suite.FileOf(runs))),
    ];

    public static ExportFormat Named(string name) => All.Single(format => format.Name == name);
}
