using System.Runtime;

namespace GcStress.Cases;

/// <summary>Every question an application can ask the GC has an answer, and none ends the process.</summary>
internal static class GcApi
{
    public static void Run()
    {
        GC.Collect();
        GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        GC.AddMemoryPressure(100 << 20);
        GC.RemoveMemoryPressure(100 << 20);
        foreach (var kind in Enum.GetValues<GCKind>())
            Check.That(GC.GetGCMemoryInfo(kind).TotalAvailableMemoryBytes >= 0, "there is less than no memory");
        Check.That(GC.GetTotalMemory(forceFullCollection: true) > 0, "no memory is in use");
        Check.That(GC.GetTotalPauseDuration() >= TimeSpan.Zero, "pauses are negative");
        Check.That(GC.GetGeneration(new object()) is >= 0 and <= 2, "a fresh object has no generation");
        Check.That(GC.GetGeneration("literal") >= 0, "a literal has no generation");
        Check.That(GC.GetConfigurationVariables() is not null, "there are no settings");
        GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
        using (new MemoryFailPoint(1))
            GC.KeepAlive(new object());
        GC.RefreshMemoryLimit();
    }
}
