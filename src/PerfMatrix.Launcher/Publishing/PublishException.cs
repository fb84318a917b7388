
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>An application does not build.</summary>
/// <param name="variant">The first variant that needs it.</param>
/// <param name="reason">One sentence for a person.</param>
/// <param name="lines">The first errors of the build, or its last lines.</param>
internal sealed class PublishException(string variant, string reason, IReadOnlyList<string> lines) : Exception(string.Join(Environment.NewLine, [$"{variant}: {reason}", .. lines]))
{
    /// <summary>What the driver is told.</summary>
    public PublishFailedEvent Event { get; } = new(PublishEvents.Failed, variant, reason, lines);
}
