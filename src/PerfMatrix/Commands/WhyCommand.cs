namespace PerfMatrix.Commands;

/// <summary><c>why</c>: explains cells of a stored comparison by traced rounds of its sides, built again where the cache lost them.</summary>
internal static class WhyCommand
{
    public static Command Create(CommandContext context)
    {
        var run = new Argument<string>("run") { Description = "Folder of a comparison." };
        var cell = new Option<string[]>("--cell").Help(
            "Cell to explain, as the verdict names it; repeatable (default: the cells that are worse or better).");
        var traces = TracesOption();
        var format = new FormatOptions(FormatOptions.Terminal, FormatOptions.Json);
        var command = new Command(
            "why", "Explains a comparison: which methods take more CPU time and which types are allocated more. Writes why.json beside its run, "
                + "and a file for speedscope for each cell.")
            { run, cell, traces };
        format.AddTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var (stored, given) = (Stored(line.GetValue(run)!), NameList.Of(line, cell));
            var flow = context.Flow(LaterTraces.Chosen, line);
            var found = await ExplainAsync(stored, given, line.GetValue(traces), flow, cancellation);
            var why = found with { Base = stored.Comparison.Base, Head = stored.Comparison.Head };
            // What took minutes to find is shown also where there is no room for it.
            if (Errors.Of(() => Keep(stored.Folder, why)) is { } problem) flow.View.Say(CommandLine.Warning(problem));
            var output = line.InvocationConfiguration.Output;
            if (format.Chosen(line) == FormatOptions.Json) await output.WriteAsync(WhyDocument.File.Format(why));
            else foreach (var sentence in WhyReport.Lines(why)) await output.WriteLineAsync(sentence);
            return why.Cells.Any(one => one.Problem is not null) ? CommandLine.Incomplete : CommandLine.Good;
        });
        return command;
    }

    public static Option<bool> TracesOption() => new Option<bool>("--traces").Help(
        "Keep the traces of one traced round of both sides (.nettrace) beside the run, at most 48 MB each.");

    // Beside what is known of other cells.
    private static void Keep(string folder, WhyDocument found)
    {
        var why = WhyDocument.File.Beside(folder) is { } before ? WhyDocument.Merge([before, found])! : found;
        WhyDocument.File.Write(WhyDocument.File.In(folder), why);
        SpeedscopeFile.Write(folder, found);
        var verdict = VerdictDocument.File.In(folder);
        if (VerdictDocument.File.Find(verdict) is { } judged) VerdictDocument.File.Write(verdict, WhyCauses.Added(judged, why));
    }

    private static ContinuedComparison Stored(string path) => ContinuedComparison.Find(path, run =>
    {
        if (run.Settings.Stage is null) throw new UsageException($"{path}: run {run.Id} compares nothing; give the folder of a run of `compare`");
        LaterTraces.RequireLocal(path, run);
    });

    private static Task<WhyDocument> ExplainAsync(
        ContinuedComparison stored, IReadOnlyList<string>? given, bool keepsTraces, MeasuringFlow flow, CancellationToken cancellation)
    {
        var request = MeasuredComparison.RequestOf(stored.Again(LaterTraces.Chosen)) with
        {
            HeadEnvironment = stored.Run.Settings.HeadEnvironment ?? new Dictionary<string, string>(),
        };
        if (request.Base is { Revision: null } && request.Range is null)
            throw new UsageException($"{stored.Path}: the commit of base was not recorded; compare again");
        return LaterTraces.TraceAsync(
            stored.Path, stored.Run, RunFolder.Again(stored.Folder), flow, request,
            measurement => measurement.Cells.Pairs.IntersectBy(Cells(stored, given, measurement.Cells), pair => pair.Id),
            (measurement, place) => new Explainer(measurement, place, flow.View, ExplainingTime.Here, keepsTraces)
                .ExplainAsync(Cells(stored, given, measurement.Cells), stored.Comparison.Differences, cancellation), cancellation);
    }

    private static IReadOnlyCollection<string> Cells(ContinuedComparison stored, IReadOnlyList<string>? given, PairedCells paired)
    {
        var ids = paired.Pairs.Select(pair => pair.Id).ToList();
        if (given?.FirstOrDefault(cell => !ids.Contains(cell)) is { } unknown)
            throw new UsageException($"--cell: found '{unknown}', expected a cell of {stored.Path} whose two programs differ"
                + Suggestion.Sentence(unknown, ids, "it has"));
        var changed = given ?? (VerdictDocument.File.Find(VerdictDocument.File.In(stored.Folder)) is { } verdict ? WhyCauses.Changed(verdict) : []);
        return changed.Count > 0 ? changed : ids.Count == 1 ? ids
            : throw new UsageException($"{stored.Path}: no cell is worse or better in a way that traces explain; name one with --cell");
    }
}
