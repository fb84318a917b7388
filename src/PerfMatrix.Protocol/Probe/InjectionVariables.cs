namespace PerfMatrix.Protocol;

/// <summary>
/// Environment variables that make every request of a workload really dearer, so that a gate can be tried on a regression of known size. Nothing is in the
/// way of a request unless they are set. The processes of a block get them from their block only, never from the caller's environment.
/// </summary>
public static class InjectionVariables
{
    /// <summary>
    /// Steps of arithmetic that every request spends on its thread, a whole number from 1. A step takes about a nanosecond; how long exactly is measured
    /// (<c>perfmatrix selftest inject</c>), not assumed.
    /// </summary>
    public const string Burn = "PERFMATRIX_BURN";

    /// <summary>Bytes that every request allocates on top of its own, as one array: a multiple of 8 from 32 to 80,000, which stays off the large object heap.</summary>
    public const string Allocate = "PERFMATRIX_ALLOCATE";
}
