namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github plan</c>: spreads a selection over the jobs of a workflow.</summary>
internal static class GitHubPlanCommand
{
    public static Command Create(CommandContext context)
    {
        var selection = new SelectionOptions("pr", "File to write the plan to.");
        var reference = new ReferenceOption();
        var old = new Option<string?>("--base") { Description = "Commit to compare with. Without it only the head is measured, as by `run`." };
        var head = new Option<string?>("--head") { Description = "Commit to compare (default: the working tree)." };
        var parallel = new Option<int>("--parallel") { DefaultValueFactory = _ => 4 }.Help(
            "Number of runners. There are more jobs, at most 256, if one could take longer than 90 minutes.").Between(1);
        var cores = new Option<int?>("--machine-cores") { Description = "CPUs of the measuring runners (default: as many as here)." }.Between(1);
        var history = new Option<string?>("--history").Help(
            "Checkout of the history branch, whose run times correct the estimate (default: origin/gh-pages of this checkout).");
        var json = new Option<bool>("--json") { Description = "Print the plan as JSON." };
        var choice = new PolicyOptions();
        var command = new Command(
            "plan", "Spreads a selection over jobs. Outputs matrix, any, groups, mode, reference and older-reference; with --out, writes the plan "
                + "there and a table to the job summary.")
        {
            old, head, parallel, cores, history, json, choice.All,
        };
        selection.AddTo(command);
        reference.AddTo(command, old);
        command.SetAction(async (line, cancellation) =>
        {
            var root = context.Root();
            var chosen = selection.Of(line);
            if (line.GetValue(cores) is { } count) chosen = chosen with { Plan = chosen.Plan with { Machine = new MachineLimits(count) } };
            var request = reference.Request(line, root, chosen, line.GetValue(old), line.GetValue(head));
            if (!request.IsComparison && line.IsGiven(choice.Detect))
                throw new UsageException("--detect: found no --base, so nothing is judged; give --base, or leave --detect out");
            // Where nothing is judged, any number of rounds will do.
            var rounds = request.IsComparison ? chosen.Plan.Measure.Rounds : null;
            var rules = choice.Of(line).Of(ComparisonRules.WithRounds(GatePolicyFile.Load(root), rounds));
            var times = line.GetValue(history) is { } folder ? MeasuredTimes.Read(folder) : await MeasuredTimes.OfCheckoutAsync(root, cancellation);
            var plan = await JobPlanning.PlanAsync(root, request, rules, times, line.GetValue(parallel), cancellation);
            // The machines of the jobs are fresh, so nobody has measured them.
            foreach (var hidden in request.IsComparison ? PolicyExplanation.HiddenSizes(rules, MachineBias.None, "") : [])
                line.InvocationConfiguration.Error.WriteLine(WorkflowCommand.Warning("Size below the bias", hidden));
            foreach (var problem in JobTimes.Problems(plan))
                line.InvocationConfiguration.Error.WriteLine(WorkflowCommand.Warning("Long job", problem));
            if (plan.Groups.Count == 0 && plan.Identical.Count == 0 && plan.Dropped.Count == 0)
                line.InvocationConfiguration.Error.WriteLine(WorkflowCommand.Warning("Nothing is measured", WhyNothing(plan)));
            var files = context.Files(line.InvocationConfiguration.Output);
            var table = JobPlanText.Markdown(plan, WallTime.Of(plan, rules));
            Tell(files, line.InvocationConfiguration.Output, plan, table, line.GetValue(json));
            if (!line.GetValue(json)) files.Output("mode", rules.Mode.Word());
            // Both sides of a pull request plan, and the page of the run shows the plan that is kept.
            if (chosen.Out is not { } path) return;
            files.Summary(table);
            OutputFolder.Create(Path.GetDirectoryName(Path.GetFullPath(path))!);
            files.Output("sha256", JobPlan.File.Write(path, plan));
        });
        return command;
    }

    private static string WhyNothing(JobPlan plan) =>
        plan.LeftOut is [var first, ..]
        ? $"{first.Cell}: {first.Reason}{(plan.LeftOut.Count > 1 ? $". And {plan.LeftOut.Count - 1} more cells; see the summary of the job." : "")}"
        : "The selection has no cells.";

