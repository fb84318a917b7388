using System.Text.Json;
using PerfMatrix.Results;

namespace PerfMatrix.Reporting;

/// <summary>Writes an upgrade report as JSON: the same content for programs. A change that is not significant has no <c>percent</c>.</summary>
public static class UpgradeJson
{
    /// <summary>The JSON.</summary>
    public static string Format(UpgradeReport report) => JsonSerializer.Serialize(report, DocumentJson.Indented) + "\n";
}
