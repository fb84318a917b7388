namespace PerfMatrix.Commands;

/// <summary><c>report gc RUN...</c>: the garbage collector over time; with two values of an axis their statistics side by side, traced.</summary>
internal static class ReportGcCommand
{
    public static Command Create(CommandContext context)
    {
        var shared = new DocumentOptions();
        var from = new Option<string?>("--from") { Description = "Runtime or GC mode to compare with, e.g. server; both are traced." };
        var to = new Option<string?>("--to") { Description = "Runtime or GC mode that is compared, e.g. datas." };
        var traces = WhyCommand.TracesOption();
        var command = new Command(
            "gc", "Shows memory, heaps and pauses of the garbage collector over time; with --from and --to, statistics of both, with intervals.");
        shared.AddTo(command);
        command.Add([from, to, traces]);
        command.SetAction(async (line, cancellation) =>
        {
            switch (line.GetValue(from), line.GetValue(to))
            {
                case (null, null):
                    if (line.GetValue(traces)) throw new UsageException("--traces: found neither --from nor --to, so nothing is traced; give both");
                    var (run, timelines) = shared.Runs(line);
                    shared.Write(line, GcReport.Build(run, timelines));
                    return CommandLine.Good;
                case ({ } old, { } now):
                    var traced = TracedPair.Of(shared.Document(line), old, now) with { KeepsTraces = line.GetValue(traces) };
                    var found = await traced.FindAsync(known => traced.TraceAsync(context, line, known, cancellation));
                    shared.Write(line, GcComparisonReport.Build(traced.Run.Id, found));
                    return found.Cells.Any(cell => cell.Problem is not null) ? CommandLine.Incomplete : CommandLine.Good;
                default:
                    throw new UsageException("found only one of --from and --to, expected both, e.g. --from server --to datas");
            }
        });
        return command;
    }
}

/// <summary>Two runtimes or GC modes of a stored run, whose collections are traced once and kept beside it.</summary>
internal sealed record TracedPair(string Document, RunDocument Run, AxisValuePair Pair, bool KeepsTraces = false)
{
    private string Folder => Path.GetDirectoryName(Path.GetFullPath(Document))!;
    private string File => GcDocument.File.In(Folder);

    public static TracedPair Of(string document, string old, string now)
    {
        var run = RunDocument.File.Read(document);
        return new(document, run, AxisValuePair.Of(run, old, now));
    }

    /// <summary>What was traced before; what failed then, is by older formulas, or what nobody can read any more, is traced again.</summary>
    /// <param name="trace">Gets the cells that need no tracing any more.</param>
    public async Task<GcDocument> FindAsync(Func<IReadOnlyCollection<GcCell>, Task<GcDocument>> trace)
    {
        var stored = GcDocument.File.Beside(Folder);
        if (stored is not null && (stored.From, stored.To) != (Pair.Base, Pair.Head))
            throw new UsageException($"{File}: found {stored.From} against {stored.To}, which {Pair.Base} against {Pair.Head} would overwrite; move "
                + "the file away first");
        // Traces are not stored with their figures, so nothing can be computed anew.
        if (stored?.Formulas < GcComparison.Formulas) stored = null;
        return stored?.Cells.All(cell => cell.Problem is null) == true && !KeepsTraces ? stored
            : await trace([.. (stored?.Cells ?? []).Where(cell => cell.Problem is null)]);
    }

    public Task<GcDocument> TraceAsync(CommandContext context, ParseResult line, IReadOnlyCollection<GcCell> known, CancellationToken cancellation)
    {
        LaterTraces.RequireLocal(Document, Run);
        var flow = context.Flow(LaterTraces.Chosen, line);
        return LaterTraces.TraceAsync(
            Document, Run, RunFolder.Again(Folder), flow, MeasuredComparison.RequestOf(Request()) with { TakesAlone = true }, Measured,
            (measurement, place) => TraceAsync(Measured(measurement), known, flow.View.Say, pair =>
                new GcTracer(measurement, place, flow.View, KeepsTraces).TraceAsync(pair, cancellation)), cancellation);
    }

