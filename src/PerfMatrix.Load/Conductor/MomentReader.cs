
using PerfMatrix.Contract;

namespace PerfMatrix.Load.Conductor;

/// <summary>Reads a moment of a timeline: what the system says of a process from outside, and what the process says of itself.</summary>
internal sealed class MomentReader(LauncherClient launcher, ProbeClient probe)
{
    /// <summary>Readings of a rehearsal. The runtime compiles what has run 30 times anew, and what it watched then once more (docs: tiered compilation, dynamic PGO).</summary>
    public const int Rehearsals = 120;

    /// <summary>Distance of the readings of a rehearsal: counting only begins after a tenth of a second without new code.</summary>
    public static readonly TimeSpan RehearsalDistance = TimeSpan.FromMilliseconds(10);

    /// <summary>Reads a moment; the process is told to record its collections from then on.</summary>
    /// <param name="silently">Whether the process must not be asked; it is then only read from outside.</param>
    /// <param name="cancellation">Ends the reading.</param>
    /// <exception cref="LauncherException">The process is gone.</exception>
    /// <exception cref="HttpRequestException">The process does not answer.</exception>
    public async Task<(ProcessReading Process, ProbeTimeline? Gc)> ReadAsync(bool silently, CancellationToken cancellation)
    {
        var process = await launcher.ReadAsync(cancellation);
        return (process, silently ? null : await probe.TimelineAsync(cancellation));
    }

    /// <summary>
    /// Reads until the code that it takes in all three processes is compiled for good, and forgets what it read: in the code of its first compilation a
    /// reading costs the application three to five milliseconds of CPU time, afterwards half of one, which is what a timeline should show. For before the load begins.
    /// </summary>
    /// <param name="clock">The time.</param>
    /// <param name="cancellation">Ends the rehearsal.</param>
    /// <exception cref="LauncherException">The process is gone.</exception>
    /// <exception cref="HttpRequestException">The process does not answer.</exception>
    public async Task RehearseAsync(TimeProvider clock, CancellationToken cancellation)
    {
        for (var reading = 0; reading < Rehearsals; reading++)
        {
            await ReadAsync(silently: false, cancellation);
            await Task.Delay(RehearsalDistance, clock, cancellation);
        }
    }
}
