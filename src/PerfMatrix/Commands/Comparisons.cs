namespace PerfMatrix.Commands;

/// <summary>Compares run documents that are there: both sides, or two values of an axis, of one run.</summary>
internal static class DocumentComparison
{
    /// <summary>Whether it names documents. A folder counts only when it holds a run, so a branch may be called like a folder.</summary>
    public static bool IsAskedBy(CompareRequest request) =>
        request.Base is { } path && (RunFolder.HasDocument(path) || (request.Head is { } head && RunFolder.HasDocument(head)));

    public static ComparisonResult Of(CompareRequest request)
    {
        var old = RunFolder.FindDocument(request.Base!);
        var head = request.Head is { } path ? RunFolder.FindDocument(path) : null;
        var comparison = Narrowed(Compare(request, old, head), request.Chosen.Plan.Axes);
        return new ComparisonResult(comparison, Path.GetDirectoryName(Path.GetFullPath(old))!);
    }

    private static ComparisonDocument Compare(CompareRequest request, string old, string? head) => (request.Axis, head) switch
    {
        (null, null) => RunComparison.OfSides([StagedRun.Of(RunDocument.File.Read(old))]),
        (null, { } path) => throw RunComparison.Apart(RunDocument.File.Read(old), RunDocument.File.Read(path)),
        ({ } axis, null) => RunComparison.OfAxis(StagedRun.Of(RunDocument.File.Read(old)), axis),
        ({ } axis, _) => throw new UsageException(
            $"--{axis.Axis} {axis}: found two documents, one was expected: two values of an axis are compared inside one run"),
    };

    // To the cells that the selection options name.
    private static ComparisonDocument Narrowed(ComparisonDocument comparison, AxisChoice choice)
    {
        if (choice.IsEmpty) return comparison;
        var cells = comparison.Cells.Where(choice.Has).ToList();
        if (cells.Count == 0)
            throw new UsageException(
                $"no cell of the comparison has the chosen values; it has {string.Join(", ", comparison.Cells.Take(10).Select(cell => cell.Id))}");
        var kept = cells.Select(cell => cell.Id).ToHashSet();
        return comparison with
        {
            Cells = cells,
            Pairs = [.. comparison.Pairs.Where(series => kept.Contains(series.Cell))],
            Canaries = [.. comparison.Canaries.Where(series => kept.Contains(series.Cell))],
            Differences = [.. comparison.Differences.Where(difference => kept.Contains(difference.Cell))],
        };
    }
}

/// <summary>Compares commits, a commit and the working tree, or two values of an axis: builds both sides, measures them in the same blocks until the
/// gate can decide.</summary>
internal static class MeasuredComparison
{
    /// <exception cref="RunInterruptedException">Interrupted; what was measured is kept, and the worktrees are removed.</exception>
    public static Task<ComparisonResult> OfAsync(CompareRequest request, MeasuringFlow flow, DateOnly today, CancellationToken cancellation)
    {
        var began = flow.Clock.GetTimestamp();
        return flow.RunAsync<ComparisonResult>(RequestOf(request), measurement =>
        {
            var rules = request.Policy.Of(ComparisonRules.Load(flow.Root, today, measurement.Cells, request.Chosen.Plan.Measure.Rounds));
            rules = rules with { Bias = ComparisonRules.Bias(flow.Root, rules.Policy) };
            var before = request.Continues;
            if (before is not null) rules = before.Rules(rules);
            var open = before?.Open(rules);
            flow.View.Say($"{(before is null ? "Comparing" : $"Continuing {before.Run.Id},")} {measurement.Title}");
            return new(() => flow.NewFolder(request.Chosen.Out), async place =>
            {
                var starts = ContinuedComparison.StartsOf(
                    measurement.Cells.Pairs.Select(measurement.Beside), Secrets.Of(request.Chosen.Profile.Variables));
                place.Folder.Completed = run => run with { Starts = starts };
                before?.Require(place.Folder.Completed(measurement.Start(place, open).Document), open!, place.Folder);
                var (machine, id) = (place.Machine, place.Machine.Fingerprint);
                var bias = rules.Bias.On([new(place.Id, place.Stage, id, id, machine.CpuModel, machine.Driver)]);
                foreach (var hidden in PolicyExplanation.HiddenSizes(rules.Policy, bias, id)) flow.View.Say(CommandLine.Warning(hidden));
                var gate = GatedMeasurement.Of(measurement, place, rules, flow.View, open, before: before?.Comparison,
                    looked: sofar => before?.GoOnIn(place.Folder, sofar));
                var judged = await gate.MeasureAsync(cancellation);
                var result = new ComparisonResult(judged.Comparison, place.Folder.Root, judged.Decision.Verdict) { Open = judged.Decision.Open };
                // A comparison that cannot be explained is one all the same, and it is kept before anybody tries.
                judged.Write(place.Folder);
                var cells = request.Trace ? [.. measurement.Cells.Pairs.Select(pair => pair.Id)] : WhyCauses.Changed(judged.Decision.Verdict);
                if (cells.Count == 0) return result;
                request.Judged?.Invoke(result);
                flow.View.Say($"Judged after {Since()}; now looking for causes.");
                began = flow.Clock.GetTimestamp();
                var causes = new Explainer(measurement, place, flow.View, ExplainingTime.Here, request.KeepsTraces);
                var why = await causes.FindAsync(cells, judged.Comparison.Differences, cancellation);
                flow.View.Say($"Looked for causes for {Since()}.");
                return why is null ? result : result with { Why = why, Verdict = WhyCauses.Added(judged.Decision.Verdict, why) };
            });
        }, cancellation);

        string Since() => Durations.Text(flow.Clock.GetElapsedTime(began));
    }

