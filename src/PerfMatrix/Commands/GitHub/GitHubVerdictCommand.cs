namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github verdict</c>: judges a pull request from artifacts. The exit code is the outcome: 0 pass, 1 regressed, 3 incomplete.</summary>
internal static class GitHubVerdictCommand
{
    private static readonly Option<string> s_plan = new("--plan") { Description = "The plan.json of `github plan --out`.", Required = true };
    private static readonly Option<string> s_screen = new Option<string>("--screen") { Required = true }.Help(
        "Folder of the screening jobs' artifacts, with one folder for each job: screen-g01, screen-g01-attempt2.");
    private static readonly Option<string?> s_confirm = new Option<string?>("--confirm").Help(
        "Folder of the confirming jobs' artifacts: confirm-c01. May be missing when nothing was suspect.");
    private static readonly Option<string?> s_screenSeals = Seals("--screen-seals", "screening");
    private static readonly Option<string?> s_confirmSeals = Seals("--confirm-seals", "confirming");
    private static readonly Option<string> s_out = new("--out") { Description = "Folder for verdict.json and summary.md.", Required = true };
    private static readonly Option<int?> s_pullRequest = new Option<int?>("--pull-request").Help(
        "Number of the pull request, for verdict.json.").Between(1);
    private static readonly Option<string?> s_headSha = new("--head-sha") { Description = "Newest commit of its branch, for verdict.json." };
    private static readonly Option<string?> s_baseSha = new("--base-sha") { Description = "Commit of its target branch, for verdict.json." };
    private static readonly Option<string?> s_unbuilt = new Option<string?>("--unbuilt").Help(
        "Side that did not build, as `github build` said: base or head.");
    private static readonly PolicyOptions s_choice = new();
    private static readonly Option<bool> s_json = new("--json") { Description = "Print verdict.json." };

    static GitHubVerdictCommand() => s_unbuilt.AcceptOnlyFromAmong(Side.Base.Name(), Side.Head.Name());

    public static Command Create(CommandContext context)
    {
        var command = new Command(
            "verdict", "Judges a pull request from its artifacts; writes verdict.json, the job summary and annotations. Outputs verdict, worse, "
                + "undecided and report. Exit code 1: something is worse; 3: too little is known, or a planned job did not report; always 0 "
                + "where the gate only advises.")
        {
            s_plan, s_screen, s_screenSeals, s_confirm, s_confirmSeals, s_out, s_pullRequest, s_headSha, s_baseSha, s_unbuilt, s_json, s_choice.All,
        };
        command.SetAction(line =>
        {
            var plan = JobPlan.File.Read(line.GetValue(s_plan)!);
            var reader = new ArtifactReader(plan);
            var screen = new ArtifactFolders(line.GetValue(s_screen)!, "screen") { Seals = Sealed(line, s_screenSeals) };
            var confirm = new ArtifactFolders(line.GetValue(s_confirm) ?? "", "confirm") { Seals = Sealed(line, s_confirmSeals) };
            var rules = s_choice.Of(line).Of(new PullRequestPolicy(context.Root(), plan).Load(context.Today));
            var decision = PullRequestDecision.Of(plan, screen, confirm, reader, rules);
            var verdict = Told(decision, plan, PullRequest(line), s_choice.Of(line)) with { Unbuilt = line.GetValue(s_unbuilt) };
            Write(context.Files(line.InvocationConfiguration.Output), line, verdict, decision.Problems);
            if (decision.Why?.Leave(line.GetValue(s_out)!) is { } problem)
                line.InvocationConfiguration.Error.WriteLine(WorkflowCommand.Warning("Cause", problem));
            line.InvocationConfiguration.Error.Write(VerdictAnnotations.ByScenario(verdict, plan, decision.Problems, decision.Unexplained));
            return verdict.ExitCode;
        });
        return command;
    }

    private static VerdictDocument Told(PullRequestDecision decision, JobPlan plan, PullRequestRecord pullRequest, PolicyChoice policy) =>
        decision.Decision.Verdict with
        {
            PullRequest = pullRequest,
            PolicyChanges = plan.PolicyChanges,
            Reproduce = plan is { Base.Sha: { } old, Head.Sha: { } head }
                ? ForeignText.Clean($"{Invocation.Here} compare {old} {head} {plan.Selection}{policy.Size}").Replace('`', ' ') : null,
            Warnings =
            [
                .. decision.Problems,
                .. plan.PolicyChanges.Select(file =>
                    $"The pull request changes {file}. It was judged by the rules of the base branch; the change takes effect once it is merged."),
                .. decision.Decision.Verdict.Warnings,
            ],
        };

    private static void Write(StepFiles files, ParseResult line, VerdictDocument verdict, IReadOnlyList<string> problems)
    {
        var folder = line.GetValue(s_out)!;
        OutputFolder.Create(folder);
        VerdictDocument.File.Write(VerdictDocument.File.In(folder), verdict);
        var summary = VerdictSummary.Of(verdict with { Warnings = [.. verdict.Warnings.Except(problems)] }, problems);
        AtomicFile.Write(Path.Combine(folder, "summary.md"), Encoding.UTF8.GetBytes(summary));
        files.Summary(summary);
        line.InvocationConfiguration.Output.Write(line.GetValue(s_json) ? VerdictDocument.File.Format(verdict) : summary);
        if (!line.GetValue(s_json)) Tell(files, verdict);
    }

    internal static void Tell(StepFiles files, VerdictDocument verdict)
    {
        var kinds = verdict.Cells.Where(cell => cell.Gates).Select(cell => cell.Kind).ToList();
        files.Output("verdict", verdict.Outcome.Word());
        files.Output("worse", $"{kinds.Count(kind => kind == VerdictKind.Worse)}");
        files.Output("undecided", $"{kinds.Count(kind => kind.IsOpen() && kind != VerdictKind.Unknown)}");
        files.Output("report", "verdict/summary.md");
    }

    private static Option<string?> Seals(string name, string jobs) => new Option<string?>(name).Help(
        $"Outputs of the {jobs} jobs as JSON, seal-1 and so on: an artifact whose SHA256SUMS is another one is refused.");

    private static ArtifactSeals Sealed(ParseResult line, Option<string?> option) => ArtifactSeals.Parse(option.Name, line.GetValue(option));

    private static PullRequestRecord PullRequest(ParseResult line) => new(line.GetValue(s_pullRequest), Sha(line, s_headSha), Sha(line, s_baseSha));

    private static string? Sha(ParseResult line, Option<string?> option) =>
        line.GetValue(option) is not { Length: > 0 } sha ? null : CommitId.IsWhole(sha) ? sha
        : throw new UsageException($"{option.Name}: found '{ForeignText.Clean(sha)}', expected a commit of 40 hexadecimal digits");
}
