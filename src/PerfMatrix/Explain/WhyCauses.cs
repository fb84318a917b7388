namespace PerfMatrix.Explain;

/// <summary>Which verdicts are explained, and what they say of their cause.</summary>
internal static class WhyCauses
{
    /// <summary>Cells that are explained by themselves: each takes most of a minute.</summary>
    public const int MostCells = 3;

    private const int MostNotes = 3;

    // What accounts for less of the change of a metric is no cause of it.
    private const double SmallestPart = 0.2;

    private const string NothingLeft = "the job that confirmed it left no explanation that can be used; its time was up, it was interrupted, it "
        + "had larger changes to explain, or by itself it found no change";

    /// <summary>The cells that changed in a way that traces can explain, the largest change first.</summary>
    public static IReadOnlyList<string> Changed(VerdictDocument verdict) => [.. Explainable(verdict).Take(MostCells)];

    /// <summary>A sentence for what is worse or better and traces do not explain.</summary>
    public static IReadOnlyList<string> NotTraced(VerdictDocument verdict) =>
        Found(verdict).Where(cell => !IsExplained(cell.Metric)).Select(cell => Metric.TitleOf(cell.Metric)).Distinct().ToList() is [_, ..] metrics
            ? [$"Traces do not explain {string.Join(", ", metrics)}."] : [];

    /// <summary>That, and one for the cells that are left to a command; the jobs of a pull request look each at its own.</summary>
    public static IReadOnlyList<string> NotLookedAt(VerdictDocument verdict) =>
        verdict.PullRequest is null && Explainable(verdict).Skip(MostCells).ToList() is [var first, ..] others
            ? [.. NotTraced(verdict), $"Causes are looked for only in the {MostCells} cells that changed most. For the other "
                + $"{(others.Count == 1 ? "one" : $"{others.Count}")}, run: {Invocation.Here} why RUN --cell {first}"] : NotTraced(verdict);

    /// <summary>What jobs found out by themselves as one document, what changed most by the verdict of all first.</summary>
    public static WhyDocument? Merged(VerdictDocument verdict, IReadOnlyList<WhyDocument> parts) =>
        WhyDocument.Merge(parts, Explainable(verdict).Reverse().ToList().IndexOf);

    /// <summary>A sentence for each change that was to be explained and is not: the reason.</summary>
    /// <param name="why">What all jobs found out; null when none left anything.</param>
    /// <param name="confirmed">The cells of the confirming jobs, which explain no other.</param>
    public static IReadOnlyList<string> Unexplained(VerdictDocument verdict, WhyDocument? why, IReadOnlyCollection<string> confirmed) =>
    [
        .. from cell in Explainable(verdict)
           let explained = why?.Of(cell)
           where explained is null ? confirmed.Contains(cell) : explained.Problem is not null
           let reasons = explained is null ? [NothingLeft] : explained.Notes.Take(MostNotes).Prepend(explained.Problem!)
           select $"{cell}: not explained: {string.Join("; ", reasons.Select(reason => reason.TrimEnd('.')))}. The verdict stands.",
    ];

    private static IEnumerable<string> Explainable(VerdictDocument verdict) => Found(verdict).Where(cell => IsExplained(cell.Metric))
        .OrderBy(cell => cell.Verdict == Verdict.Worse ? 0 : 1).ThenByDescending(cell => Math.Abs(cell.EffectPercent ?? double.PositiveInfinity))
        .Select(cell => cell.Cell).Distinct();

    private static IEnumerable<CellVerdict> Found(VerdictDocument verdict) =>
        verdict.Cells.Where(cell => cell is { Gates: true, Verdict: Verdict.Worse or Verdict.Better });

    /// <summary>The verdict with the causes of what is worse or better.</summary>
    public static VerdictDocument Added(VerdictDocument verdict, WhyDocument why) => verdict with
    {
        Cells = [.. verdict.Cells.Select(cell => cell.Verdict is Verdict.Worse or Verdict.Better && why.Of(cell.Cell) is { } explained
            ? cell with { Cause = CauseOf(cell, explained, verdict.Cells.FirstOrDefault(other =>
                (other.Cell, other.Metric, other.Verdict) == (cell.Cell, Metric.CpuPerRequest.Name, cell.Verdict))) } : cell)],
    };

