using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

/// <summary>How tests measure where the numbers do not matter.</summary>
internal static class MeasureSamples
{
    public static MeasureSettings Shortest { get; } = new()
    {
        Rounds = 1,
        Slices = 1,
        Slice = TimeSpan.FromMilliseconds(20),
        MinimumWarmup = TimeSpan.Zero,
        MaximumWarmup = TimeSpan.Zero,
        WarmupTolerance = 1,
        WakeUp = TimeSpan.Zero,
    };
}
