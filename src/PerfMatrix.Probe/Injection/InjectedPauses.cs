using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PerfMatrix.Probe.Injection;

/// <summary>A lock that every request holds for a moment, so that others wait for it.</summary>
internal sealed class HeldLock(int microseconds)
{
#pragma warning disable MA0158 // .NET 8 has no System.Threading.Lock, and waits for one are told by the same event only since .NET 9
    private readonly object _gate = new();
#pragma warning restore MA0158
    private readonly long _length = microseconds * Stopwatch.Frequency / 1_000_000;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Pass()
    {
        lock (_gate)
        {
            for (var end = Stopwatch.GetTimestamp() + _length; Stopwatch.GetTimestamp() < end;) Thread.SpinWait(10);
        }
    }
}

/// <summary>Blocking collections of everything, every so many requests.</summary>
internal sealed class AskedCollections(int every)
{
    private int _requests;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Pass()
    {
        if ((uint)Interlocked.Increment(ref _requests) % (uint)every == 0) GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
    }
}
