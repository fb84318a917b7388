using System.Text.Json;
using System.Text.Json.Nodes;
using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>Reads the launch plan named on the command line.</summary>
internal static class PlanFile
{
    /// <summary>Reads and checks the plan; its executable becomes absolute.</summary>
    /// <exception cref="FormatException">The command line or the file is wrong.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static async Task<LaunchPlan> ReadAsync(string[] arguments)
    {
        if (arguments is not [var path])
            throw new FormatException($"found {arguments.Length} arguments, expected one: the launch plan (JSON) that a driver writes.");
        var plan = await ParseAsync(path);
        Check(plan, path);
        return plan with { Executable = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, plan.Executable)) };
    }

    private static async Task<LaunchPlan> ParseAsync(string path)
    {
        try
        {
            await using var stream = File.OpenRead(path);
            var file = await JsonNode.ParseAsync(stream) ?? throw new FormatException($"{path}: expected a launch plan, found null.");
            return WithDefaults(file).Deserialize(ProtocolJson.Default.LaunchPlan)!;
        }
        catch (JsonException exception)
        {
            throw new FormatException($"{path}: not a launch plan: {exception.Message}", exception);
        }
    }

    // The generated reader sets a key that is missing to null or zero, not to the default that the plan documents.
    private static JsonNode WithDefaults(JsonNode file)
    {
        var defaults = JsonSerializer.SerializeToNode(new LaunchPlan { Variant = "", Executable = "" }, ProtocolJson.Default.LaunchPlan)!.AsObject();
        foreach (var (key, value) in defaults.Where(entry => entry.Key is not ("variant" or "executable")))
        {
            if (file is JsonObject plan && !plan.ContainsKey(key))
                plan.Add(key, value?.DeepClone());
        }

        return file;
    }

    private static void Check(LaunchPlan plan, string path)
    {
        Require(IsHttp(plan.Control), "control", plan.Control, "an address such as http://127.0.0.1:0");
        Require(IsHttp(plan.Application) || plan.Application.Scheme == Uri.UriSchemeHttps, "application", plan.Application, "an address such as http://127.0.0.1:0 or https://127.0.0.1:0");
        Require(plan.ReadyPath.StartsWith('/'), "readyPath", plan.ReadyPath, "a path that begins with /");
        Require(plan.StartTimeout > TimeSpan.Zero, "startTimeoutMs", plan.StartTimeout.TotalMilliseconds, "more than 0");
        Require(plan.StopTimeout > TimeSpan.Zero, "stopTimeoutMs", plan.StopTimeout.TotalMilliseconds, "more than 0");
        Require(plan.Sampling >= TimeSpan.Zero, "samplingMs", plan.Sampling.TotalMilliseconds, "0 or more");

        void Require(bool isGood, string key, object found, string expected)
        {
            if (!isGood)
                throw new FormatException($"{path}: {key}: found {found}, expected {expected}.");
        }
    }

    private static bool IsHttp(Uri address) => address.IsAbsoluteUri && address.Scheme == Uri.UriSchemeHttp;
}
