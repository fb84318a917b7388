using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace GcStress;

/// <summary>Small objects, one after the other, in one thread: nanoseconds each, on standard output.</summary>
internal static class AllocationLoop
{
    private const int Runs = 5;

    private static object? s_last;

    public static void Run(int count)
    {
        // Compiled with full optimisation before it is timed, and the first run warms what there is to warm.
        for (var run = 0; run <= Runs; run++)
        {
            var start = Stopwatch.GetTimestamp();
            Allocate(count);
            var nanoseconds = Stopwatch.GetElapsedTime(start).TotalNanoseconds / count;
            if (run > 0)
                Console.WriteLine(FormattableString.Invariant($"{nanoseconds:0.0000}"));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Allocate(int count)
    {
        for (var i = 0; i < count; i++)
            s_last = new Node { Value = i };
    }

    // 32 bytes with its header, as many small objects of an application are.
    private sealed class Node
    {
        public long Value { get; init; }

        public Node? Next { get; init; }
    }
}
