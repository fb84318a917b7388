namespace GcStress;

/// <summary>Ends the program at the first thing that is not as it should be.</summary>
internal static class Check
{
    public static void That(bool condition, string what)
    {
        if (!condition)
            Environment.FailFast($"GcStress: {what}");
    }

    /// <summary>Fresh memory is zero, or the memory of another object shines through.</summary>
    public static void IsZero(ReadOnlySpan<byte> fresh) =>
        That(fresh.IndexOfAnyExcept((byte)0) < 0, $"a fresh array of {fresh.Length} bytes is not zero");
}
