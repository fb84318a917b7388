using PerfMatrix.Explain;

namespace PerfMatrix.Evidence.Causes;

/// <summary>Which name is the cause of what was put in: that of the probe's code that does it.</summary>
internal static class CauseTruth
{
    private static readonly Dictionary<InjectionLeg, Truth> s_truths = new()
    {
        [InjectionLeg.Cpu] = new("CpuBurn.", why => why.Cpu.Select(one => (one.Method, (string?)one.Method))),
        [InjectionLeg.Allocation] = new("byte[] from ExtraAllocation.", why => why.Allocations.Select(one => $"{one.Type} from {one.From}")
            .Select(name => (name, (string?)name))),
        [InjectionLeg.Lock] = new("HeldLock.", why => Events(why, CauseEvent.Lock)),
        [InjectionLeg.Collect] = new("AskedCollections.", why => Events(why, CauseEvent.Pause)),
    };

    public static bool Knows(InjectionLeg leg) => s_truths.ContainsKey(leg);

    /// <summary>The first name of the kind that was put in, or of all where nothing was; null where nothing is named.</summary>
    public static string? First(InjectionLeg? leg, CellExplanation why) => Named(leg, why).Select(one => one.Name).FirstOrDefault();

    /// <summary>Whether the first name is that of what was put in; of unchanged code, whether nothing is named.</summary>
    public static bool IsRight(InjectionLeg? leg, CellExplanation why) => why.Problem is null && (leg is { } put
        ? Named(put, why).FirstOrDefault().Code?.StartsWith(s_truths[put].Code, StringComparison.Ordinal) == true : !Named(null, why).Any());

    private static IEnumerable<(string Name, string? Code)> Named(InjectionLeg? leg, CellExplanation why) =>
        leg is { } put ? s_truths[put].Found(why) : s_truths.Values.SelectMany(truth => truth.Found(why)).Concat(Events(why));

    private static IEnumerable<(string Name, string? Code)> Events(CellExplanation why, CauseEvent? kind = null) =>
        why.Events.Where(one => kind is null || one.Kind == kind).Select(one => ($"{one.Name} from {one.From ?? "nothing"}", one.From));

    /// <param name="Code">Beginning of the name of the code that is put in, of allocations with their type.</param>
    /// <param name="Found">What was named of the kind, and the code that stands for it.</param>
    private sealed record Truth(string Code, Func<CellExplanation, IEnumerable<(string Name, string? Code)>> Found);
}
