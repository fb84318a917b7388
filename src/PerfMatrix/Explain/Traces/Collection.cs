using System.Buffers.Binary;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Analysis.GC;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PerfMatrix.Explain.Traces;

/// <summary>A garbage collection as the runtime told of it.</summary>
/// <param name="At">When its pause began.</param>
/// <param name="Kind">blocking, or background.</param>
/// <param name="Suspension">The part of the pause until all threads stood.</param>
/// <param name="AllocatedRate">Megabytes a second allocated since the collection before; null where not known: of the first, and in the
/// background.</param>
/// <param name="Roots">What survived because of each kind of root; null where the runtime tells nothing of it.</param>
/// <param name="Phases">Milliseconds of mark, plan, relocate, compact and sweep; null where the runtime does not tell them.</param>
/// <param name="DatasDecisions">Decisions of DATAS about the number of heaps and their budget, which the GC tells of in dynamic events.</param>
/// <param name="Datas">The decision about the number of heaps; null where there was none.</param>
internal sealed record Collection(
    DateTimeOffset At, int Generation, string Kind, string Reason, TimeSpan Pause, TimeSpan Suspension, int Heaps = 0, double PromotedMegabytes = 0,
    double SizeBeforeMegabytes = 0, double SizeAfterMegabytes = 0, double? AllocatedRate = null, RootedMegabytes? Roots = null,
    int PinnedObjects = 0, long FinalizedObjects = 0, PhaseTimes? Phases = null, int DatasDecisions = 0, DatasDecision? Datas = null)
{
    public bool IsBackground => Kind == Background;
    public bool IsInduced => Reason.StartsWith("induced", StringComparison.Ordinal);

    /// <summary>e.g. <c>gen2 blocking, induced</c>.</summary>
    public string Name => $"gen{Generation} {Kind}, {Reason}";

    /// <summary>Generations 0, 1 and 2, large and pinned objects; empty where the runtime tells nothing of them.</summary>
    public IReadOnlyList<GenerationState> Generations { get; init; } = [];

    /// <summary>Free space between the objects that are left.</summary>
    public double FragmentationMegabytes => Generations.Sum(one => one.FragmentationMegabytes);

    /// <summary>Budget of generation 0 until the next collection; null of a background collection, which sets none.</summary>
    public double? BudgetMegabytes => Generations is [var youngest, ..] ? youngest.BudgetMegabytes : null;

    internal const string Background = "background";
}

/// <summary>A generation after a collection.</summary>
/// <param name="SurvivalPercent">Share of the bytes of its objects that survived; null where it was not collected.</param>
/// <param name="FragmentationMegabytes">Free space between its objects.</param>
/// <param name="BudgetMegabytes">What may be allocated in it until it is collected; null where it was not collected and keeps its budget.</param>
internal sealed record GenerationState(double? SurvivalPercent, double FragmentationMegabytes, double? BudgetMegabytes);

/// <summary>Megabytes that survived because of roots.</summary>
/// <param name="Stacks">Of local variables.</param>
/// <param name="Handles">Of handles, such as static and pinned objects.</param>
/// <param name="Older">Of objects in older generations.</param>
/// <param name="Finalization">Of the queue of finalisers.</param>
internal sealed record RootedMegabytes(double Stacks, double Handles, double Older, double Finalization);

/// <summary>Milliseconds of the phases of a collection.</summary>
internal sealed record PhaseTimes(double Mark, double Plan, double Relocate, double Compact, double Sweep);

/// <summary>Takes the collections from a trace, by TraceEvent's own analysis, and what it leaves out from their events.</summary>
internal static class CollectionReader
{
    private const double Megabyte = 1e6;

    // SizeAdaptationSample is what they are made from.
    private static readonly string[] s_decisions = [.. DatasDecision.EventNames, "SizeAdaptationFullGCTuning"];

    /// <summary>Call before the source is processed.</summary>
    /// <returns>Gives the complete collections, in order. Call it after the source was processed.</returns>
    public static Func<IReadOnlyList<Collection>> Of(EventPipeEventSource source)
    {
        source.NeedLoadedDotNetRuntimes();
        source.Clr.GCGlobalHeapHistory += told =>
        {
            if (Ended(told) is { } one) Complete(one, told);
        };
        source.Clr.GCPerHeapHistory += told =>
        {
            if (Ended(told) is { PerHeapHistories: { } heaps }) heaps.Add(new() { GenData = [.. s_generations.Select(told.GenData)] });
        };
        return () => Read(source);
    }