    internal static MeasurementRequest RequestOf(CompareRequest request)
    {
        var (plan, old, head) = (request.Chosen.Plan, new SideSource(request.Base), new SideSource(request.Head));
        var job = (request.Stage?.Job ?? JobPart.All) with { Remote = request.Remote };
        if (request.Axis is not { } axis) return new MeasurementRequest(plan, head, old) { Job = job };
        if (request.Head is not null)
            throw new UsageException($"found two commits and {axis.Axis.Option} {axis}; two values are compared in one commit, so give one or none");
        return new MeasurementRequest(plan with { Axes = plan.Axes.With(axis.Axis, [axis.Base, axis.Head]) }, old, old) { Job = job, Range = axis };
    }
}

/// <summary>Measures one stage of a comparison, or a part of it, into a folder that becomes an artifact: <c>run.json</c>, <c>raw/</c> and
/// <c>comparison.json</c>. Nothing is judged: that is done from the artifacts of all machines.</summary>
internal static class StageComparison
{
    public static Task<ComparisonResult> OfAsync(
        CompareRequest request, StageRequest stage, MeasuringFlow flow, DateOnly today, CancellationToken cancellation)
    {
        var suspects = stage.Stage == Stage.Confirm ? Suspects(stage) : null;
        var asked = suspects?.Suspects.ToDictionary(
            suspect => suspect.Id, IReadOnlyCollection<string> (suspect) => [.. suspect.Metrics.Select(metric => metric.Metric)]);
        var rules = request.Policy.Of(ComparisonRules.OfStage(flow.Root, today, request.Chosen.Plan.Measure.Rounds, suspects));
        return flow.RunAsync<ComparisonResult>(MeasuredComparison.RequestOf(request), measurement =>
        {
            Require(asked, measurement.Cells);
            var folder = stage.Seal(Folder(request.Chosen.Out));
            flow.View.Say($"{(suspects is null ? "Screening" : "Confirming on another machine:")} {measurement.Title}");
            return new(() => folder, async place =>
            {
                var named = place with { Id = flow.NewId(), Stage = stage.Stage };
                var gate = GatedMeasurement.Of(measurement, named, rules, flow.View, asked?.Keys, cell => asked?.GetValueOrDefault(cell));
                var comparison = await gate.MeasurePartAsync(cancellation);
                // What was judged was kept after its last look.
                if (comparison.Policy is null) folder.Write(ComparisonDocument.File, comparison);
                var isIncomplete = comparison.Cells.Any(cell => cell.Missing is not null);
                var result = new ComparisonResult(comparison, folder.Root, IsIncomplete: isIncomplete, Sealed: folder);
                if (suspects is null || comparison.NotGating is not null) return result;
                // The verdict is computed elsewhere, and the programs are here.
                var causes = new Explainer(measurement, named, flow.View, ExplainingTime.Job, request.KeepsTraces);
                var changed = WhyCauses.Changed(GatedMeasurement.Confirmed(comparison, rules));
                return result with { Why = await causes.FindAsync(changed, comparison.Differences, cancellation) };
            });
        }, cancellation);
    }

