namespace PerfMatrix.Commands;

/// <summary><c>bisect</c>: finds the commit, or the runtime patch, that made a cell worse.</summary>
internal static class BisectCommand
{
    private static readonly Option<string> s_cell =
        new("--cell") { Description = "The cell that became worse, e.g. hello-minimal/net10.0/server/2c.", Required = true };
    private static readonly Option<string?> s_good = new("--good") { Description = "A commit that was still good." };
    private static readonly Option<string?> s_bad = new("--bad") { Description = "A commit that is bad.", DefaultValueFactory = _ => "HEAD" };
    private static readonly Option<string?> s_runtime =
        new("--runtime") { Description = "Search runtime patches instead of commits, 10.0.11..10.0.14, or daily builds." };
    private static readonly Option<string> s_metric =
        new("--metric") { Description = "The metric that became worse.", DefaultValueFactory = _ => Metric.Throughput.Name };
    private static readonly Option<int?> s_steps = new Option<int?>("--steps").Help(
        "Judge at most this many commits or patches now; the same command continues (default: as many as it takes).").Between(1);
    private static readonly Option<bool> s_json = new("--json") { Description = "Print the log as JSON; progress goes to standard error." };

    public static Command Create(CommandContext context)
    {
        var selection = new SelectionOptions(MatrixDefinition.ComparisonSubset);
        var command = new Command(
            "bisect", "Finds the commit or runtime patch that made a cell worse. Every step is confirmed as the gate confirms a regression.")
        {
            s_cell, s_good, s_bad, s_runtime, s_metric, s_steps, s_json,
        };
        selection.AddMeasuringTo(command);
        command.Exclude(s_runtime, s_good, "either patches or commits are searched, so give one of the two");
        command.Exclude(s_runtime, s_bad, "the last patch is the bad one, so leave --bad out");
        command.SetAction((line, cancellation) => RunAsync(context, selection, line, cancellation));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, SelectionOptions selection, ParseResult line, CancellationToken cancellation)
    {
        var (root, chosen) = (context.Root(), selection.Of(line));
        var policy = GatePolicyFile.Load(root);
        var metric = Metric.Named(line.GetValue(s_metric)!, problem => new UsageException($"--metric: {problem}")).Name;
        var flow = context.Flow(chosen, line);
        var machine = new MachineLimits((await flow.MachineAsync(cancellation)).Cores);
        var cell = CellId.Find(MatrixDefinition.Load(root), line.GetValue(s_cell)!, machine);
        var range = await RangeAsync(root, line, chosen.Plan with { Axes = cell }, cancellation);
        var question = new BisectDocument
        {
            Cell = line.GetValue(s_cell)!,
            Metric = metric,
            Good = range.Good,
            Candidates = range.Candidates,
            Steps = [],
        };
        var folder = Path.GetFullPath(chosen.Out ?? DataFolder.In(root, "bisect", BisectText.FolderName(question)));
        OutputFolder.Create(folder);

        var judge = new ConfirmingJudge(flow, new JudgedQuestion(folder, metric, range.Request), policy, ComparisonRules.Bias(root, policy));
        var log = await SearchAsync(judge, folder, question, line.GetValue(s_steps), flow.View, cancellation);
        var file = BisectDocument.File.In(folder);
        if (log.Next is FirstBad && line.GetValue(s_runtime) is not null)
        {
            log = log.WithCommits(RuntimePackages.Of(root));
            BisectDocument.File.Write(file, log);
        }

        var isJson = line.GetValue(s_json);
        var output = line.InvocationConfiguration.Output;
        output.Write(isJson ? BisectDocument.File.Format(log) : BisectText.Of(log, file));
        if (log.Next is not FirstBad found) return CommandLine.Incomplete;
        var why = await ExplainAsync(flow, range, (log.Before(found), log.Candidates[found.Candidate]), folder, cancellation);
        foreach (var sentence in why is null || isJson ? [] : WhyReport.Lines(why)) output.WriteLine(sentence);
        return CommandLine.Good;
    }

    private static Task<BisectDocument> SearchAsync(
        IBisectJudge judge, string folder, BisectDocument question, int? most, IMeasuringView view, CancellationToken cancellation)
    {
        view.Say($"{question.Candidates.Count} candidates after {question.Good.Title}");
        var search = new Bisection(judge, BisectDocument.File.In(folder), view.Say) { Most = most ?? int.MaxValue };
        return Errors.OrAsync(() => search.RunAsync(question, cancellation), (OperationCanceledException exception) =>
            throw new RunInterruptedException($"the steps so far are kept in {folder}; the same command continues from there", exception));
    }

