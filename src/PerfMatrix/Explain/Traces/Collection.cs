using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Analysis.GC;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PerfMatrix.Explain.Traces;

/// <summary>A garbage collection as the runtime told of it.</summary>
/// <param name="At">When its pause began.</param>
/// <param name="Kind">blocking, or background.</param>
/// <param name="Suspension">The part of the pause until all threads stood.</param>
internal sealed record Collection(DateTimeOffset At, int Generation, string Kind, string Reason, TimeSpan Pause, TimeSpan Suspension)
{
    public bool IsBackground => Kind == Background;
    public bool IsInduced => Reason.StartsWith("induced", StringComparison.Ordinal);

    /// <summary>e.g. <c>gen2 blocking, induced</c>.</summary>
    public string Name => $"gen{Generation} {Kind}, {Reason}";

    /// <summary>Number of heaps.</summary>
    public int Heaps { get; init; }

    public double PromotedMegabytes { get; init; }
    public double SizeBeforeMegabytes { get; init; }
    public double SizeAfterMegabytes { get; init; }

    /// <summary>Megabytes a second that were allocated since the collection before; null where that is not known.</summary>
    public double? AllocatedRate { get; init; }

    /// <summary>Generations 0, 1 and 2, large and pinned objects; empty where the runtime tells nothing of them.</summary>
    public IReadOnlyList<GenerationState> Generations { get; init; } = [];

    /// <summary>Free space between the objects that are left.</summary>
    public double FragmentationMegabytes => Generations.Sum(one => one.FragmentationMegabytes);

    /// <summary>Budget of generation 0 until the next collection.</summary>
    public double BudgetMegabytes => Generations is [var youngest, ..] ? youngest.BudgetMegabytes : 0;

    /// <summary>What survived because of each kind of root; null where the runtime tells nothing of it.</summary>
    public RootedMegabytes? Roots { get; init; }

    public int PinnedObjects { get; init; }
    public long FinalizedObjects { get; init; }

    /// <summary>Milliseconds of mark, plan, relocate, compact and sweep; null where the runtime does not tell them.</summary>
    public PhaseTimes? Phases { get; init; }

    /// <summary>Decisions of DATAS about the number of heaps and their budget, which the GC tells of in dynamic events.</summary>
    public int DatasDecisions { get; init; }

    /// <summary>The decision about the number of heaps; null where there was none.</summary>
    public DatasDecision? Datas { get; init; }

    internal const string Background = "background";
}

/// <summary>A generation after a collection.</summary>
/// <param name="SurvivalPercent">Share that survived; null where it was not collected.</param>
/// <param name="FragmentationMegabytes">Free space between its objects.</param>
/// <param name="BudgetMegabytes">What may be allocated in it until it is collected.</param>
internal sealed record GenerationState(double? SurvivalPercent, double FragmentationMegabytes, double BudgetMegabytes);

/// <summary>Megabytes that survived because of roots.</summary>
/// <param name="Stacks">Of local variables.</param>
/// <param name="Handles">Of handles, such as static and pinned objects.</param>
/// <param name="Older">Of objects in older generations.</param>
/// <param name="Finalization">Of the queue of finalisers.</param>
internal sealed record RootedMegabytes(double Stacks, double Handles, double Older, double Finalization);

/// <summary>Milliseconds of the phases of a collection.</summary>
internal sealed record PhaseTimes(double Mark, double Plan, double Relocate, double Compact, double Sweep);

/// <summary>Takes the collections from a trace, by TraceEvent's own analysis.</summary>
internal sealed class CollectionReader
{
    // SizeAdaptationSample is what they are made from.
    private static readonly string[] s_decisions = [.. DatasDecision.EventNames, "SizeAdaptationFullGCTuning"];

    private readonly EventPipeEventSource _source;

    private CollectionReader(EventPipeEventSource source) => _source = source;

    /// <summary>Call before the source is processed.</summary>
    public static CollectionReader Of(EventPipeEventSource source)
    {
        source.NeedLoadedDotNetRuntimes();
        return new(source);
    }

    /// <summary>The complete collections, in order. Call after the source was processed.</summary>
    public IReadOnlyList<Collection> Read()
    {
        var start = new DateTimeOffset(_source.SessionStartTime.ToUniversalTime());
        return [.. _source.Processes().Select(process => process.LoadedDotNetRuntime()).Where(runtime => runtime is not null)
            .SelectMany(runtime => runtime.GC.GCs).Where(one => one.IsComplete).Select(one => Of(one, start))];
    }

