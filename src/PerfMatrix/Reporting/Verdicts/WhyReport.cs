namespace PerfMatrix.Reporting.Verdicts;

/// <summary>An explanation in sentences: five lines a cell, and one for each thing that a reader must know.</summary>
internal static class WhyReport
{
    private const int MostNames = 3;

    public static IEnumerable<string> Lines(WhyDocument why) =>
        why.Cells.SelectMany(Lines).Concat(why.Warnings.Select(warning => $"note: {warning}"))
            .Select(line => string.Concat(line.Where(c => !char.IsControl(c))));

    private static IEnumerable<string> Lines(CellExplanation cell) =>
    [
        .. cell.Problem is { } problem ? [$"{cell.Cell}: not explained: {problem}. The verdict stands."] : Found(cell),
        .. cell.Notes.Select(note => $"  note: {note}"),
    ];

    private static IEnumerable<string> Found(CellExplanation cell)
    {
        yield return $"{cell.Cell}: {Wording.Counted(cell.Rounds, "traced round")} of both sides, "
            + (cell.Profiler == CpuProfiler.Perf ? "CPU samples by perf" : "CPU samples by the runtime")
            + (cell.HasLowerBounds ? ", which misses a part of the time" : "");
        var cpu = cell.CpuDifference;
        // A whole that may as well be 0 is no number to show beside a verdict that is certain.
        yield return $"  CPU/req{(cpu.Sign == 0 ? "" : $" {Microseconds(cpu.PerRequest)} {Text.Interval(cpu.Low, cpu.High, 2)}")}, "
            + $"base {Text.Number(cell.BaseCpuPerRequest, 2)} us: "
            + Several([.. cell.Cpu.Select(method => Method(method, cell.HasLowerBounds))], "no method changed beyond chance");
        yield return $"  Allocations, base {Text.Number(cell.BaseBytesPerRequest)} B/req: "
            + Several([.. cell.Allocations.Select(Type)], "no type changed beyond chance");
        foreach (var kind in cell.Events.GroupBy(one => one.Kind))
            yield return $"  {EventWords.Title(kind.Key)}: {Several([.. kind.Select(Event)], "")}";
        yield return "  Not attributed: " + (cpu.Sign != 0 ? $"{Microseconds(cell.Unattributed)} of CPU/req"
            : $"unknown, because the traced rounds only show that CPU/req changed by {Text.Interval(cpu.Low, cpu.High, 2)} us");
        yield return $"  Samples cover {Text.Number(cell.SampledPercent)} % of the CPU time"
            + (cell.OverheadPercent is not { } overhead ? "" : $"; a traced request of base took {Text.Number(Math.Abs(overhead), 1)} % "
                + $"{(overhead < 0 ? "less" : "more")} CPU time than a measured one");
    }

    public static string Method(MethodChange method, bool isLeast) => $"{method.Method} "
        + $"{(isLeast ? CauseWords.AtLeast : "")}{Microseconds(method.PerRequest)} {Text.Interval(method.Low, method.High, 2)}"
        + (method.File is { } file ? $" ({file}:{method.Line})" : "");

    public static string Type(TypeChange type) =>
        $"{type.Type} {Text.Signed(type.BytesPerRequest, 0)} B {Text.Interval(type.Low, type.High, 0)} from {type.From}";

    public static string Event(EventChange change) =>
        (change.Kind == CauseEvent.Starvation ? "" : $"{EventWords.Name(change.Kind, change.Name, change.From)} ")
        + EventWords.Amount(change.Kind, change.PerRequest, change.Low, change.High) + (change.File is { } file ? $" ({file}:{change.Line})" : "");

    private static string Several(List<string> changes, string none) => changes.Count == 0 ? none
        : string.Join(", ", changes.Take(MostNames)) + (changes.Count > MostNames ? $", and {changes.Count - MostNames} more" : "");

    private static string Microseconds(double amount) => $"{Text.Signed(amount, 2)} us";
}

internal static class CauseWords
{
    public const int LongestName = 200;
    public const string Cause = "Cause";

    /// <summary>Before a size that the sampler of the runtime found: it misses a part of the time.</summary>
    public const string AtLeast = "at least ";

    /// <summary>What is said before a cause. Of memory allocations are none: they need not be kept; nor is CPU time that is far too little.</summary>
    public static string Title(CellVerdict cell) =>
        cell.Cause is { TooSmall: true } small ? (small.PerRequest < 0 ? "Less CPU time" : "More CPU time")
        : cell.Metric != Metric.PeakRss.Name && cell.Metric != Metric.GcCommitted.Name ? Cause
        : cell.Cause?.PerRequest < 0 ? "Less is allocated" : "More is allocated";

