using System.Runtime.InteropServices;

namespace GcStress.Cases;

/// <summary>Handles made and freed by all threads at once: a cell that two own at a time shows another's object.</summary>
internal static class Handles
{
    public static void Run() => Threads.InParallel(8, thread =>
    {
        var own = new Queue<(GCHandle Handle, object Object)>();
        for (var i = 0; i < 30_000; i++)
        {
            var target = new object();
            own.Enqueue((GCHandle.Alloc(target, (GCHandleType)(i % 3)), target));
            if (own.Count > 100)
                CheckAndFree(own.Dequeue());
        }

        while (own.TryDequeue(out var entry))
            CheckAndFree(entry);
    });

    private static void CheckAndFree((GCHandle Handle, object Object) entry)
    {
        Check.That(ReferenceEquals(entry.Handle.Target, entry.Object), "a handle shows another object");
        entry.Handle.Target = null;
        Check.That(entry.Handle.Target is null, "a handle kept its object");
        entry.Handle.Free();
    }
}
