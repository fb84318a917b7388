namespace PerfMatrix.Commands;

/// <summary><c>compare</c>: two sides cell by cell. Commits are measured until the gate can decide; documents give what <c>gate</c> judges.</summary>
internal static class CompareCommand
{
    public static Command Create(CommandContext context)
    {
        var (selection, format) = (new SelectionOptions(MatrixDefinition.ComparisonSubset), new FormatOptions());
        var (stage, remote, policy) = (new StageOptions(), new RemoteSourceOption(), new PolicyOptions());
        var old = new Argument<string?>("base") { Arity = ArgumentArity.ZeroOrOne }.Help(
            "A commit to compare with (main, HEAD~1, v1.2), or a run.json or the folder of a run.");
        var head =
            new Argument<string?>("head") { Description = "A commit to compare (default: the working tree).", Arity = ArgumentArity.ZeroOrOne };
        var earlier = new Option<string?>("--continue").Help(
            "Folder of an undecided comparison: measures more rounds and judges them together with those it has.");
        var trace = new Option<bool>("--trace").Help(
            "Explain every cell by traced rounds (why.json), not only those that are worse or better. Not for a stored run.");
        var traces = WhyCommand.TracesOption();
        var command = new Command(
            "compare", "Compares two commits, or two values of an axis (--runtime net8.0..net10.0, --gc server..datas), by measuring them side by "
                + "side; or compares the sides of a stored run (`gate` then judges them). Exit code 1: something is worse; 2: wrong use, or head "
                + "does not compile; 3: too little is known.") { old, head, earlier, trace, traces };
        selection.AddTo(command);
        command.Add([.. stage.All, .. policy.All]);
        remote.AddTo(command, stage.Job);
        format.AddTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var (only, chosen, path) = (stage.Request(line, context), selection.Of(line), line.GetValue(earlier));
            if (only is not null) stage.RefuseWith(line, only.Stage == Stage.Screen ? [trace, policy.Mode, traces] : [trace, policy.Mode]);
            if (path is not null) RefuseSelecting(line, path, line.GetValue(old), [.. selection.Cells, stage.Stage, remote.Source]);
            var continued = path is null ? null : ContinuedComparison.Read(path);
            var request = (continued?.Request(chosen) ?? Request(chosen, line.GetValue(old), line.GetValue(head))) with { Stage = only };
            var (isShown, output) = (false, line.InvocationConfiguration.Output);
            request = request with
            {
                Remote = remote.Of(line, request.Chosen.Driver),
                Policy = policy.Of(line),
                Trace = line.GetValue(trace),
                KeepsTraces = line.GetValue(traces),
                Judged = format.Chosen(line) == FormatOptions.Terminal ? ShowJudged : null,
            };
            if (request.Continues is null && DocumentComparison.IsAskedBy(request))
                selection.RefuseMeasuring(line, $"{request.Base} is a stored run, so nothing is measured; leave the option out, or give commits",
                    [stage.Stage, remote.Source, trace, traces, .. policy.All]);
            var result = await CompareAsync(request, () => context.Flow(request.Chosen, line), context.Today, cancellation);
            var folder = Write(result, request.Chosen.Out);
            if (result.Why?.Leave(folder) is { } problem) await line.InvocationConfiguration.Error.WriteLineAsync(CommandLine.Warning(problem));
            if (result.Sealed is { } uploaded) context.Files(TextWriter.Null).SealAll(uploaded, ComparisonDocument.File.Name);
            if (!isShown) format.Show(line, context, TableOf(result), () => JsonOf(result));
            foreach (var cause in isShown ? VerdictReport.Causes(result.Verdict!) : []) output.WriteLine(cause);
            if (format.Chosen(line) == FormatOptions.Terminal) ShowMore(output, result, folder, request.Policy);
            return result.ExitCode;

            void ShowJudged(ComparisonResult judged)
            {
                isShown = true;
                TerminalReport.Write(context.Console, TableOf(judged));
            }
        });
        return command;
    }

    private static async Task<ComparisonResult> CompareAsync(
        CompareRequest request, Func<MeasuringFlow> flow, DateOnly today, CancellationToken cancellation) =>
        request switch
        {
            { Continues: not null } => await MeasuredComparison.OfAsync(request, flow(), today, cancellation),
            _ when DocumentComparison.IsAskedBy(request) => DocumentComparison.Of(request),
            { Base: [.., '.', 'j', 's', 'o', 'n'] path } =>
                throw new UsageException($"{path}: no such file or folder of a run. Give a run.json or the folder that holds it."),
            { Base: null, Axis: null } => throw new UsageException(
                "found nothing to compare; give a commit to compare the working tree with (compare main), two values of an axis (compare --runtime "
                    + "net8.0..net10.0), or a run (compare RUN.json)"),
            { Stage: { } stage } => await StageComparison.OfAsync(request, stage, flow(), today, cancellation),
            _ => await MeasuredComparison.OfAsync(request, flow(), today, cancellation),
        };

    private static void RefuseSelecting(ParseResult line, string path, string? old, IEnumerable<Option> options)
    {
        if ((old is null ? options.FirstOrDefault(line.IsGiven)?.Name : $"'{old}'") is { } stray)
            throw new UsageException($"found both --continue and {stray}; sides and cells are those of {path}, so leave {stray} out");
    }

    private static CompareRequest Request(MeasuringChoice chosen, string? old, string? head)
    {
        var (axis, others) = TakeAxis(chosen.Plan.Axes);
        return new(old, head, axis, chosen with { Plan = chosen.Plan with { Axes = others } });
    }

    private static (AxisValuePair? Axis, AxisChoice Others) TakeAxis(AxisChoice options) =>
        (Pair(options[Axis.Runtime]), Pair(options[Axis.Gc])) switch
        {
            (null, null) => (null, options),
            ({ } runtime, null) => (AxisValuePair.Parse(Axis.Runtime, runtime), options.With(Axis.Runtime, null)),
            (null, { } gc) => (AxisValuePair.Parse(Axis.Gc, gc), options.With(Axis.Gc, null)),
            _ => throw new UsageException(
                "found two values of a runtime and two of a GC mode, one axis was expected: the others must be equal on both sides"),
        };

    private static string? Pair(IReadOnlyList<string>? values) => values?.FirstOrDefault(AxisValuePair.IsPair) is not { } pair ? null
        : values.Count == 1 ? pair
        : throw new UsageException($"found '{string.Join(',', values)}', only '{pair}' was expected: one pair of values is compared");

    private static string Write(ComparisonResult result, string? given)
    {
        // What was judged was measured, in a folder of its own below the one given.
        var folder = result.Verdict is null ? given ?? result.Folder : result.Folder;
        OutputFolder.Create(folder);
        var file = ComparisonDocument.File.In(folder);
        // A stage has written it; what a comparison has decided by also counts its looks, and a mere look at the run must not undo that.
        if (result.Sealed is null && (result.Verdict is not null || ComparisonDocument.File.Find(file) is not { Policy: not null }))
            ComparisonDocument.File.Write(file, result.Comparison);
        if (result.Verdict is { } verdict)
            VerdictDocument.File.Write(VerdictDocument.File.In(folder), verdict);
        return folder;
    }

    private static TableReport TableOf(ComparisonResult result) =>
        result.Verdict is { } judged ? VerdictReport.Of(judged) : ComparisonReport.Of(result.Comparison);

    private static string JsonOf(ComparisonResult result) =>
        result.Verdict is { } judged ? VerdictDocument.File.Format(judged) : ComparisonDocument.File.Format(result.Comparison);

    private static void ShowMore(TextWriter output, ComparisonResult result, string folder, PolicyChoice policy)
    {
        var place = Path.GetRelativePath(Environment.CurrentDirectory, folder);
        foreach (var sentence in result.Why is { } why ? WhyReport.Lines(why) : []) output.WriteLine(sentence);
        output.WriteLine($"Comparison: {ComparisonDocument.File.In(place)}");
        foreach (var sentence in Next(result, place, policy)) output.WriteLine(sentence);
    }

    /// <summary>The commands that tell more than a verdict that is no pass, or that passes what it could not have shown.</summary>
    internal static IEnumerable<string> Next(ComparisonResult result, string place, PolicyChoice policy)
    {
        if (result.Verdict is not { } verdict) yield break;
        var blind = VerdictWords.Blind(verdict);
        if (blind.Count > 0 || verdict.Outcome != Outcome.Pass)
            yield return $"What these rounds could have shown, and how many would show more: {Invocation.Here} gate {place} --explain{policy.Size}";
        // What an unfit machine measured is incomplete, and more rounds may clear it.
        IEnumerable<CellVerdict> asked = verdict.Outcome switch
        {
            Outcome.Undecided => verdict.Cells,
            Outcome.Incomplete => verdict.Cells.Where(cell => cell.Kind == VerdictKind.NotMeasured),
            Outcome.Pass => blind,
            _ => [],
        };
        var quiet = verdict.Outcome == Outcome.Incomplete ? ", while nothing else runs here" : "";
        var driver = result.Comparison.Runs[^1].Driver is var name && name != DriverChoice.Local ? $" --driver {name} --profile PROFILE" : "";
        if (asked.Any(cell => result.Open.Any(open => open.Cell.Id == cell.Cell && open.Metrics.Contains(cell.Metric))))
            yield return $"To measure more rounds{quiet}: {Invocation.Here} compare --continue {place}{policy.Size}{driver}";
    }
}

