using PerfMatrix.Gate;

namespace PerfMatrix.GitHub;

/// <summary>The decision of the gate from the artifacts of all jobs, held against the plan: what was promised and is not there is missing, never passed over.</summary>
/// <param name="Decision">The decision.</param>
/// <param name="Problems">Jobs that did not report, each with the reason.</param>
public sealed record PullRequestDecision(GateDecision Decision, IReadOnlyList<string> Problems)
{
    /// <summary>Stage 1 alone: who is suspect.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="screen">Artifacts of the screening jobs.</param>
    /// <param name="reader">Reads them.</param>
    /// <param name="rules">Policy and acknowledgements.</param>
    public static PullRequestDecision OfScreen(JobPlan plan, ArtifactFolders screen, ArtifactReader reader, GateRules rules)
    {
        var reports = Screened(plan, screen, reader);
        return new(GateDecision.Of(Documents(plan, reports), rules), [.. NotReported(reports), .. Strays(screen, [.. plan.Groups.Select(group => group.Slug)])]);
    }

    /// <summary>Both stages. A verdict that waits for a confirming job which did not report makes the outcome incomplete.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="screen">Artifacts of the screening jobs.</param>
    /// <param name="confirm">Artifacts of the confirming jobs.</param>
    /// <param name="reader">Reads them.</param>
    /// <param name="rules">Policy and acknowledgements.</param>
    public static PullRequestDecision Of(JobPlan plan, ArtifactFolders screen, ArtifactFolders confirm, ArtifactReader reader, GateRules rules)
    {
        var screened = Screened(plan, screen, reader);
        var first = GateDecision.Of(Documents(plan, screened), rules);
        var confirmed = Confirmed(plan, first.Suspects, confirm, reader);
        var decision = confirmed.Count == 0 ? first : GateDecision.Of(Documents(plan, [.. screened, .. confirmed]), rules);
        var verdict = decision.Verdict;
        if (verdict.Outcome == Outcome.Pass && confirmed.Exists(report => report.Problem is not null && verdict.Cells.Any(cell => report.Cells.Contains(cell.Cell) && IsOpen(cell))))
            verdict = verdict with { Outcome = Outcome.Incomplete };
        var slugs = confirmed.ConvertAll(report => report.Slug);
        // When all jobs were repeated, what an earlier attempt confirmed are suspects of its own.
        return new(
            decision with { Verdict = verdict },
            [.. NotReported(screened), .. NotReported(confirmed), .. Strays(screen, [.. plan.Groups.Select(group => group.Slug)]), .. Strays(confirm, slugs, screen.NewestAttempt)]);
    }

    private static bool IsOpen(CellVerdict cell) => cell is { Gates: true, Verdict: Verdict.Unknown };

    private static List<JobReport> Screened(JobPlan plan, ArtifactFolders folders, ArtifactReader reader) =>
        [.. plan.Groups.AsParallel().AsOrdered().Select(group => JobReport.Read("screen", group.Slug, group.Cells().Select(cell => cell.Id).ToHashSet(), Stage.Screen, folders.Of(group.Slug, plan.Groups.Count == 1), reader))];

    private static List<JobReport> Confirmed(JobPlan plan, SuspectsDocument suspects, ArtifactFolders folders, ArtifactReader reader)
    {
        var jobs = ConfirmGroups.Pack(suspects, plan).SelectMany(part => Enumerable.Range(1, suspects.Machines).Select(machine => (Slug: part.SlugOf(machine), part.Cells))).ToList();
        return jobs.ConvertAll(job => JobReport.Read("confirm", job.Slug, [.. job.Cells], Stage.Confirm, folders.Of(job.Slug, jobs.Count == 1), reader));
    }

    // First the plan itself, so that every cell is in its order, with the reason why it is missing unless a document has it.
    private static IReadOnlyList<ComparisonDocument> Documents(JobPlan plan, IReadOnlyList<JobReport> reports)
    {
        var reasons = reports.Where(report => report.Stage == Stage.Screen).SelectMany(report => report.Cells.Select(cell => (cell, report))).ToDictionary(cell => cell.cell, cell => cell.report.Missing(cell.cell));
        var promised = new ComparisonDocument
        {
            Base = plan.Base ?? new("base"),
            Head = plan.Head ?? new("head"),
            Runs = [],
            Cells = [.. plan.Cells().Select(cell => new ComparedCell(cell) { Missing = reasons[cell.Id] })],
            Pairs = [],
            Canaries = [],
            Differences = [],
            Warnings = [],
        };
        // A cell that stage 1 could not measure is missing, whatever stage 2 says.
        return [promised, .. reports.Select(report => report.Comparison).OfType<ComparisonDocument>()];
    }

    private static IEnumerable<string> NotReported(IEnumerable<JobReport> reports) => reports.Select(report => report.Problem).OfType<string>();

    private static IEnumerable<string> Strays(ArtifactFolders folders, IReadOnlyCollection<string> slugs, int since = 1) =>
        folders.Others(slugs, since).Select(name => $"{name}: left out, because the plan has no such job.");
}

/// <summary>What a job reported.</summary>
/// <param name="Slug">Name of the job.</param>
/// <param name="Stage">Its stage.</param>
/// <param name="Cells">Ids of the cells that it was to measure.</param>
/// <param name="Comparison">What it measured; null when it did not report.</param>
/// <param name="Problem">Why it did not report; null when it did.</param>
internal sealed record JobReport(string Slug, Stage Stage, IReadOnlyCollection<string> Cells, ComparisonDocument? Comparison, string? Problem)
{
    public static JobReport Read(string name, string slug, IReadOnlyCollection<string> cells, Stage stage, string? folder, ArtifactReader reader)
    {
        try
        {
            return folder is not null
                ? new(slug, stage, cells, reader.Read(folder, stage, cells), null)
                : new(slug, stage, cells, null, $"Job {name} {slug} did not report: no artifact {name}-{slug}.");
        }
        catch (UnusableArtifactException problem)
        {
            return new(slug, stage, cells, null, $"Job {name} {slug} did not report: {problem.Message.TrimEnd('.')}.");
        }
    }

    /// <summary>Why a cell has no pairs, should it have none.</summary>
    public string Missing(string cell) => Problem ?? Comparison!.Cells.FirstOrDefault(own => own.Id == cell)?.Missing ?? $"job {Slug} reported without it";
}
