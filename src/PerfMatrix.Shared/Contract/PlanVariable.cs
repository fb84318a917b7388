using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace PerfMatrix.Contract;

/// <summary>
/// A plan in an environment variable instead of a file, for drivers that deploy over the network: what they upload is then the same for every block, and can be kept.
/// In Base64, because crank takes braces in text for a template. Paths in a plan are relative to the working directory.
/// </summary>
public sealed class PlanVariable
{
    private PlanVariable(string name) => Name = name;

    /// <summary>The launch plans of a block.</summary>
    public static PlanVariable Launch { get; } = new("PERFMATRIX_LAUNCH_PLAN");

    /// <summary>The plan of a block's rounds.</summary>
    public static PlanVariable Block { get; } = new("PERFMATRIX_BLOCK_PLAN");

    /// <summary>Both. One process may have both, when a block is one job.</summary>
    public static IReadOnlyList<PlanVariable> All { get; } = [Launch, Block];

    /// <summary>Name of the variable.</summary>
    public string Name { get; }

    /// <summary>The text of a variable.</summary>
    public static string Encode<T>(T plan, JsonTypeInfo<T> type) => Convert.ToBase64String(JsonSerializer.SerializeToUtf8Bytes(plan, type));

    /// <summary>The JSON of the plan in this process's environment; null when there is none.</summary>
    /// <exception cref="FormatException">It is not in Base64.</exception>
    public byte[]? Read() => Environment.GetEnvironmentVariable(Name) is { Length: > 0 } text ? Convert.FromBase64String(text) : null;
}
