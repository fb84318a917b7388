using System.Text.Json;
using System.Text.Json.Serialization;

namespace PerfMatrix.Reporting;

/// <summary>Writes an upgrade report as JSON: the same content for programs. A change that is not significant has no <c>percent</c>.</summary>
public static class UpgradeJson
{
    /// <summary>The JSON.</summary>
    public static string Format(UpgradeReport report) => JsonSerializer.Serialize(report, UpgradeJsonContext.Default.UpgradeReport) + "\n";
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, WriteIndented = true, Converters = [typeof(DifferenceText)])]
[JsonSerializable(typeof(UpgradeReport))]
internal sealed partial class UpgradeJsonContext : JsonSerializerContext;