    // Under server GC the histories of a background collection come after its end. TraceEvent waits for them only where it knows of server GC, and
    // from a stream of events it never does.
    private static TraceGC? Ended(TraceEvent told) => told.Process().LoadedDotNetRuntime()?.GC.GCs is [.., { IsComplete: true }] all
        && all.FindLast(one => one.Type == GCType.BackgroundGC) is { IsComplete: true } last ? last : null;

    private static void Complete(TraceGC one, GCGlobalHeapHistoryTraceData told)
    {
        one.GlobalHeapHistory = new() { NumHeaps = told.NumHeaps, FinalYoungestDesired = told.FinalYoungestDesired };
        // Mark is all that it tells of its phases.
        if (told.Times is { Length: > 4 } times) one.TimingInfo = [times[1], times[2], times[3], times[4], null, null, null, null];
    }

    private static IReadOnlyList<Collection> Read(EventPipeEventSource source)
    {
        var start = new DateTimeOffset(source.SessionStartTime.ToUniversalTime());
        return [.. source.Processes().Select(process => process.LoadedDotNetRuntime()).Where(runtime => runtime is not null)
            .SelectMany(runtime => runtime.GC.GCs).Where(one => one.IsComplete).Select(one => Of(one, start))];
    }

    private static Collection Of(TraceGC one, DateTimeOffset start) => new(
        start + TimeSpan.FromMilliseconds(one.PauseStartRelativeMSec), one.Generation,
        one.Type == GCType.BackgroundGC ? Collection.Background : "blocking",
        ReasonOf(one.Reason), TimeSpan.FromMilliseconds(one.PauseDurationMSec), TimeSpan.FromMilliseconds(one.SuspendDurationMSec))
    {
        // TraceEvent's own number is that of the first collection, however many heaps DATAS takes later.
        Heaps = one.GlobalHeapHistory?.NumHeaps ?? one.HeapCount,
        PromotedMegabytes = one.PromotedMB,
        // TraceEvent's own size leaves out pinned objects, which the size afterwards has.
        SizeBeforeMegabytes = one.PerHeapHistories is { Count: > 0 } heaps
            ? heaps.Sum(heap => heap.GenData.Sum(generation => generation.SizeBefore)) / Megabyte : one.HeapSizeBeforeMB,
        SizeAfterMegabytes = one.HeapSizeAfterMB,
        // TraceEvent has 0 where it does not know.
        AllocatedRate = one.Type != GCType.BackgroundGC && one.AllocRateMBSec is > 0 and < double.PositiveInfinity ? one.AllocRateMBSec : null,
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

    // Of a generation that was not collected the events have 0 for what survived and for its budget. TraceEvent's own share is rounded down to whole
    // percents, of each heap and of all.
    private static GenerationState Of(TraceGC one, Gens generation)
    {
        var isCollected = one.Type == GCType.BackgroundGC ? generation >= Gens.Gen2 : one.Generation == 2 || (int)generation <= one.Generation;
        List<GCPerHeapHistoryGenData> heaps = [.. one.PerHeapHistories.Select(heap => heap.GenData[(int)generation])];
        double? share = isCollected ? 100.0 * heaps.Sum(heap => heap.Out) / heaps.Sum(heap => heap.ObjSpaceBefore) : null;
        return new(share is >= 0 and <= 100 ? share : null, one.GenFragmentationMB(generation), isCollected ? BudgetOf(one, generation) : null);
    }

    // After each heap has proposed a budget of generation 0, the GC smooths it, and DATAS sets its own.
    private static double BudgetOf(TraceGC one, Gens generation) => generation == Gens.Gen0 && one.GlobalHeapHistory is { } last
        ? (double)last.FinalYoungestDesired * last.NumHeaps / Megabyte : one.GenBudgetMB(generation);

    private static RootedMegabytes? RootsOf(Dictionary<int, MarkInfo>? heaps)
    {
        if (heaps is not { Count: > 0 }) return null;
        return new(Sum(MarkRootType.MarkStack), Sum(MarkRootType.MarkHandles, MarkRootType.MarkDependentHandles), Sum(MarkRootType.MarkOlder),
            Sum(MarkRootType.MarkFQ, MarkRootType.MarkNewFQ));

        double Sum(params MarkRootType[] kinds) => heaps.Values.Select(heap => heap.MarkPromoted)
            .Sum(bytes => kinds.Sum(kind => Math.Max(0, bytes.ElementAtOrDefault((int)kind)))) / Megabyte;
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

    private static double Of(int?[] times, params IEnumerable<TraceGC.TimingType> phases) =>
        phases.Sum(phase => times[(int)phase] ?? 0) / 1000.0;
}

/// <summary>What DATAS decided of the number of heaps after a collection, and by what.</summary>
/// <param name="Heaps">Heaps from then on.</param>
/// <param name="ThroughputCostPercent">Median share of time that collections and waits for memory cost; it wants to come near its target.</param>
/// <param name="StableMegabytes">Size of small objects that have lived for long; 0 before .NET 9, which does not look at it.</param>
/// <param name="ConsideredCostPercent">The cost that it compared with its target; null before .NET 9.</param>
/// <param name="AccumulatedPercent">Sum of the differences between cost and target since it last acted on them; null before .NET 9.</param>
/// <param name="CollectionsSinceChange">Collections since it changed something; null before .NET 9.</param>
/// <param name="ChangeDecision">Why it may or may not change something, by the runtime's own numbers; null before .NET 9.</param>
/// <param name="AdjustmentReason">Why it chose that, by the runtime's own numbers; null before .NET 9.</param>
internal sealed record DatasDecision(
    int Heaps, double ThroughputCostPercent, double StableMegabytes, double? ConsideredCostPercent = null, double? AccumulatedPercent = null,
    int? CollectionsSinceChange = null, int? ChangeDecision = null, int? AdjustmentReason = null)
{
    private const string Current = "SizeAdaptationTuning";
    private const string OfNet8 = "HeapCountTuning";
    private const int Version = 1;
    private const double Megabyte = 1e6;

    /// <summary>The events that tell of it, since .NET 9 and before.</summary>
    public static IReadOnlyList<string> EventNames { get; } = [Current, OfNet8];

    /// <summary>Reads the content of an event: numbers one after the other, without gaps (dotnet/runtime, src/coreclr/gc/gcevents.h).</summary>
    /// <returns>Null where it is another event or has another form.</returns>
    public static DatasDecision? Of(string name, ReadOnlySpan<byte> content) => name switch
    {
        _ when content.Length < 2 || BinaryPrimitives.ReadUInt16LittleEndian(content) != Version => null,
        Current when content.Length >= 51 => Known(new(
            Short(content, 2), Single(content, 24), BinaryPrimitives.ReadUInt64LittleEndian(content[16..]) / Megabyte,
            Single(content, 28) is var considered && float.IsFinite(considered) ? considered : null, Single(content, 32),
            BinaryPrimitives.ReadInt32LittleEndian(content[42..]), ChangeDecision: Short(content, 47), AdjustmentReason: Short(content, 49))),
        OfNet8 when content.Length >= 16 => Known(new(Short(content, 2), Single(content, 12), 0)),
        _ => null,
    };

    /// <summary>The cost that it aims at, which no event tells: the difference to it is what this decision added to the sum. The one before began the
    /// sum anew, unless it only waited (2 and 4; dotnet/runtime, src/coreclr/gc/gcpriv.h, should_change).</summary>
    public double? TargetCostPercent(DatasDecision before) =>
        ThroughputCostPercent - AccumulatedPercent + (before.ChangeDecision is 2 or 4 ? before.AccumulatedPercent : 0);

    private static DatasDecision? Known(DatasDecision read) => double.IsFinite(read.ThroughputCostPercent) ? read : null;

    private static int Short(ReadOnlySpan<byte> content, int at) => BinaryPrimitives.ReadUInt16LittleEndian(content[at..]);

    private static float Single(ReadOnlySpan<byte> content, int at) => BinaryPrimitives.ReadSingleLittleEndian(content[at..]);
}
