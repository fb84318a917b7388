namespace PerfMatrix.GitHub.Alerts;

/// <summary>What an issue is made of besides its change points.</summary>
/// <param name="RepositoryPage">Address of the repository's page, without a slash at its end.</param>
/// <param name="Site">Address of the trend site, ending in a slash; null where there is none.</param>
/// <param name="HasBisect">Whether the repository has the workflow that searches for the commit.</param>
internal sealed record AlertContext(
    IndexDocument Index, CatalogueDocument Catalogue, IReadOnlyList<HistoryEvent> Events, string RepositoryPage, string DefaultBranch,
    string? Site = null, bool HasBisect = false);

/// <summary>What was looked up for one issue.</summary>
/// <param name="Commits">The commits between; null when the service does not know them.</param>
/// <param name="Owners">Owners of the changed files, each with how many are theirs.</param>
/// <param name="IsSearched">Whether a search for the commit was started.</param>
internal sealed record AlertEvidence(
    StepChart? Chart, CommitComparison? Commits, IReadOnlyList<(string Owner, int Files)> Owners, bool IsSearched = false);

/// <summary>The issue about one group of commits. Pure: the same change points and context give the same text.</summary>
internal static class AlertBody
{
    /// <summary>The workflow that searches for the commit; it limits what a search costs.</summary>
    public const string Workflow = "perf-bisect.yml";

    private const int MostCommits = 10;
    private const int MostOwners = 5;
    private const int DaysAcknowledged = 180;

    public static IssueText Open(Alert alert, int? issue, AlertEvidence evidence, AlertContext context)
    {
        var step = new StepWords(alert, context.Catalogue);
        return new(step.Sentence, Join(
            AlertIssue.Marker(alert.First.Id, isClosed: false, evidence.IsSearched) + "\n",
            (context.Index.Generated ? "**Generated data: none of this was measured.** " : "") + $"**{step.InMarkdown}.** {step.HowSure}\n",
            evidence.Chart?.ToMarkdown() ?? "",
            Links(alert, step, context),
            step.Table(),
            Suspects(step.Change, evidence, context),
            Bisect(Asked(alert, evidence, context), issue, evidence, context),
            Owners(evidence),
            Answers(alert, issue, context)), IssueText.Open);
    }

    /// <summary>The text that closes an issue: what it was, and why it is over.</summary>
    /// <param name="alert">Null where the trend no longer has the change.</param>
    public static IssueText Closed(Alert? alert, AlertIssue issue) => issue.Text with
    {
        Body = Join($"{AlertIssue.Marker(issue.Change, isClosed: true, issue.IsSearched)}\n", $"**Closed: {WhyClosed(alert)}.**\n", issue.Rest),
        State = IssueText.Closed,
        StateReason = alert is { Settled: null, IsUnmeasured: false } ? "completed" : "not_planned",
    };

    public static string WhyClosed(Alert? alert) => alert is null ? "the trend no longer has this change, e.g. because its history was rebuilt"
        : alert.Settled ?? (!alert.IsUnmeasured ? "the trend has recovered: later changes took this one back in every series"
        : $"no longer measured: none of the newest {GoneCells.Runs} runs, nor of the last {GoneCells.Days} days, planned a cell in which it stands");

    /// <summary>What a search for the commit is asked, by the names that form and command have in common; empty where none is needed.</summary>
    public static IReadOnlyList<(string Name, string Value)> Asked(Alert alert, AlertEvidence evidence, AlertContext context)
    {
        var step = new StepWords(alert, context.Catalogue);
        // One commit needs no search; and commits that were looked up have the form of one.
        return evidence.Commits is { TotalCommits: > 1 } && AlertText.IsId(step.Cell.Id)
            ? [("cell", step.Cell.Id), ("metric", step.Metric.Name), ("good", step.Change.ShaBefore!), ("bad", step.Change.ShaAfter!)] : [];
    }

    private static string Join(params IEnumerable<string> sections) => string.Join('\n', sections.Where(section => section.Length > 0));

    private static string Links(Alert alert, StepWords step, AlertContext context)
    {
        if (context.Site is null) return "";
        var cells = step.OfMetric.Select(member => context.Catalogue.Cells[member.Cell].Id);
        var trend = CommentLinks.Trend(context.Site, cells, step.Metric.Name) + AtomFeed.Range(context.Index, alert.First);
        return $"[Trend of these cells]({trend}) · [the first run with it]({context.Site}#/run?run={CommentLinks.Escape(alert.First.Run)})\n";
    }

    private static string Suspects(ChangeGroup shown, AlertEvidence evidence, AlertContext context)
    {
        var around = shown.Events.Where(index => index < context.Events.Count).Select(index => Words(context.Events[index])).ToList();
        string[] beside = around.Count > 0 ? [$"**Also changed in between, besides the code:** {string.Join(", ", around)}.", ""] : [];
        return MarkdownText.Lines([.. beside, .. Commits(shown, evidence, context)]);
    }

