using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace PerfMatrix.Protocol;

/// <summary>
/// A plan in an environment variable instead of a file, for drivers that deploy over the network: what they upload is then the same for every block, and can be kept.
/// In Base64, because crank takes braces in text for a template.
/// </summary>
public static class PlanVariable
{
    /// <summary>Name of the variable. Paths in its plan are relative to the working directory.</summary>
    public const string Name = "PERFMATRIX_PLAN";

    /// <summary>The text of the variable.</summary>
    public static string Encode<T>(T plan, JsonTypeInfo<T> type) => Convert.ToBase64String(JsonSerializer.SerializeToUtf8Bytes(plan, type));

    /// <summary>The JSON of the plan in this process's environment; null when there is none.</summary>
    /// <exception cref="FormatException">It is not in Base64.</exception>
    public static byte[]? Read() => Environment.GetEnvironmentVariable(Name) is { Length: > 0 } text ? Convert.FromBase64String(text) : null;
}
