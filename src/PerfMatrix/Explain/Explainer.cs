using PerfMatrix.Drivers;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Gate;
using PerfMatrix.Measurement;

namespace PerfMatrix.Explain;

/// <summary>Explains cells of a comparison whose programs are published. Whatever goes wrong is said in the document; a verdict never depends on
/// it.</summary>
internal sealed class Explainer(PreparedMeasurement measurement, RunPlace place, IMeasuringView view, ExplainingTime time)
{
    /// <param name="cells">Ids of the pairs to explain.</param>
    /// <param name="comparison">What was measured of them.</param>
    public async Task<WhyDocument> ExplainAsync(
        IReadOnlyCollection<string> cells, ComparisonDocument comparison, CancellationToken cancellation)
    {
        var explained = new List<CellExplanation>();
        foreach (var pair in measurement.Cells.Pairs.Where(pair => cells.Contains(pair.Id)))
        {
            view.Say($"Looking for the cause in {pair.Id}: {TracedRounds.Rounds} traced rounds of both sides");
            explained.Add(await ExplainAsync(pair, comparison.Differences.Where(difference => difference.Cell == pair.Id).ToList(), cancellation));
        }

        return new WhyDocument { Base = comparison.Base, Head = comparison.Head, Cells = explained }.Bounded();
    }

    private async Task<CellExplanation> ExplainAsync(CellPair pair, List<CellDifference> measured, CancellationToken cancellation)
    {
        var traced = new TracedRounds(place.Driver, Path.Combine(place.Folder.Root, "why"), TracingPlan.OfCauses(time.Enough));
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(time.Longest);
        try
        {
            var setup = measurement.Beside(pair);
            var rounds = await traced.MeasureAsync(setup, limit.Token);
            if (rounds.Count < TracedRounds.Fewest)
                throw new TraceException($"{rounds.Count} of {TracedRounds.Rounds} traced rounds were good, {TracedRounds.Fewest} are needed");
            var code = (Code(setup.Applications[pair.Base.Id], measurement.Base), Code(setup.Applications[pair.Head.Id], measurement.Head));
            var cpu = measured.Find(difference => difference.Metric == Metric.CpuPerRequest.Name);
            var explained = Explanations.Of(pair.Id, rounds, traced.Profiler, code, cpu?.Base);
            return explained with { Notes = [.. explained.Notes, .. Contradiction(explained, cpu), .. traced.Problems] };
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return Unexplained($"it took longer than {time.Longest.TotalSeconds:0} seconds");
        }
        // Tracers, symbols and programs of strangers fail in ways of their own, and no verdict may depend on that.
        catch (Exception problem) when (problem is not OperationCanceledException)
        {
            return Unexplained(problem.Message.TrimEnd('.'));
        }

        CellExplanation Unexplained(string problem) =>
            new() { Cell = pair.Id, Problem = problem, Profiler = traced.Profiler, Notes = traced.Problems };
    }

    private static OwnCode Code(Application application, SideTree tree) =>
        OwnCode.Of(Path.Combine(application.Folder, application.Executable), tree.Root);

    private static IEnumerable<string> Contradiction(CellExplanation explained, CellDifference? measured)
    {
        var difference = explained.CpuDifference;
        if (measured is { LowPercent: > 0 } && difference.High < 0)
            yield return "Measured rounds found more CPU time a request, the traced ones less: tracing changes the result here.";
        if (measured is { HighPercent: < 0 } && difference.Low > 0)
            yield return "Measured rounds found less CPU time a request, the traced ones more: tracing changes the result here.";
    }
}

/// <summary>How long the explaining of a cell may take.</summary>
/// <param name="Enough">No round begins that would end after this time, once there are enough of them.</param>
/// <param name="Longest">After this time there is no explanation.</param>
internal sealed record ExplainingTime(TimeSpan Enough, TimeSpan Longest)
{
    /// <summary>On somebody's own machine.</summary>
    public static ExplainingTime Here { get; } = new(TimeSpan.FromMinutes(2), TimeSpan.FromMinutes(5));

