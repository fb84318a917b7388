using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>The application could not be started, or has died.</summary>
internal sealed class LaunchException(LaunchFailure failure) : Exception(failure.Message)
{
    /// <summary>What the conductor is told.</summary>
    public LaunchFailure Failure { get; } = failure;
}
