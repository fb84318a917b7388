using System.Runtime.CompilerServices;

namespace PerfMatrix.Probe;

/// <summary>Allocates an exact number of bytes.</summary>
internal static class ExtraAllocation
{
    public const int Smallest = 32;
    public const int Largest = 80_000;

    /// <summary>Header, type and length of an array in a 64-bit process.</summary>
    private const int ArrayOverhead = 24;

    /// <summary>The newest array of this thread. One that nobody could see might be put on the stack.</summary>
    [ThreadStatic]
    private static byte[]? t_newest;

    /// <summary>Allocates one array.</summary>
    /// <param name="bytes">Its size with everything, a multiple of 8.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Make(int bytes) => t_newest = new byte[bytes - ArrayOverhead];
}
