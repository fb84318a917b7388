namespace PerfMatrix.Shared.Contract;

/// <summary>An application that a launcher publishes from sources which an agent has fetched. The runtime identifier is the launcher's.</summary>
public sealed record PublishPlan
{
    /// <summary>Folder of the fetched repository: a path, absolute or relative to the folder of the plan.</summary>
    public required string Source { get; init; }
    public required string Commit { get; init; }

    /// <summary>Folder in the repository whose settings apply (<c>SdkFolder</c>); empty for the repository itself.</summary>
    public required string Root { get; init; }

    /// <summary>Project file, relative to <see cref="Root"/>, with forward slashes.</summary>
    public required string Project { get; init; }

    /// <summary>Target framework, e.g. <c>net10.0</c>.</summary>
    public required string Framework { get; init; }
    public required string RuntimeVersion { get; init; }
    public required IReadOnlyList<string> Arguments { get; init; }
}

/// <summary>What a launcher that publishes says on standard output, in the form of the load job's events: JSON lines with <c>event</c>.</summary>
public static class PublishEvents
{
    /// <summary>Name of the phase while it publishes (<c>"event":"phase"</c>).</summary>
    public const string Phase = "publishing";

    /// <summary>Name of the event of an application that does not build; <c>variant</c> says whose, <c>reason</c> and <c>lines</c> why.</summary>
    public const string Failed = "publishFailed";
}

/// <param name="Variant">The first variant that needs the application.</param>
/// <param name="Lines">The first errors of the build, or its last lines; at most ten.</param>
public sealed record PublishFailedEvent(string Event, string Variant, string Reason, IReadOnlyList<string> Lines);
