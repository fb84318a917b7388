namespace PerfMatrix.Measurement;

/// <summary>How much a finding limits measuring.</summary>
public enum Health
{
    /// <summary>Nothing is missing.</summary>
    Good,

    /// <summary>Something cannot be measured, or only with more noise.</summary>
    Limited,

    /// <summary>Nothing can be measured.</summary>
    Impossible,
}

/// <summary>What a check found.</summary>
/// <param name="What">The thing looked at.</param>
/// <param name="Health">How much it limits measuring.</param>
/// <param name="Found">What was found.</param>
/// <param name="Advice">What to do about it; null when nothing.</param>
public sealed record Finding(string What, Health Health, string Found, string? Advice = null);

/// <summary>One thing the doctor looks at. A new one is a new class beside this one and a line in <see cref="DoctorChecks"/>.</summary>
public interface IDoctorCheck
{
    /// <summary>Looks; never throws because something is missing.</summary>
    Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation);
}

/// <summary>Tells which runtimes the configured feed has; the Runtimes room answers.</summary>
public interface IRuntimeFeed
{
    /// <summary>The newest patch of a target framework, or the feed's answer why there is none.</summary>
    /// <param name="framework">E.g. <c>net10.0</c>.</param>
    /// <param name="cancellation">Ends the question.</param>
    Task<FeedAnswer> AskAsync(string framework, CancellationToken cancellation);
}

/// <summary>What the feed says of a runtime.</summary>
/// <param name="Version">Newest patch; null when there is none.</param>
/// <param name="Reason">Why there is none; null when there is one.</param>
public sealed record FeedAnswer(string? Version, string? Reason);
