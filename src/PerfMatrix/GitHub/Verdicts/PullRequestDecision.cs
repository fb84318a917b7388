namespace PerfMatrix.GitHub.Verdicts;

/// <summary>The decision of the gate from the artifacts of all jobs, held against the plan: what is not there is missing, not passed over.</summary>
/// <param name="Problems">Jobs that did not report, each with the reason.</param>
/// <param name="Why">What the confirming jobs found out of the causes; null when none did.</param>
internal sealed record PullRequestDecision(GateDecision Decision, IReadOnlyList<string> Problems, WhyDocument? Why = null)
{
    /// <summary>Changes that were to be explained and are not, each with the reason.</summary>
    public IReadOnlyList<string> Unexplained { get; init; } = [];

    /// <summary>Stage 1 alone: who is suspect.</summary>
    public static PullRequestDecision OfScreen(JobPlan plan, ArtifactFolders screen, ArtifactReader reader, GateRules rules)
    {
        var reports = Screened(plan, screen, reader);
        return new(GateDecision.Of(Documents(plan, reports), rules), [.. ProblemsOf(screen, reports)]);
    }

    /// <summary>Both stages.</summary>
    public static PullRequestDecision Of(JobPlan plan, ArtifactFolders screen, ArtifactFolders confirm, ArtifactReader reader, GateRules rules)
    {
        var screened = Screened(plan, screen, reader);
        var first = GateDecision.Of(Documents(plan, screened), rules);
        var confirmed = Confirmed(plan, first.Suspects, confirm, reader);
        var decision = confirmed.Count == 0 ? first : GateDecision.Of(Documents(plan, [.. screened, .. confirmed]), rules);
        var verdict = decision.Verdict;
        var causes = ExplainedJobs.Read((plan.Base, plan.Head), confirmed.Where(report => report.Comparison is not null)
            .Select(report => (confirm.Of(report.Slug, confirmed.Count == 1)!, report.Cells)), verdict);
        if (causes.Why is { } why) verdict = WhyCauses.Added(verdict, why);
        var unexplained = WhyCauses.Unexplained(verdict, causes.Why, [.. confirmed.SelectMany(report => report.Cells)]);
        verdict = verdict with
        {
            Warnings =
            [
                .. verdict.Warnings, .. causes.Problems, .. unexplained, .. Unsealed(screen, screened), .. Unsealed(confirm, confirmed),
                .. AssumedBias(verdict),
            ],
        };
        // When all jobs were repeated, what an earlier attempt confirmed are suspects of its own.
        return new(
            decision with { Verdict = verdict },
            [.. ProblemsOf(screen, screened), .. ProblemsOf(confirm, confirmed, screen.NewestAttempt)])
        { Why = causes.Why, Unexplained = unexplained };
    }

    private static List<JobReport> Screened(JobPlan plan, ArtifactFolders folders, ArtifactReader reader) =>
        [.. plan.Groups.AsParallel().AsOrdered()
            .Select(group => JobReport.Read(
                folders, group.Slug, plan.Groups.Count == 1, [.. group.Cells().Select(cell => cell.Id)], Stage.Screen, reader))];

    private static List<JobReport> Confirmed(JobPlan plan, SuspectsDocument suspects, ArtifactFolders folders, ArtifactReader reader)
    {
        var jobs = ConfirmGroups.Pack(suspects, plan);
        return [.. jobs.Select(job => JobReport.Read(folders, job.Slug, jobs.Count == 1, [.. job.Cells], Stage.Confirm, reader))];
    }

    // First the plan itself, so that every cell is in its order, with the reason why it is missing unless a document has it.
    private static IReadOnlyList<ComparisonDocument> Documents(JobPlan plan, IReadOnlyList<JobReport> reports)
    {
        var reasons = reports.Where(report => report.Stage == Stage.Screen).SelectMany(report => report.Cells.Select(cell => (cell, report)))
            .ToDictionary(cell => cell.cell, cell => cell.report.Missing(cell.cell));
        var promised = new ComparisonDocument
        {
            Base = plan.Base ?? new("base"),
            Head = plan.Head ?? new("head"),
            Runs = [],
            Cells =
            [
                .. plan.Cells().Select(cell => new ComparedCell(cell) { Missing = reasons[cell.Id] }),
                .. plan.Identical.Select(cell => new ComparedCell(cell) { Identical = true }),
                .. plan.Dropped.Select(cell => cell with { Dropped = true, Missing = cell.Missing ?? "head does not have it" }),
            ],
            Pairs = [],
            Canaries = [],
            Differences = [],
            Warnings = [.. Obstacle.OnlyAtHead(plan.LeftOut.Select(cell => (cell.Cell, (string?)cell.Reason)))],
        };
        // A cell that stage 1 could not measure is missing, whatever stage 2 says.
        return [promised, .. reports.Select(report => report.Comparison).OfType<ComparisonDocument>()];
    }

