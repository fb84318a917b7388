using System.Runtime.InteropServices;
using System.Text.Json.Nodes;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>Composes one job of a crank result file.</summary>
internal static class CrankJob
{
    public static JsonObject Compose(IEnumerable<CrankResult> results, DateTimeOffset at, MachineInfo machine, JsonObject variables, JsonNode? benchmark = null)
    {
        var lines = results.ToList();
        return new JsonObject
        {
            ["results"] = new JsonObject(lines.Select(line => KeyValuePair.Create(line.Name, line.Value.DeepClone()))!),
            ["metadata"] = new JsonArray([.. lines.Select(Metadata)]),
            ["dependencies"] = new JsonArray(),
            ["measurements"] = new JsonArray(new JsonArray([.. lines.Select(line => Measurement(line, at))])),
            ["environment"] = Environment(machine),
            ["variables"] = variables,
            ["benchmarks"] = benchmark is null ? new JsonArray() : new JsonArray(benchmark),
        };
    }

    private static JsonObject Metadata(CrankResult line) =>
        new() { ["name"] = line.Name, ["description"] = line.Description, ["format"] = line.Format };

    private static JsonObject Measurement(CrankResult line, DateTimeOffset at) =>
        new() { ["timestamp"] = at, ["name"] = line.Name, ["value"] = line.Value.DeepClone() };

    private static JsonObject Environment(MachineInfo machine) => new()
    {
        ["hw"] = machine.CpuModel,
        ["env"] = machine.RunnerImage ?? "Unspecified",
        ["os"] = OperatingSystem.IsLinux() ? "Linux" : OperatingSystem.IsWindows() ? "Windows" : "OSX",
        ["arch"] = RuntimeInformation.OSArchitecture.ToString(),
        ["proc"] = machine.Cores,
        ["version"] = "perfmatrix",
    };
}
