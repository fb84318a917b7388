namespace LargeJson;

/// <summary>Collects everything every <c>COLLECT_EVERY_SECONDS</c>, for pools drop what is unused at full collections only, and nothing collects while nothing is
/// allocated; never without that variable.</summary>
internal static class PeriodicCollection
{
    public static Timer? Start() =>
        int.TryParse(Environment.GetEnvironmentVariable("COLLECT_EVERY_SECONDS"), out var seconds) && seconds > 0
            ? new Timer(static _ => GC.Collect(), null, TimeSpan.FromSeconds(seconds), TimeSpan.FromSeconds(seconds))
            : null;
}
