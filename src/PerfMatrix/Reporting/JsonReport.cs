using System.Text.Json;
using PerfMatrix.Results;

namespace PerfMatrix.Reporting;

/// <summary>Writes a report as JSON: the same content for programs. A change that is not significant has no <c>percent</c>.</summary>
public static class JsonReport
{
    /// <summary>The JSON of a run's report.</summary>
    public static string Format(RunDocument run) => Format(ReportBuilder.Build(run));

    /// <summary>The JSON of a report.</summary>
    public static string Format(Report report) => JsonSerializer.Serialize(report, DocumentJson.Indented) + "\n";
}
