using System.Diagnostics.Tracing;

namespace PerfMatrix.Probe;

/// <summary>An event of the runtime: its name without the version, and its fields by name, since their places differ between versions.</summary>
internal readonly struct RuntimeEvent(EventWrittenEventArgs data)
{
    /// <summary>The name without its version, e.g. <c>GCStart</c> for <c>GCStart_V2</c>.</summary>
    public string Name { get; } = data.EventName is { } name && name.LastIndexOf("_V", StringComparison.Ordinal) is > 0 and var version ? name[..version] : data.EventName ?? "";

    /// <summary>When it happened, milliseconds since 1970-01-01 UTC.</summary>
    public double UnixMilliseconds => (data.TimeStamp.ToUniversalTime() - DateTime.UnixEpoch).TotalMilliseconds;

    /// <summary>A field that holds a number; 0 when this version of the event has none of that name.</summary>
    public long Number(string field) => data.PayloadNames?.IndexOf(field) is >= 0 and var place ? Convert.ToInt64(data.Payload![place]) : 0;
}
