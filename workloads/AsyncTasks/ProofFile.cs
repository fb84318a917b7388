using System.Text.Json;
using PerfMatrix.Probe;

namespace AsyncTasks;

/// <summary>Says which runtime and GC are in force, where the environment asks for it. A benchmark project without this works as well; its runtime is then not proven.</summary>
internal static class ProofFile
{
    private const string PathVariable = "PERFMATRIX_PROOF";

    private static readonly JsonSerializerOptions s_json = new(JsonSerializerDefaults.Web);

    public static void WriteWhenAsked()
    {
        if (Environment.GetEnvironmentVariable(PathVariable) is { Length: > 0 } path)
            File.WriteAllText(path, JsonSerializer.Serialize(ProofReading.Take(), s_json));
    }
}