/// <param name="Base">First argument: a document, a folder of one, or a git ref; null when there is none.</param>
/// <param name="Chosen">The other selection options, and how to measure. The axis of <see cref="Axis"/> is left out of its choice.</param>
/// <param name="Continues">The comparison that gets more rounds; null when one begins.</param>
/// <param name="Trace">Whether every cell is explained, and not only those that changed.</param>
/// <param name="KeepsTraces">Whether the traces of a round of each cell that is explained stay.</param>
/// <param name="Judged">Is told the verdict before its causes are looked for, which takes a while.</param>
/// <param name="Stage">Set when only one stage is measured, for a verdict that is computed elsewhere.</param>
/// <param name="Remote">Repository that agents fetch both sides from and build them; null builds them here.</param>
internal sealed record CompareRequest(
    string? Base, string? Head, AxisValuePair? Axis, MeasuringChoice Chosen, ContinuedComparison? Continues = null, bool Trace = false,
    bool KeepsTraces = false, Action<ComparisonResult>? Judged = null, StageRequest? Stage = null, RemoteRepository? Remote = null)
{
    /// <summary>What holds instead of the policy of the checkout.</summary>
    public PolicyChoice Policy { get; init; } = new();
}

/// <summary>One stage of a comparison, or a part of it, that this machine measures.</summary>
/// <param name="Cells">Ids of the suspects that this machine confirms; null for all.</param>
/// <param name="Seal">Seals the folder, which is uploaded.</param>
internal sealed record StageRequest(Stage Stage, JobPart Job, string? Suspects, IReadOnlyList<string>? Cells, Func<RunFolder, RunFolder> Seal);

/// <param name="Folder">Folder that receives <c>comparison.json</c>, unless there is no verdict and <c>--out</c> says otherwise; and
/// <c>verdict.json</c> when there is a verdict.</param>
/// <param name="Verdict">The verdict, where it was measured until the gate could decide; null when nothing is judged.</param>
/// <param name="IsIncomplete">Whether a cell is missing that was to be measured here and is judged elsewhere.</param>
/// <param name="Sealed">The folder of a stage, where each document was sealed when it was written; null for a whole comparison.</param>
internal sealed record ComparisonResult(
    ComparisonDocument Comparison, string Folder, VerdictDocument? Verdict = null, bool IsIncomplete = false, RunFolder? Sealed = null,
    WhyDocument? Why = null)
{
    /// <summary>What <c>compare --continue</c> would measure.</summary>
    public IReadOnlyList<WantedRounds> Open { get; init; } = [];

    public int ExitCode => Verdict?.ExitCode ?? (IsIncomplete ? CommandLine.Incomplete : CommandLine.Good);
}
