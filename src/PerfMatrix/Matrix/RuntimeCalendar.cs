namespace PerfMatrix.Matrix;

/// <summary>Words of subsets that mean runtimes by the calendar, so that no subset has to be changed when a version comes or goes.</summary>
/// <param name="runtimes">The axis, oldest first.</param>
internal sealed class RuntimeCalendar(IReadOnlyList<RuntimeEntry> runtimes, DateOnly day)
{
    /// <summary>Every runtime whose support has not ended, previews of the next one among them.</summary>
    private const string Supported = "supported";

    /// <summary>Those, and what people still move away from: runtimes whose support ended in the year before.</summary>
    private const string Recent = "recent";

    /// <summary>The newest supported one with long-term support, which versions with an even number have
    /// (https://dotnet.microsoft.com/platform/support/policy).</summary>
    private const string LongTerm = "lts";

    public static IReadOnlyList<string> Words { get; } = [Supported, Recent, LongTerm];

    /// <summary>The names with every word replaced by what it means. Where support of all has ended, all mean the newest.</summary>
    public IReadOnlyList<string> Named(IReadOnlyList<string> names) => [.. names.SelectMany(name => name switch
    {
        Supported => InSupport(day).Select(runtime => runtime.Framework),
        Recent => InSupport(AYearBefore).Select(runtime => runtime.Framework),
        LongTerm => [(InSupport(day).LastOrDefault(runtime => runtime.Version.Major % 2 == 0) ?? InSupport(day)[^1]).Framework],
        _ => [name],
    }).Distinct()];

    private DateOnly AYearBefore => DateOnly.FromDayNumber(Math.Max(0, day.DayNumber - 365));

    private List<RuntimeEntry> InSupport(DateOnly then) =>
        runtimes.Where(runtime => runtime.EndOfSupport >= then).ToList() is { Count: > 0 } supported ? supported : [runtimes[^1]];
}