    // Microseconds a request by the measured rounds; null where these are not certain or not known.
    private static double? MeasuredCpu(CellVerdict? cpu, CellExplanation why) =>
        why.OverheadPercent is { } overhead and > -100 && cpu?.EffectPercent is { } percent
            ? Math.Round(why.BaseCpuPerRequest / (1 + (overhead / 100)) * percent / 100, 3) : null;

    private static MetricCause KindOf(string metric) => Metric.Find(metric)?.Cause ?? MetricCause.None;

    private static bool IsExplained(string metric) => KindOf(metric) != MetricCause.None;

    // Only what went the way of the verdict is a cause of it. The verdict of CPU time is null where that did not.
    private static VerdictCause? CauseOf(CellVerdict cell, CellExplanation why, CellVerdict? cpu)
    {
        var (sign, kind) = (cell.Verdict == Verdict.Worse ? 1 : -1, KindOf(cell.Metric));
        // Tracing turned the result round, so nothing that it found is the cause of it.
        if (kind == MetricCause.None || (kind == MetricCause.CpuTime && why.CpuDifference.Sign == -sign)) return null;
        var method = why.Cpu.FirstOrDefault(one => Math.Sign(one.PerRequest) == sign);
        var type = why.Allocations.FirstOrDefault(one => Math.Sign(one.BytesPerRequest) == sign);
        var events = why.Events.Where(one => Math.Sign(one.PerRequest) == sign).ToLookup(one => one.Kind);
        if (kind == MetricCause.Pauses) return OfPauses([.. events[CauseEvent.Pause]], type);
        if (kind == MetricCause.Allocations) return Of(type);
        var cause = Of(method, why, MeasuredCpu(cpu, why));
        if (kind == MetricCause.CpuTime) return cause ?? OfFirst(events, CauseEvent.Exception, CauseEvent.Pause);
        var wait = events[CauseEvent.Lock].Concat(events[CauseEvent.Pause]).MaxBy(one => Math.Abs(one.PerRequest));
        if (Math.Abs(wait?.PerRequest ?? 0) > Math.Abs(method?.PerRequest ?? 0)) return Of(wait);
        if (cause is null) return OfFirst(events, CauseEvent.Exception, CauseEvent.Starvation);
        return IsTooSmall(cause, cell, why, cpu) ? OfFirst(events, CauseEvent.Starvation) ?? cause with { TooSmall = true } : cause;
    }

    // Near the limit of a machine a latency at a fixed rate changes out of proportion, so there CPU time counts where all of it changed.
    private static bool IsTooSmall(VerdictCause method, CellVerdict cell, CellExplanation why, CellVerdict? cpu) =>
        KindOf(cell.Metric) == MetricCause.SpeedAtFixedRate ? cpu is null
            : 100 * Math.Abs(method.PerRequest) < SmallestPart * Math.Abs(cell.EffectPercent ?? 0) * why.BaseCpuPerRequest;

    // Collections that code asks for pause it, whatever it allocates; the others come of what is allocated.
    private static VerdictCause? OfPauses(IReadOnlyList<EventChange> pauses, TypeChange? type) =>
        Of(pauses.FirstOrDefault(pause => pause.From is not null)) ?? Of(type) ?? Of(pauses is [var first, ..] ? first : null);

    private static VerdictCause? OfFirst(ILookup<CauseEvent, EventChange> events, params CauseEvent[] kinds) =>
        Of(kinds.SelectMany(kind => events[kind]).FirstOrDefault());

    private static VerdictCause? Of(MethodChange? change, CellExplanation why, double? measured)
    {
        if (change is null) return null;
        // A total that may as well be 0, or that goes the other way, would contradict the verdict beside it.
        var isTold = why.CpuDifference.Sign == Math.Sign(change.PerRequest);
        return new()
        {
            Method = change.Method,
            PerRequest = change.PerRequest,
            Low = change.Low,
            High = change.High,
            Total = isTold ? why.CpuDifference.PerRequest : null,
            Unattributed = isTold ? why.Unattributed : null,
            Measured = isTold || Math.Abs(measured ?? 0) < Math.Abs(change.PerRequest) ? null : measured,
            LowerBound = why.HasLowerBounds,
        };
    }

    private static VerdictCause? Of(TypeChange? change) =>
        change is null ? null : new() { Type = change.Type, PerRequest = change.BytesPerRequest, Low = change.Low, High = change.High };

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
