using System.Runtime.CompilerServices;

namespace PerfMatrix.Probe;

/// <summary>Spends CPU time and nothing else: no allocation, no lock, no memory that other threads touch.</summary>
internal static class CpuBurn
{
    public const int Smallest = 1;
    public const int Largest = 1_000_000_000;

    /// <summary>Where the chain of this thread is. Every step needs the one before and the end is kept, so no compiler can leave one out.</summary>
    [ThreadStatic]
    private static ulong t_state;

    /// <summary>Spends so many steps.</summary>
    public static void Spend(int steps) => t_state = Advance(t_state, steps);

    /// <summary>
    /// The linear congruential generator of D. Knuth (MMIX, "The Art of Computer Programming" 2, 3.3.4): one multiplication and one addition a step, each waiting
    /// for the last. Optimised from the first call on, so that a request costs the same before and after tiering.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static ulong Advance(ulong state, int steps)
    {
        for (var step = 0; step < steps; step++)
            state = (state * 6364136223846793005) + 1442695040888963407;
        return state;
    }
}