    private static void Tell(StepFiles files, TextWriter output, JobPlan plan, string table, bool json)
    {
        output.Write(json ? JobPlan.File.Format(plan) : table);
        if (json) return;
        files.Output("matrix", JobMatrix.OfGroups(plan.Groups));
        files.Output("any", plan.Groups.Count > 0 ? "true" : "false");
        files.Output("groups", $"{plan.Groups.Count}");
        files.Output("reference", plan.References is [.., var newest] ? newest.Sha ?? "" : "");
        files.Output("older-reference", plan.References is [var older, _] ? older.Sha ?? "" : "");
    }
}

/// <summary>The plan of jobs as Markdown, for the summary of a step.</summary>
internal static class JobPlanText
{
    private const int MostLeftOut = 50;

    public static string Markdown(JobPlan plan, WallTime time) => MarkdownText.Lines(
    [
        $"## Plan: {MarkdownText.Escape(plan.Selection)} on {plan.Cores} cores", "",
        .. plan is { Base: { } old, Head: { } head }
            ? [$"{MarkdownText.Escape(head.Label)} against {MarkdownText.Escape(old.Label)}", ""] : Array.Empty<string>(),
        .. plan.References is { } references ? [MarkdownText.Escape(Reference(references)), ""] : Array.Empty<string>(),
        .. plan.Groups.Count > 0 ? Groups(plan) : [],
        .. plan is { Groups: [], Identical: [], Dropped: [] }
            ? ["**Nothing can be measured**, for the reasons below.", ""] : Array.Empty<string>(),
        Time(plan, time), "",
        .. plan.Identical.Count == 0 ? [] : new[]
        {
            $"- the same: base and head have the same sources in {plan.Identical.Count} of "
                + $"{plan.Identical.Count + plan.Cells().Count()} cells, so they are not measured.",
        },
        .. plan.Dropped.GroupBy(cell => cell.Missing).Take(MostLeftOut).Select(reason =>
            $"- **missing**: {Counted([.. reason.Select(cell => cell.Id)])}: {MarkdownText.Escape(reason.Key ?? "")}. "
                + $"The verdict will be incomplete unless {AcknowledgementFile.Name} of the base branch acknowledges it "
                + $"(metric: {Acknowledgement.Dropped})."),
        .. plan.PolicyChanges.Select(file =>
            $"- {MarkdownText.Escape(file)} is changed; the rules of the base branch apply, and the change takes effect once it is merged."),
        .. plan.LeftOut.GroupBy(cell => (cell.Status, cell.Reason)).Take(MostLeftOut).Select(reason =>
            $"- {reason.Key.Status}: {Counted([.. reason.Select(cell => cell.Cell)])}: {MarkdownText.Escape(reason.Key.Reason)}"),
    ]);

    private static string Counted(IReadOnlyList<string> cells) =>
        $"{MarkdownText.Escape(cells[0])}{(cells.Count > 1 ? $" and {cells.Count - 1} more" : "")}";

    private static IEnumerable<string> Groups(JobPlan plan) =>
    [
        MarkdownText.Row(["Job", "Blocks", "Cells", "Minutes", "At most"]), MarkdownText.Row(["---", "---", "---:", "---:", "---:"]),
        .. plan.Groups.Select(group => MarkdownText.Row([group.Slug, MarkdownText.Escape(string.Join(", ", group.Blocks.Select(block => block.Id))),
            $"{group.Cells().Count()}", $"{group.Minutes:0.0}", $"{group.MostMinutes:0.0}"])),
        "",
    ];

    private static string Time(JobPlan plan, WallTime time)
    {
        var parts = plan.Groups.Count == 0 ? ""
            : $" with a runner for each job: {Durations.Text(time.Preparing)} around measuring, {Durations.Text(time.Screening)} measuring";
        var suspect = time.Confirming > TimeSpan.Zero ? $"; {Durations.Text(time.Confirming)} more where something is suspect" : "";
        return $"About {Durations.Text(time.Usual)} until the {(plan.Base is null ? "end" : "verdict")}{parts}{suspect}. "
            + $"All jobs together take about {time.RunnerMinutes} runner-minutes{(suspect.Length > 0 ? ", without a suspect" : "")}."
            + (plan.Groups.Count > 0 ? $" {WallTime.SetUpText}" : "");
    }

    private static string Reference(IReadOnlyList<ComparedSide> references) => references.Count == 0
        ? $"No reference is pinned, so these runs have no ratios and the trend finds no change: write a commit into {ReferenceFile.Name}."
        : $"Reference in every block: {string.Join(" and ", references.Select(Name))}.";

    private static string Name(ComparedSide reference) => reference.Sha == reference.Label ? Wording.ShortId(reference.Label)
        : $"{reference.Label} ({Wording.ShortCommit(reference.Sha)})";
}
