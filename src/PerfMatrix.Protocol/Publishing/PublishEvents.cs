namespace PerfMatrix.Protocol;

/// <summary>What a launcher that publishes says on standard output, in the form of the load job's events: JSON lines with <c>event</c>.</summary>
public static class PublishEvents
{
    /// <summary>Name of the phase while it publishes (<c>"event":"phase"</c>).</summary>
    public const string Phase = "publishing";

    /// <summary>Name of the event of an application that does not build; <c>variant</c> says whose it is, <c>reason</c> and <c>lines</c> why.</summary>
    public const string Failed = "publishFailed";
}

/// <summary>The event <see cref="PublishEvents.Failed"/>.</summary>
/// <param name="Event">Its name.</param>
/// <param name="Variant">The first variant that needs the application.</param>
/// <param name="Reason">One sentence for a person.</param>
/// <param name="Lines">The first errors of the build, or its last lines; at most ten.</param>
public sealed record PublishFailedEvent(string Event, string Variant, string Reason, IReadOnlyList<string> Lines);
