
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>The application could not be started, or has died.</summary>
/// <param name="failure">What the conductor is told.</param>
/// <param name="isAddressInUse">Whether the application said that its address is taken.</param>
internal sealed class LaunchException(LaunchFailure failure, bool isAddressInUse = false) : Exception(failure.Message)
{
    /// <summary>What the conductor is told.</summary>
    public LaunchFailure Failure { get; } = failure;

    /// <summary>Whether the application ended because its address is taken, so that another port may help.</summary>
    public bool IsAddressInUse { get; } = isAddressInUse && failure.Kind == LaunchFailureKind.ExitedBeforeReady;
}
