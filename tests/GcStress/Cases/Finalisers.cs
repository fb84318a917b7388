namespace GcStress.Cases;

/// <summary>Objects with finalisers, registered, suppressed and registered again. A zero GC runs none; nothing may wait for them for ever.</summary>
internal static class Finalisers
{
    private static int s_alive;

    public static void Run()
    {
        Threads.InParallel(4, _ =>
        {
            for (var i = 0; i < 10_000; i++)
                Use(new Finalised(), i);
        });
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Check.That(s_alive >= 0, "a finaliser ran twice");
    }

    private static void Use(Finalised finalised, int i)
    {
#pragma warning disable CA1816 // not a Dispose: the call itself is what is tested
        if (i % 2 == 0)
            GC.SuppressFinalize(finalised);
#pragma warning restore CA1816
        if (i % 4 == 0)
            GC.ReRegisterForFinalize(finalised);
        GC.KeepAlive(finalised);
    }

    private sealed class Finalised
    {
        public Finalised() => Interlocked.Increment(ref s_alive);

        ~Finalised() => Interlocked.Decrement(ref s_alive);
    }
}
