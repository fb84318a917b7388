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