    /// <summary>In a job, which others wait for.</summary>
    public static ExplainingTime Job { get; } = new(TimeSpan.FromSeconds(50), TimeSpan.FromSeconds(90));
}

/// <summary>Which verdicts are explained, and what they say of their cause.</summary>
internal static class WhyCauses
{
    /// <summary>Cells that are explained by themselves: each takes most of a minute.</summary>
    public const int MostCells = 3;

    private static readonly string[] s_ofAllocations = ["allocatedPerRequest", "gcPauseShare", "gcCommitted"];

    private static readonly string[] s_ofMethods =
        ["throughput", "cpuPerRequest", "latencyP50", "latencyP99", "pacedLatencyP50", "pacedLatencyP90", "pacedLatencyP99", "pacedLatencyP999"];

    /// <summary>The cells that changed in a way that traces can explain, the largest change first.</summary>
    public static IReadOnlyList<string> Changed(VerdictDocument verdict) =>
        [.. verdict.Cells.Where(cell => cell is { Gates: true, Verdict: Verdict.Worse or Verdict.Better } && IsExplained(cell.Metric))
            .OrderBy(cell => cell.Verdict == Verdict.Worse ? 0 : 1).ThenByDescending(cell => Math.Abs(cell.EffectPercent ?? 0))
            .Select(cell => cell.Cell).Distinct().Take(MostCells)];

    /// <summary>The verdict with the causes of what is worse or better.</summary>
    public static VerdictDocument Added(VerdictDocument verdict, WhyDocument why) => verdict with
    {
        Cells = [.. verdict.Cells.Select(cell => cell.Verdict is Verdict.Worse or Verdict.Better && why.Of(cell.Cell) is { } explained
            ? cell with { Cause = CauseOf(cell, explained) } : cell)],
    };

    private static bool IsExplained(string metric) => s_ofMethods.Contains(metric) || s_ofAllocations.Contains(metric);

    // Only what went the way of the verdict is a cause of it.
    private static VerdictCause? CauseOf(CellVerdict cell, CellExplanation why)
    {
        var sign = cell.Verdict == Verdict.Worse ? 1 : -1;
        var method = why.Cpu.FirstOrDefault(one => Math.Sign(one.PerRequest) == sign);
        var type = why.Allocations.FirstOrDefault(one => Math.Sign(one.BytesPerRequest) == sign);
        var events = why.Events.Where(one => Math.Sign(one.PerRequest) == sign).ToLookup(one => one.Kind);
        if (s_ofAllocations.Contains(cell.Metric))
            return type is null ? Of(events[CauseEvent.Pause].FirstOrDefault())
                : new() { Type = type.Type, PerRequest = type.BytesPerRequest, Low = type.Low, High = type.High };
        if (!s_ofMethods.Contains(cell.Metric)) return null;
        // What a thread waits for takes no CPU time.
        var waits = cell.Metric == Metric.CpuPerRequest.Name ? null
            : events[CauseEvent.Lock].Concat(events[CauseEvent.Pause]).MaxBy(one => Math.Abs(one.PerRequest));
        if (waits is not null && Math.Abs(waits.PerRequest) > Math.Abs(method?.PerRequest ?? 0)) return Of(waits);
        if (method is not null) return new() { Method = method.Method, PerRequest = method.PerRequest, Low = method.Low, High = method.High };
        return Of(events[CauseEvent.Exception].Concat(events[CauseEvent.Pause]).Concat(events[CauseEvent.Starvation]).FirstOrDefault());
    }

    private static VerdictCause? Of(EventChange? change) => change is null ? null : new()
    {
        Event = change.Kind,
        Method = change.From,
        Type = change.Kind is CauseEvent.Exception or CauseEvent.Pause ? change.Name : null,
        PerRequest = change.PerRequest,
        Low = change.Low,
        High = change.High,
    };
}