    private static IReadOnlyList<string> Commits(ChangeGroup shown, AlertEvidence evidence, AlertContext context)
    {
        var (before, after) = (shown.ShaBefore, shown.ShaAfter);
        if (!CommitId.IsWhole(before) || !CommitId.IsWhole(after)) return ["**Commits:** not known, because the runs name none."];
        if (before == after)
            return [$"**Commits:** none. Both runs measured `{Wording.ShortId(after)}`, "
                + $"{(shown.HasLocalChanges ? "at least one with local changes, so look at these" : "so look at the machines")} first."];
        var range = $"[`{Wording.ShortId(before)}..{Wording.ShortId(after)}`]({context.RepositoryPage}/compare/{before}...{after})"
            + (shown.HasLocalChanges ? " with local changes" : "");
        if (evidence.Commits is not { Commits: { Count: > 0 } commits } found)
        {
            var why = evidence.Commits is { Commits.Count: 0 } ? "has none: an older commit was measured later" : "GitHub does not know";
            return [$"**Commits:** {range}, which {why}."];
        }

        var all = Math.Max(found.TotalCommits, commits.Count);
        return [$"**Commits:** {Wording.Counted(all, "commit")}, {range}:", "",
            .. commits.Reverse().Take(MostCommits).Select(commit => $"- `{Wording.ShortCommit(commit.Sha)}` {AlertText.Code(Subject(commit))}"
                + (commit.Author?.Login is { } login ? $" by {AlertText.Code(login)}" : "")),
            .. all > MostCommits ? [$"- and {all - MostCommits} more"] : Array.Empty<string>()];
    }

    private static string Words(HistoryEvent one) =>
        $"{AlertText.Code($"{one.Kind} {one.Subject}".TrimEnd())} from {AlertText.Code(one.From ?? "nothing")} to {AlertText.Code(one.To)}";

    private static string Subject(ComparedCommit commit) =>
        (commit.Commit?.Message ?? "").Split('\n')[0] is { Length: > 0 } subject ? subject : "no message";

    private static string Bisect(IReadOnlyList<(string Name, string Value)> asked, int? issue, AlertEvidence evidence, AlertContext context)
    {
        if (evidence.Commits is not { TotalCommits: > 1 and var commits }) return "";
        if (asked.Count == 0) return $"**Which of the {commits} commits:** no command is shown, because a shell could split the id of the cell.\n";
        var quotes = asked.Any(one => AlertText.Quoted(one.Value) != one.Value) ? ", without the quotes" : "";
        var form = !context.HasBisect || issue is null ? ""
            : (evidence.IsSearched ? " a search was started, and a comment here will say what it finds. For another one, use" : " use")
                + $" \"Run workflow\" of [perf-bisect]({context.RepositoryPage}/actions/workflows/{Workflow}) with the values of the first "
                + $"command{quotes}.";
        return MarkdownText.Lines([$"**Which of the {commits} commits:**{form}", "", .. Calls(asked, form.Length > 0 ? issue : null)]);
    }

    /// <summary>How to start a search whose values are ids: on GitHub where it can tell an issue, and on a machine of one's own.</summary>
    internal static IEnumerable<string> Calls(IReadOnlyList<(string Name, string Value)> asked, int? issue)
    {
        var onGitHub = string.Concat(asked.Select(one => $" -f {one.Name}={AlertText.Quoted(one.Value)}"));
        return
        [
            "```sh",
            .. issue is null ? Array.Empty<string>() : ["# on GitHub: measures at most 8 of them, for at most three hours, and comments here",
                $"gh workflow run {Workflow}{onGitHub} -f issue={issue}", "# on a machine of your own"],
            $"{Invocation.Here} bisect{string.Concat(asked.Select(one => $" --{one.Name} {AlertText.Quoted(one.Value)}"))}", "```",
        ];
    }

    private static string Owners(AlertEvidence evidence) => evidence.Owners.Count == 0 ? "" : "**Whom to ask**, as owners of the changed files: "
        + string.Join(", ", evidence.Owners.Take(MostOwners).Select(
            owner => $"{AlertText.Code(owner.Owner)} ({Wording.Counted(owner.Files, "file")})"))
        + (evidence.Owners.Count > MostOwners ? $" and {evidence.Owners.Count - MostOwners} more" : "") + ".\n";

    private static string Answers(Alert alert, int? issue, AlertContext context)
    {
        // Of a month the last day: another day in every run would edit every issue in every run.
        var then = (context.Index.Newest?.StartedAt ?? alert.First.StartedAt).UtcDateTime.AddDays(DaysAcknowledged);
        var expires = new DateOnly(then.Year, then.Month, DateTime.DaysInMonth(then.Year, then.Month));
        var reference = issue is { } number ? $", #{number}" : "";
        return MarkdownText.Lines(
        [
            .. Answer("If this is acceptable for some time: acknowledge it", "acknowledged", AcknowledgementFile.Name,
                $"    reason: \"why this is acceptable{reference}\"", $"    expires: {expires:yyyy-MM-dd}"),
            .. Answer("If it is noise, intended, or caused by the machines: label it", "labels", ConfigurationFiles.Labels,
                "    label: noise # or wanted, infrastructure; real leaves this issue open", $"    reason: \"what it was{reference}\""),
            "", "The next run on the default branch then closes this issue. It is also closed when the trend has recovered. Every run "
                + "rewrites title and text, so edits are lost; comments stay.",
        ]);

        IEnumerable<string> Answer(string summary, string key, string file, params string[] lines) =>
        [
            $"<details><summary>{summary}</summary>", "",
            $"Under `{key}` in [{Invocation.PlaceOf(file)}]({context.RepositoryPage}/edit/{Uri.EscapeDataString(context.DefaultBranch)}/"
                + $"{Invocation.PlaceOf(file)}) {CommentCommands.WhereToPaste}:", "", "```yaml",
            .. alert.Changes.Where(alert.Stands).SelectMany(change => lines.Prepend($"  - change: {change.Id}")), "```", "</details>",
        ];
    }
}
