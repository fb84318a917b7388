namespace PerfMatrix.Explain;

/// <summary>Explains cells of a comparison whose programs are published. What goes wrong is said in the document; no verdict depends on it.</summary>
/// <param name="keepsTraces">Whether the traces of a round stay in the folder of the run.</param>
internal sealed class Explainer(
    PreparedMeasurement measurement, RunPlace place, IMeasuringView view, ExplainingTime time, bool keepsTraces = false)
{
    // Beyond it, what tracing costs says as much of a size as the code does.
    private const double MostOverheadPercent = 25;

    private const string Waits = "The runtime's sampler counted waiting threads as running, so sizes are not lower bounds here.";

    private static readonly string s_tracedLess = Opposite("more", "less");
    private static readonly string s_tracedMore = Opposite("less", "more");
    private static readonly string s_overhead =
        $"A traced request of base takes over {MostOverheadPercent} % more CPU time than a measured one, so sizes are not those of the measured "
        + "rounds.";

    /// <summary>Explains what was found in a comparison that has just been measured.</summary>
    /// <returns>Null where nothing is to be explained, or somebody did not want to wait for it: the comparison is one all the same.</returns>
    public Task<WhyDocument?> FindAsync(
        IReadOnlyCollection<string> cells, IReadOnlyList<CellDifference> measured, CancellationToken cancellation) =>
        Errors.OrAsync<WhyDocument?, OperationCanceledException>(
            async () => cells.Count == 0 ? null : await ExplainAsync(cells, measured, cancellation), _ =>
            {
                view.Say("The search for the cause was interrupted; the verdict stands.");
                return null;
            });

    /// <param name="cells">Ids of the pairs to explain.</param>
    /// <param name="measured">What was measured of them; empty where nothing was.</param>
    public async Task<WhyDocument> ExplainAsync(
        IReadOnlyCollection<string> cells, IReadOnlyList<CellDifference> measured, CancellationToken cancellation)
    {
        var explained = new List<CellExplanation>();
        foreach (var pair in measurement.Cells.Pairs.Where(pair => cells.Contains(pair.Id)))
        {
            view.Say($"Looking for the cause in {pair.Id}: {TracedRounds.Rounds} traced rounds of both sides");
            explained.Add(await ExplainAsync(pair, measured.Where(difference => difference.Cell == pair.Id).ToList(), cancellation));
        }

        var (old, now) = measurement.Named;
        return new WhyDocument { Base = old, Head = now, Cells = explained }.Bounded();
    }

    private async Task<CellExplanation> ExplainAsync(CellPair pair, List<CellDifference> measured, CancellationToken cancellation)
    {
        var traced = new TracedRounds(place.Driver, Path.Combine(place.Folder.Root, "why"), TracingPlan.OfCauses(time.Enough))
        {
            Kept = keepsTraces ? Path.Combine(place.Folder.Root, Cell.FileNameOf(pair.Id)) : null,
        };
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(time.Longest);
        try
        {
            var setup = measurement.Beside(pair);
            var rounds = await traced.MeasureAsync(setup, limit.Token);
            var code = (Code(setup.Applications[pair.Base.Id], measurement.Base), Code(setup.Applications[pair.Head.Id], measurement.Head));
            var cpu = measured.Find(difference => difference.Metric == Metric.CpuPerRequest.Name);
            var explained = Explanations.Of(pair.Id, rounds, traced.Profiler, code, cpu?.Base);
            return explained with { Notes = [.. explained.Notes, .. DoubtsOf(explained, cpu), .. traced.Problems] };
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !cancellation.IsCancellationRequested)
        {
            return Unexplained($"it took longer than {time.Longest.TotalSeconds:0} seconds");
        }
        // Tracers, symbols and programs of strangers fail in ways of their own, and no verdict may depend on that.
        catch (Exception problem) when (problem is not OperationCanceledException || !cancellation.IsCancellationRequested)
        {
            return Unexplained(problem.Message.TrimEnd('.'));
        }

        CellExplanation Unexplained(string problem) =>
            new() { Cell = pair.Id, Problem = problem, Profiler = traced.Profiler, Notes = traced.Problems };
    }

    private static OwnCode Code(Application application, SideTree tree) =>
        OwnCode.Of(Path.Combine(application.Folder, application.Executable), tree.Root);

    /// <summary>Reasons to doubt a cause or its size. Their words are fixed, so that the comment knows them from those of others.</summary>
    internal static IReadOnlyList<string> Doubts => [s_tracedLess, s_tracedMore, s_overhead, Waits, Explanations.Unlike, TracedRounds.Spared];

    internal static IEnumerable<string> DoubtsOf(CellExplanation explained, CellDifference? measured)
    {
        if (measured is { LowPercent: > 0 } && explained.CpuDifference.High < 0) yield return s_tracedLess;
        if (measured is { HighPercent: < 0 } && explained.CpuDifference.Low > 0) yield return s_tracedMore;
        if (explained.OverheadPercent > MostOverheadPercent) yield return s_overhead;
        if (explained is { Profiler: CpuProfiler.EventPipe, HasLowerBounds: false }) yield return Waits;
    }

    private static string Opposite(string measured, string traced) =>
        $"Measured rounds found {measured} CPU time a request, the traced ones {traced}: tracing changes the result here.";
}

/// <summary>How long the explaining of a cell may take.</summary>
/// <param name="Enough">No round begins that would end after this time, once there are enough of them.</param>
/// <param name="Longest">After this time there is no explanation.</param>
internal sealed record ExplainingTime(TimeSpan Enough, TimeSpan Longest)
{
    /// <summary>On somebody's own machine.</summary>
    public static ExplainingTime Here { get; } = new(TimeSpan.FromSeconds(50), TimeSpan.FromMinutes(5));

    /// <summary>In a job, which others wait for. Three rounds of an EF Core application and reading them take 100 seconds on two CPUs.</summary>
    public static ExplainingTime Job { get; } = new(TimeSpan.FromSeconds(50), TimeSpan.FromMinutes(3));
}