    private static SuspectsDocument Suspects(StageRequest request)
    {
        var suspects = SuspectsDocument.File.Read(
            request.Suspects ?? throw new UsageException("--stage confirm: found no --suspects, expected the suspects.json of the screen"));
        if (request.Cells?.FirstOrDefault(cell => suspects.Suspects.All(suspect => suspect.Id != cell)) is { } other)
        {
            var some = string.Join(", ", suspects.Suspects.Take(20).Select(suspect => suspect.Id).DefaultIfEmpty("none"));
            throw new UsageException($"--cells: found '{other}', which is not a suspect; {request.Suspects} has {some}");
        }

        SuspectCell[] own = [.. suspects.Suspects.Where(suspect => request.Cells?.Contains(suspect.Id) != false)];
        return own.Length > 0 ? suspects with { Suspects = own }
            : throw new UsageException($"--suspects {request.Suspects}: nothing is suspect, so there is nothing to confirm");
    }

    private static void Require(Dictionary<string, IReadOnlyCollection<string>>? asked, PairedCells cells)
    {
        if (asked?.Keys.FirstOrDefault(cell => cells.Pairs.All(pair => pair.Id != cell)) is { } unknown)
            throw new UsageException(
                $"suspect {unknown} is not a cell of this selection on this machine; give the selection that was screened, on a machine with as "
                    + $"many cores");
    }

    private static RunFolder Folder(string? given)
    {
        var path = Path.GetFullPath(
            given ?? throw new UsageException("--stage: found no --out, expected the folder that receives run.json and comparison.json"));
        return File.Exists(RunDocument.File.In(path))
            ? throw new UsageException($"--out {given}: already holds a run; give a new folder, so that files of two runs are not mixed")
            : RunFolder.Create(Path.GetDirectoryName(path)!, Path.GetFileName(path));
    }
}

internal static class ComparisonRules
{
    /// <summary>Policy and acknowledgements of the checkout; <c>--rounds</c> is the most.</summary>
    public static GateRules Load(string root, DateOnly today, PairedCells cells, int? rounds)
    {
        var rules = GateRules.Load(root, today, cells.Pairs.Select(pair => pair.Cell));
        return rules with { Policy = WithRounds(rules.Policy, rounds) };
    }

    /// <summary>The same for a stage whose verdict is computed elsewhere, which refuses what is wrong with an acknowledgement; here one that has
    /// expired does not count. On GitHub the checkout is base's, so no pull request acknowledges anything for itself.</summary>
    /// <param name="rounds">Most rounds instead of those of the suspects, and those instead of the policy's.</param>
    public static GateRules OfStage(string root, DateOnly today, int? rounds, SuspectsDocument? suspects = null) => new(
        WithRounds(GatePolicyFile.Load(root), rounds ?? suspects?.MostRounds),
        [.. AcknowledgementFile.Load(root).Where(entry => entry.Expires >= today)], MachineBias.None);

    /// <summary>The A/A history of the checkout; none before its first <c>selftest</c>.</summary>
    public static MachineBias Bias(string root, GatePolicy policy) => MachineBias.Read(DataFolder.In(root, MachineBias.DefaultPath), policy);

    /// <param name="rounds">Most rounds instead of those of the policy.</param>
    public static GatePolicy WithRounds(GatePolicy policy, int? rounds)
    {
        if (rounds is not { } number) return policy;
        var changed = policy with { MostRounds = number };
        return PolicyCheck.Problems(changed).FirstOrDefault(problem => problem.Key == "mostRounds") is { } problem
            ? throw new UsageException($"--rounds: found {rounds}; as the most rounds of a comparison it {problem.Complaint}") : changed;
    }
}