    private static Collection Of(TraceGC one, DateTimeOffset start) => new(
        start + TimeSpan.FromMilliseconds(one.PauseStartRelativeMSec), one.Generation,
        one.Type == GCType.BackgroundGC ? Collection.Background : "blocking",
        ReasonOf(one.Reason), TimeSpan.FromMilliseconds(one.PauseDurationMSec), TimeSpan.FromMilliseconds(one.SuspendDurationMSec))
    {
        Heaps = one.HeapCount,
        PromotedMegabytes = one.PromotedMB,
        SizeBeforeMegabytes = one.HeapSizeBeforeMB,
        SizeAfterMegabytes = one.HeapSizeAfterMB,
        AllocatedRate = double.IsFinite(one.AllocRateMBSec) ? one.AllocRateMBSec : null,
        Generations = one.PerHeapHistories is { Count: > 0 } ? [.. s_generations.Select(generation => Of(one, generation))] : [],
        Roots = RootsOf(one.PerHeapMarkTimes),
        PinnedObjects = one.HeapStats?.PinnedObjectCount ?? 0,
        FinalizedObjects = one.HeapStats?.FinalizationPromotedCount ?? 0,
        Phases = PhasesOf(one.TimingInfo),
        DatasDecisions = (one.DynamicEvents ?? []).Count(dynamic => s_decisions.Contains(dynamic.Name)),
        Datas = (one.DynamicEvents ?? []).Select(dynamic => DatasDecision.Of(dynamic.Name, dynamic.Payload))
            .LastOrDefault(found => found is not null),
    };

    private static readonly Gens[] s_generations = [Gens.Gen0, Gens.Gen1, Gens.Gen2, Gens.GenLargeObj, Gens.GenPinObj];

    private static GenerationState Of(TraceGC one, Gens generation) => new(
        one.SurvivalPercent(generation) is >= 0 and <= 100 and var share ? share : null,
        one.GenFragmentationMB(generation), one.GenBudgetMB(generation));

    private static RootedMegabytes? RootsOf(Dictionary<int, MarkInfo>? heaps)
    {
        if (heaps is not { Count: > 0 }) return null;
        return new(Sum(MarkRootType.MarkStack), Sum(MarkRootType.MarkHandles, MarkRootType.MarkDependentHandles), Sum(MarkRootType.MarkOlder),
            Sum(MarkRootType.MarkFQ, MarkRootType.MarkNewFQ));

        double Sum(params MarkRootType[] kinds) =>
            heaps.Values.Select(heap => heap.MarkPromoted).Sum(bytes => kinds.Sum(kind => Math.Max(0, bytes.ElementAtOrDefault((int)kind)))) / 1e6;
    }

    private static string ReasonOf(GCReason reason) => reason switch
    {
        GCReason.Induced or GCReason.InducedNotForced or GCReason.InducedCompacting => "induced",
        GCReason.LowMemory or GCReason.LowMemoryHost or GCReason.LowMemoryHostBlocking or GCReason.InducedLowMemory => "low memory",
        GCReason.AllocSmall or GCReason.OutOfSpaceSOH => "small objects",
        GCReason.AllocLarge or GCReason.OutOfSpaceLOH => "large objects",
        _ => "other",
    };

    // Microseconds, in the order of TraceGC.TimingType.
    private static PhaseTimes? PhasesOf(int?[]? times) => times is not { Length: > (int)TraceGC.TimingType.Sweep } ? null : new(
        Of(times, TraceGC.TimingType.MarkRoot, TraceGC.TimingType.MarkShortWeak, TraceGC.TimingType.MarkScanFinalization,
            TraceGC.TimingType.MarkLongWeak),
        Of(times, TraceGC.TimingType.Plan), Of(times, TraceGC.TimingType.Relocate), Of(times, TraceGC.TimingType.Compact),
        Of(times, TraceGC.TimingType.Sweep));

    private static double Of(int?[] times, params ReadOnlySpan<TraceGC.TimingType> phases)
    {
        var sum = 0;
        foreach (var phase in phases) sum += times[(int)phase] ?? 0;
        return sum / 1000.0;
    }
}
