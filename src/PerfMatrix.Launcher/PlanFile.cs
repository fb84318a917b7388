using System.Text.Json;
using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>Reads the launch plan named on the command line.</summary>
internal static class PlanFile
{
    /// <summary>Reads the plan; its executable becomes absolute.</summary>
    /// <exception cref="FormatException">The command line or the file is wrong.</exception>
    public static async Task<LaunchPlan> ReadAsync(string[] arguments)
    {
        if (arguments is not [var path])
            throw new FormatException($"found {arguments.Length} arguments, expected one: the launch plan (JSON) that a driver writes.");
        try
        {
            await using var stream = File.OpenRead(path);
            var plan = await JsonSerializer.DeserializeAsync(stream, ProtocolJson.Default.LaunchPlan)
                ?? throw new FormatException($"{path}: expected a launch plan, found null.");
            return plan with { Executable = Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, plan.Executable) };
        }
        catch (JsonException exception)
        {
            throw new FormatException($"{path}: not a launch plan: {exception.Message}", exception);
        }
    }
}