    // Against the one before it, which only its own change is between. What was found stands without.
    private static async Task<WhyDocument?> ExplainAsync(
        MeasuringFlow flow, BisectRange range, (BisectCandidate Before, BisectCandidate Bad) step, string folder, CancellationToken cancellation)
    {
        if (WhyDocument.File.Beside(folder) is { } known && known.Cells.All(cell => cell.Problem is null)) return known;
        return await Errors.OrAsync<WhyDocument?>(async () =>
        {
            var request = range.Between(step.Before, step.Bad);
            var why = await flow.RunAsync<WhyDocument?>(request, measurement => new(() => RunFolder.Again(folder), async place =>
            {
                await measurement.StartServicesAsync(cancellation);
                return await new Explainer(measurement, place, flow.View, ExplainingTime.Here)
                    .FindAsync([.. measurement.Cells.Pairs.Select(pair => pair.Id)], [], cancellation);
            }), cancellation);
            if (why?.Leave(folder) is { } problem) flow.View.Say(CommandLine.Warning(problem));
            return why;
        }, MayFail, problem =>
        {
            flow.View.Say(CommandLine.Warning($"Not explained: {problem.Message.TrimEnd('.')}. What was found stands."));
            return null;
        });
    }

    // A build, a service or a folder, when the search has its answer.
    internal static bool MayFail(Exception problem) => FileErrors.Is(problem)
        || problem is UsageException or IncompleteException or SideBuildException or DriverException or ProcessStartException;

    private static async Task<BisectRange> RangeAsync(string root, ParseResult line, PlanRequest plan, CancellationToken cancellation)
    {
        if (line.GetValue(s_runtime) is { } ends)
        {
            var framework = plan.Axes[Axis.Runtime]![0].Split('@')[0];
            return await BisectRange.OfPatchesAsync(await new Sdk(root).RuntimesAsync(cancellation), framework, ends, plan, cancellation);
        }

        var good = line.GetValue(s_good) ?? throw new UsageException(
            "found neither --good nor --runtime; give a commit that was still good, or two patches such as --runtime 10.0.11..10.0.14");
        return await BisectRange.OfCommitsAsync(new Revisions(new Git(root)), good, line.GetValue(s_bad)!, plan, cancellation);
    }
}

internal static class BisectText
{
    public static string Of(BisectDocument log, string file)
    {
        var evidence = log.Next switch
        {
            FirstBad first => Evidence(log, first.Candidate) + Before(log, first.Candidate),
            AmongThese among => Titles(log, among) + Evidence(log, among.Last),
            TestNext => "",
            _ => Evidence(log, log.Candidates.Count - 1),
        };
        return $"{log.Metric} of {log.Cell}\n{log.Found(one => one.Title)}\n{evidence}"
            + $"{log.Steps.Count} of {log.Candidates.Count} candidates judged: {file}\n"
            + (log.RuntimeCommits is { } between ? $"Commits between the two (in dotnet/dotnet the runtime is src/runtime): {between}\n" : "");
    }

    /// <summary>A name for the folder of a bisection that the same question has again.</summary>
    public static string FolderName(BisectDocument question)
    {
        var name = $"{question.Cell}--{question.Metric}--{Wording.ShortId(question.Good.Id)}--{Wording.ShortId(question.Candidates[^1].Id)}";
        return string.Concat(name.Select(character => char.IsAsciiLetterOrDigit(character) || character is '-' or '.' ? character : '-'));
    }

    private static string Before(BisectDocument log, int candidate) =>
        candidate == 0 ? $"  the one before is the good one, {log.Good.Title}\n"
        : $"  the one before, {log.Candidates[candidate - 1].Title}: {log.EvidenceOf(candidate - 1)!.Reason}\n";

    private static string Titles(BisectDocument log, AmongThese among) => string.Concat(
        Enumerable.Range(among.First, among.Last - among.First + 1).Select(index => $"  {log.Candidates[index].Title}{Silence(log, index)}\n"));

    private static string Silence(BisectDocument log, int candidate) =>
        log.EvidenceOf(candidate) is { Answer: BisectAnswer.Skipped or BisectAnswer.Unclear } evidence
        ? $" ({evidence.Answer.Word()}: {FirstLine(evidence.Reason)})" : "";

    private static string Evidence(BisectDocument log, int candidate)
    {
        if (log.EvidenceOf(candidate) is not { } evidence) return "";
        var effect = evidence is { EffectPercent: { } percent, LowPercent: { } low, HighPercent: { } high }
            ? $"{Text.Percent(percent)} {Text.Interval(low, high)} against the good one, above 0 is worse, "
                + $"{evidence.Rounds} rounds; " : "";
        return $"  {effect}{FirstLine(evidence.Reason)}\n";
    }

    private static string FirstLine(string text) => text.Split('\n')[0].TrimEnd('\r');
}