    /// <summary>Writes all cells after each that was traced: whoever interrupts loses the one under way.</summary>
    internal async Task<GcDocument> TraceAsync(
        IEnumerable<CellPair> pairs, IReadOnlyCollection<GcCell> known, Action<string> say, Func<CellPair, Task<GcCell>> trace)
    {
        var open = pairs.Where(pair => known.All(cell => cell.Cell != pair.Id)).ToList();
        List<GcCell> cells = [.. known, .. open.Select(pair => new GcCell { Cell = pair.Id, Problem = "interrupted before it was traced" })];
        foreach (var pair in KeepsTraces ? pairs : open)
        {
            cells[cells.FindIndex(cell => cell.Cell == pair.Id)] = await trace(pair);
            // What took half an hour is shown also where there is no room for it.
            if (Errors.Of(() => GcDocument.File.Write(File, Found(cells))) is { } problem) say(CommandLine.Warning(problem));
        }

        return Found(cells);
    }

    private GcDocument Found(IReadOnlyList<GcCell> cells) =>
        new() { From = Pair.Base, To = Pair.Head, Formulas = GcComparison.Formulas, Cells = cells };

    // Options choose values of axes, so they may mean more than the run has; a load of minutes is not to be traced for nothing.
    private IEnumerable<CellPair> Measured(PreparedMeasurement measurement) =>
        measurement.Cells.Pairs.IntersectBy(Cells().Select(Pair.CellOf), pair => pair.Cell);

    // The cells that the run has of both, by the second.
    private IReadOnlyList<Cell> Cells()
    {
        var all = Run.Variants.Select(variant => variant.Cell.ToCell()).ToHashSet();
        return [.. all.Where(cell => Pair.Axis.ValueOf(cell) == Pair.Head && all.Contains(cell.With(Pair.Axis, Pair.Base)))];
    }

    private CompareRequest Request()
    {
        var cells = Cells();
        if (cells.Count == 0)
            throw new UsageException($"{Document}: found no cell of both {Pair.Base} and {Pair.Head}, expected one that differs in nothing else");
        return new(Run.Source.Dirty ? null : Run.Source.Sha, Head: null, Pair, LaterTraces.Chosen.Again(Run, cells, Pair.Axis));
    }
}

/// <summary>What every report with charts takes: runs, and where it goes, as one HTML file, as Markdown, or as JSON.</summary>
internal sealed class DocumentOptions
{
    private readonly Argument<string[]> _runs = RunArguments.Several();
    private readonly Option<string?> _file = new Option<string?>("--out", "--output", "-o").Help(
        "File to write: .html, .md without charts, or .json, which site build --articles takes.");
    private readonly Option<string?> _format = new Option<string?>("--format", "-f").Help(
        "html, markdown or json; needed only if the file name does not tell. Without a file, Markdown goes to standard output.");

    /// <param name="run">What a command takes that is about one run only.</param>
    public void AddTo(Command command, Argument? run = null)
    {
        _format.AcceptOnlyFromAmong(FormatOptions.Html, FormatOptions.Markdown, FormatOptions.Json);
        command.Arguments.Add(run ?? _runs);
        command.Add([_file, _format]);
    }

    public string Document(ParseResult line) => line.GetValue(_runs) is [var one] ? RunFolder.FindDocument(one)
        : throw new UsageException("found several runs; --from and --to are compared in one run, so give one");

    public JoinedRuns Runs(ParseResult line) => JoinedRuns.Read(Documents(line));

    public IReadOnlyList<string> Documents(ParseResult line) => [.. line.GetValue(_runs)!.Select(RunFolder.FindDocument)];

    public void Write(ParseResult line, ReportDocument report)
    {
        var file = line.GetValue(_file);
        var text = (line.GetValue(_format) ?? FormOf(file)) switch
        {
            FormatOptions.Html => SitePage.Of(report),
            FormatOptions.Json => JsonSerializer.Serialize(report, DocumentJson.Compact),
            _ => MarkdownDocument.Format(report),
        };
        if (file is null) line.InvocationConfiguration.Output.Write(text);
        else AtomicFile.Write(file, Encoding.UTF8.GetBytes(text));
    }

    private static string FormOf(string? file) => file?.EndsWith(".html", StringComparison.OrdinalIgnoreCase) == true ? FormatOptions.Html
        : file?.EndsWith(".json", StringComparison.OrdinalIgnoreCase) == true ? FormatOptions.Json : FormatOptions.Markdown;
}