    /// <summary>The first verdict that has a cause, before one that only says what else changed; null where none has either.</summary>
    public static CellVerdict? First(IReadOnlyList<CellVerdict> cells) =>
        cells.FirstOrDefault(cell => cell.Cause is not null && Title(cell) == Cause) ?? cells.FirstOrDefault(cell => cell.Cause is not null);

    /// <summary>e.g. <c>Orders.Total +0.61 us [+0.50 +0.70] of +0.66 us CPU per request</c>.</summary>
    public static string Of(VerdictCause cause) => Of(cause, Plain(NameOf(cause)));

    public static string NameOf(VerdictCause cause) => cause.Event is { } kind ? EventWords.Name(kind, cause.Type ?? "", cause.Method)
        : cause.Method ?? cause.Type ?? "";

    /// <param name="name">The name as it is to stand there.</param>
    public static string Of(VerdictCause cause, string name)
    {
        if (cause.Event is { } kind)
            return (kind switch { CauseEvent.Lock => "waiting for locks in ", CauseEvent.Pause => "pauses of the GC, ", _ => "" })
                + $"{name}, {EventWords.Amount(kind, cause.PerRequest, cause.Low, cause.High)}";
        var (unit, decimals) = cause.Method is null ? ("B", 0) : ("us", 2);
        var whole = cause.Total is { } total ? Text.Signed(total, decimals)
            : cause.Measured is { } all ? $"about {Text.Signed(all, Math.Abs(all) < 10 ? 1 : 0)}" : null;
        return $"{name} {(cause.LowerBound ? AtLeast : "")}{Text.Signed(cause.PerRequest, decimals)} {unit} "
            + $"{(whole is null ? "per request " : "")}{Text.Interval(cause.Low, cause.High, decimals)}"
            + (whole is null ? "" : $" of {whole} us CPU per request");
    }

    /// <summary>A name that nothing reads as Markdown, HTML, a link, a mention or a control character; type arguments stand in brackets. Letters of
    /// other scripts are shown, without their marks; not of those written from the right, which would turn round what stands beside them.</summary>
    public static string Plain(string name) => string.Concat(name.Take(LongestName).Select(c => c switch
    {
        '<' => '[',
        '>' => ']',
        '_' or '.' or ',' or ' ' or '/' or '[' or ']' or '(' or ')' or '+' or '-' or ':' or ';' or '=' or '%' => c,
        >= '\u0590' and <= '\u08ff' or >= '\ufb1d' and <= '\ufdff' or >= '\ufe70' and <= '\ufeff' => '?',
        '\u115f' or '\u1160' or '\u3164' or '\uffa0' => '?', // Letters that nobody sees.
        _ => char.IsLetter(c) || char.IsAsciiDigit(c) ? c : '?',
    })).Replace("://", "?//", StringComparison.Ordinal);
}

internal static class EventWords
{
    public static string Title(CauseEvent kind) => kind switch
    {
        CauseEvent.Lock => "Waits for locks",
        CauseEvent.Exception => "Exceptions",
        CauseEvent.Pause => "Pauses of the GC",
        _ => "Thread-pool starvation",
    };

    /// <summary>e.g. <c>FormatException from Orders.Parse</c>.</summary>
    public static string Name(CauseEvent kind, string name, string? from) => kind switch
    {
        CauseEvent.Lock => from ?? "unknown code",
        CauseEvent.Starvation => "thread-pool starvation",
        _ => from is null ? name : $"{name} from {from}",
    };

    /// <summary>e.g. <c>+3.20 us per request [+2.10 +4.30]</c>.</summary>
    public static string Amount(CauseEvent kind, double amount, double low, double high)
    {
        if (kind is CauseEvent.Lock or CauseEvent.Pause) return $"{Text.Signed(amount, 2)} us per request {Text.Interval(low, high, 2)}";
        // Few requests throw or find no thread.
        var decimals = (1000 * Math.Min(Math.Abs(low), Math.Abs(high))) switch { >= 10 => 0, >= 0.1 => 1, _ => 2 };
        return $"{Text.Signed(1000 * amount, decimals)} {(kind == CauseEvent.Starvation ? "added threads " : "")}per 1,000 requests "
            + Text.Interval(1000 * low, 1000 * high, decimals);
    }
}
