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

    /// <summary>Free space between the objects that are left.</summary>
    public double FragmentationMegabytes { get; init; }

    /// <summary>Budget of generation 0 until the next collection.</summary>
    public double BudgetMegabytes { get; init; }

    /// <summary>Share of generation 0 that survived in percent; null where it was not told.</summary>
    public double? SurvivalPercent { get; init; }

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

/// <summary>Milliseconds of the phases of a collection.</summary>
internal sealed record PhaseTimes(double Mark, double Plan, double Relocate, double Compact, double Sweep);

/// <summary>Takes the collections from a trace, by TraceEvent's own analysis.</summary>
internal sealed class CollectionReader
{
    // SizeAdaptationSample is what they are made from.
    private static readonly string[] s_decisions = [DatasDecision.EventName, "SizeAdaptationFullGCTuning"];

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
        FragmentationMegabytes = one.PerHeapHistories is { Count: > 0 } ? Generations.Sum(one.GenFragmentationMB) : 0,
        BudgetMegabytes = one.PerHeapHistories is { Count: > 0 } ? one.GenBudgetMB(Gens.Gen0) : 0,
        SurvivalPercent = one.PerHeapHistories is { Count: > 0 } && one.SurvivalPercent(Gens.Gen0) is >= 0 and <= 100 and var share ? share : null,
        PinnedObjects = one.HeapStats?.PinnedObjectCount ?? 0,
        FinalizedObjects = one.HeapStats?.FinalizationPromotedCount ?? 0,
        Phases = PhasesOf(one.TimingInfo),
        DatasDecisions = (one.DynamicEvents ?? []).Count(dynamic => s_decisions.Contains(dynamic.Name)),
        Datas = (one.DynamicEvents ?? []).Where(dynamic => dynamic.Name == DatasDecision.EventName)
            .Select(dynamic => DatasDecision.Of(dynamic.Payload)).LastOrDefault(),
    };

    private static readonly Gens[] Generations = [Gens.Gen0, Gens.Gen1, Gens.Gen2, Gens.GenLargeObj, Gens.GenPinObj];

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
