namespace GcStress.Cases;

/// <summary>The runtime stops all threads to count exactly while they allocate; the counts only grow, and everybody goes on afterwards.</summary>
internal static class Suspension
{
    public static void Run()
    {
        var done = false;
        var counter = new Thread(() =>
        {
            var last = 0L;
            while (!Volatile.Read(ref done))
            {
                var allocated = GC.GetTotalAllocatedBytes(precise: true);
                Check.That(allocated >= last, "the exact number of allocated bytes went down");
                last = allocated;
            }
        });
        counter.Start();
        Threads.InParallel(4, _ =>
        {
            for (var i = 0; i < 200_000; i++)
                GC.KeepAlive(new byte[i % 64]);
        });
        Volatile.Write(ref done, true);
        counter.Join();
        CountsExactly();
    }

    private static void CountsExactly()
    {
        const int count = 10_000;
        var kept = new byte[count][];
        var before = GC.GetTotalAllocatedBytes(precise: true);
        for (var i = 0; i < count; i++)
            kept[i] = new byte[1000];
        var bytes = GC.GetTotalAllocatedBytes(precise: true) - before;
        // 1,000 bytes, 8 of length, 16 of header and type; a little for what the runtime itself allocates.
        Check.That(bytes is >= count * 1024L and < count * 1024L + 200_000, $"{count} arrays of 1,024 bytes were counted as {bytes} bytes");
        GC.KeepAlive(kept);
    }
}
