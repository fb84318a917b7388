using System.Text.Json;
using System.Text.Json.Serialization;

namespace PerfMatrix.Drivers.Local;

/// <summary>A line of the load job's standard output: <c>phase</c> when a phase of a round begins, <c>round</c> when a round's file is written.</summary>
internal sealed record ConductorEvent(string Event, int Round, string? Phase, string? Path)
{
    /// <summary>Reads a line; null when it is not an event (the runtime may print what it likes).</summary>
    public static ConductorEvent? TryParse(string line)
    {
        try
        {
            return line.StartsWith('{') ? JsonSerializer.Deserialize(line, ConductorEventJson.Default.ConductorEvent) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>Reads <see cref="ConductorEvent"/> without reflection.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(ConductorEvent))]
internal sealed partial class ConductorEventJson : JsonSerializerContext;
