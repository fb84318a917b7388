using System.Text.Json;
using PerfMatrix.Contract;

namespace PerfMatrix.Drivers.Local;

/// <summary>A line of standard output of the load job, or of launchers that publish: <c>phase</c> when a phase of a round begins, <c>round</c> when a round's file is written.</summary>
internal sealed record ConductorEvent(string Event, int Round, string? Phase, string? Path)
{
    /// <summary>Of a launcher's <see cref="PublishEvents.Failed"/>: the first variant whose application does not build.</summary>
    public string? Variant { get; init; }

    /// <summary>Why it does not.</summary>
    public string? Reason { get; init; }

    /// <summary>The errors of its build.</summary>
    public IReadOnlyList<string>? Lines { get; init; }

    /// <summary>Reads a line; null when it is not an event (the runtime may print what it likes).</summary>
    public static ConductorEvent? TryParse(string line)
    {
        try
        {
            return line.StartsWith('{') ? JsonSerializer.Deserialize<ConductorEvent>(line, JsonSerializerOptions.Web) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
