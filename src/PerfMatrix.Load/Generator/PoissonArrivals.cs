namespace PerfMatrix.Load.Generator;

/// <summary>Requests that are due at random times: a Poisson process given the number of its arrivals, which are then independent and uniform. Users
/// arrive like this, and so queues form in front of a server that has capacity to spare. The same seed gives the same times.</summary>
internal sealed class PoissonArrivals
{
    private readonly double[] _seconds;

    public PoissonArrivals(long requests, TimeSpan duration, ulong seed)
    {
        var random = new SplitMix64(seed);
        Duration = duration;
        _seconds = [.. Enumerable.Range(0, (int)requests).Select(_ => duration.TotalSeconds * random.NextShare())];
        Array.Sort(_seconds);
    }

    public TimeSpan Duration { get; }

    /// <summary>When a request is due after the start.</summary>
    /// <param name="index">The request, from 0.</param>
    /// <returns>The time, or null behind the last request.</returns>
    public TimeSpan? DueAt(long index) => index < _seconds.Length ? TimeSpan.FromSeconds(_seconds[index]) : null;
}
