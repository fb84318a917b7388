namespace PerfMatrix.Shared;

/// <summary>A generator with a fixed sequence (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).</summary>
public sealed class SplitMix64(ulong seed)
{
    private ulong _state = seed;

    public ulong Next() => Mix(_state += 0x9E3779B97F4A7C15);

    /// <summary>A number in which every bit depends on every bit of another one.</summary>
    public static ulong Mix(ulong z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// <summary>A random number from 0 up to, but not, 1.</summary>
    public double NextShare() => (Next() >> 11) * (1.0 / (1UL << 53));

    /// <summary>Puts the items into a random order (Fisher and Yates).</summary>
    public void Shuffle<T>(T[] items)
    {
        for (var i = items.Length - 1; i > 0; i--)
        {
            var j = (int)(Next() % (ulong)(i + 1));
            (items[i], items[j]) = (items[j], items[i]);
        }
    }
}
