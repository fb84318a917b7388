using System.Runtime;
using System.Runtime.CompilerServices;

namespace GcStress.Cases;

/// <summary>Weak references, weak tables and dependent handles; under a GC that never collects none of them is ever empty.</summary>
internal static class WeakReferences
{
    public static void Run()
    {
        var table = new ConditionalWeakTable<object, string>();
        Threads.InParallel(8, thread =>
        {
            var keys = new List<object>();
            for (var i = 0; i < 3000; i++)
                keys.Add(Add(table, $"{thread}/{i}"));
            for (var i = 0; i < keys.Count; i++)
                Check.That(table.TryGetValue(keys[i], out var value) && value == $"{thread}/{i}", "a weak table has lost an entry");
            Single(keys[0]);
        });
    }

    private static object Add(ConditionalWeakTable<object, string> table, string value)
    {
        var key = new object();
        table.Add(key, value);
        return key;
    }

    private static void Single(object target)
    {
        var weak = new WeakReference<object>(target);
        var tracking = new WeakReference(target, trackResurrection: true);
        using var dependent = new DependentHandle(target, new string('d', 3));
        GC.Collect();
        Check.That(weak.TryGetTarget(out var found) && ReferenceEquals(found, target), "a weak reference has lost an object that is in use");
        Check.That(ReferenceEquals(tracking.Target, target), "a tracking weak reference has lost an object that is in use");
        Check.That(dependent.TargetAndDependent is var (primary, second) && ReferenceEquals(primary, target)
            && (string?)second == "ddd", "a dependent handle has lost its second object");
        GC.KeepAlive(target);
    }
}