    // A second machine that agrees has another bias, and sees only what the first one suspects; the only runner has the same bias again.
    private static IEnumerable<string> AssumedBias(VerdictDocument verdict)
    {
        var isSet = verdict.Policy.MachineBiasPercent is not null;
        var judged = verdict.Cells.Where(cell => cell.Rounds > 0 && verdict.Policy.Of(cell.Metric).IsPaired).ToList();
        var isAlone = judged.Exists(cell => cell is { Stage: Stage.Confirm, Machines: 1 } && !(isSet && LimitTable.MaySetBias(cell.Metric)));
        return !isAlone && (isSet || judged.Count == 0) ? []
            : [(isAlone ? "A machine measured again what it had suspected itself. " : "") + "What a machine does to one side in all rounds is "
                + "assumed (`gate --explain` says how much); `machineBiasPercent` of the policy sets it for throughput, CPU time and mean time."];
    }

    // Where GitHub hands on nothing of a stage; and groups beyond those that _measure.yml lists have no output.
    private static IEnumerable<string> Unsealed(ArtifactFolders folders, List<JobReport> reports)
    {
        var jobs = reports.Where(report => report.Comparison is not null && folders.Seals.Lack(report.Slug)).Select(report => report.Slug).ToList();
        return jobs.Count == 0 ? []
            : [$"No hash of what {folders.Stage} {string.Join(", ", jobs)} measured was handed on, so nobody would see whether it was replaced."];
    }

    private static IEnumerable<string> ProblemsOf(ArtifactFolders folders, List<JobReport> reports, int since = 1) =>
        reports.Select(report => report.Problem).OfType<string>().Concat(folders.Others(reports.ConvertAll(report => report.Slug), since)
            .Select(name => $"{name}: left out, because the plan has no such job."));
}

/// <param name="Comparison">What it measured; null when it did not report.</param>
/// <param name="Problem">Why it did not report; null when it did.</param>
internal sealed record JobReport(string Slug, Stage Stage, IReadOnlyCollection<string> Cells, ComparisonDocument? Comparison, string? Problem)
{
    public static JobReport Read(ArtifactFolders folders, string slug, bool isOnly, HashSet<string> cells, Stage stage, ArtifactReader reader) =>
        Errors.Or<JobReport, ArtifactException>(() =>
        {
            if (folders.Of(slug, isOnly) is not { } folder) throw new ArtifactException($"no artifact {folders.Stage}-{slug}");
            folders.Seals.Check(folder, slug, ComparisonDocument.File.Name, WhyDocument.File.Name);
            return new(slug, stage, cells, reader.Read(folder, stage, cells), null);
        }, problem => new(slug, stage, cells, null, $"Job {folders.Stage} {slug} did not report: {problem.Message.TrimEnd('.')}."));

    /// <summary>Why a cell has no pairs, should it have none.</summary>
    public string Missing(string cell) =>
        Problem ?? Comparison!.Cells.FirstOrDefault(own => own.Id == cell)?.Missing ?? $"job {Slug} reported without it";
}

/// <summary>The rules of a pull request: those of the branch it goes into, so that it cannot loosen its own gate. Rounds are the plan's.</summary>
/// <param name="root">Root of the checkout, which is one of base.</param>
internal sealed class PullRequestPolicy(string root, JobPlan plan)
{
    /// <remarks>An expired acknowledgement of base that head removes or renews is no error: the pull request mends it. It excuses nothing.</remarks>
    public GateRules Load(DateOnly today)
    {
        var kept = OfHead()?.Select(entry => (entry.Cell, entry.Metric, entry.Expires)).ToHashSet();
        var rules = GateRules.Load(
            root, today, plan.Cells(), entry => entry.Expires >= today || kept?.Contains((entry.Cell, entry.Metric, entry.Expires)) != false);
        return rules with { Policy = rules.Policy with { MostRounds = plan.MostRounds ?? rules.Policy.MostRounds } };
    }

    // What head acknowledges counts for nothing here, so a mistake in it is left to its own checks. Null when it cannot be found.
    private IReadOnlyList<Acknowledgement>? OfHead() => Errors.Or<IReadOnlyList<Acknowledgement>?, UsageException>(
        () => plan.Head?.Sha is var head && CommitId.IsWhole(head)
            ? AcknowledgementFile.Read(new ConfigurationFiles(name => new Git(root).Ask("cat-file", "blob", $"{head}:./{name}")))
            : null, _ => []);
}

/// <summary>The pull request that brings perfmatrix: its base has neither tool nor policy, so nothing is measured or judged; no failure.</summary>
internal static class Introduction
{
    public const string Title = "Nothing to compare with";

    /// <summary>What it means, without Markdown.</summary>
    public static string Sentence(string commit) =>
        $"This pull request adds perfmatrix: its base, {Wording.ShortCommit(commit)}, has none yet, so nothing was measured and "
        + "nothing judged. Pull requests are judged once it is merged.";

    public static string Summary(string commit) => $"## {Title}: this pull request adds perfmatrix\n\n{Sentence(commit)}\n";
}
