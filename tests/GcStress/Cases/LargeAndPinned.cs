using System.Runtime.InteropServices;

namespace GcStress.Cases;

/// <summary>Objects of every size around the limits between small, large and a piece of the arena, pinned ones among them.</summary>
internal static class LargeAndPinned
{
    private static readonly int[] s_sizes = [1, 31, 4095, 16_383, 32_700, 32_768, 65_500, 65_536, 84_975, 85_000, 131_072, 1_000_003];

    public static void Run() => Threads.InParallel(4, thread =>
    {
        var kept = new List<(byte[] Array, byte Value)>();
        for (var round = 0; round < 6; round++)
        {
            foreach (var size in s_sizes)
            {
                kept.Add(Filled(new byte[size], kept.Count + thread));
                kept.Add(Filled(GC.AllocateArray<byte>(size, pinned: true), kept.Count + thread));
                PinAndWrite(new byte[size]);
            }
        }

        foreach (var (array, value) in kept)
            Check.That(array.AsSpan().IndexOfAnyExcept(value) < 0, $"an array of {array.Length} bytes has changed");
        References();
    });

    private static (byte[] Array, byte Value) Filled(byte[] array, int value)
    {
        Check.IsZero(array);
        array.AsSpan().Fill((byte)value);
        return (array, (byte)value);
    }

    private static void PinAndWrite(byte[] array)
    {
        var handle = GCHandle.Alloc(array, GCHandleType.Pinned);
        var address = handle.AddrOfPinnedObject();
        Marshal.WriteByte(address, array.Length - 1, 7);
        handle.Free();
        Check.That(array[^1] == 7, "what was written through the address of a pinned array is not in it");
    }

    // Stores of references into large arrays take the write barrier, one by one and in bulk.
    private static void References()
    {
        var source = Enumerable.Range(0, 50_000).Select(i => (object)$"{i}").ToArray();
        var copy = new object[source.Length];
        Array.Copy(source, copy, source.Length);
        Check.That(source.AsSpan().SequenceEqual(copy), "a copied array of references differs");
    }
}
