namespace PerfMatrix.GitHub.Alerts;

/// <summary>Carries out the plan: looks up what an issue shows, writes it, tells the webhook, and starts the search for the commit.</summary>
internal sealed class AlertJob(GitHubApi api, string author, AlertContext context, Func<Alert, CancellationToken, Task<AlertEvidence>> look)
{
    private const string Opened = "opened";

    // An issue whose text could not say so yet gets no second search.
    private readonly HashSet<int> _searched = [];
    private int? _begun;

    public Webhook? Webhook { get; init; }

    /// <summary>How many searches may begin within 24 hours, those that people start included; beyond it a new issue starts none.</summary>
    public int MostSearches { get; init; }
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Whether the alerts are of all changes of the trend; else an issue without one may have lost it to a file that was not read.</summary>
    public bool HasAllChanges { get; init; }

    /// <summary>What was done, a line for each issue that changed.</summary>
    public Task<IReadOnlyList<string>> RunAsync(IReadOnlyList<Alert> alerts, int newest, CancellationToken cancellation)
    {
        var done = new List<string>();
        return SecondLook.TryAsync<IReadOnlyList<string>>(async () =>
        {
            var issues = (await api.IssuesAsync(author, cancellation)).Select(issue => AlertIssue.Of(issue, author)).OfType<AlertIssue>()
                .OrderByDescending(issue => issue.IsOpen).ThenBy(issue => issue.Number).ToList();
            foreach (var step in AlertPlan.Of(alerts, issues, newest))
            {
                if (await CarryOutAsync(step, cancellation) is { } line) done.Add(line);
            }

            foreach (var gone in HasAllChanges ? AlertPlan.Gone(alerts, issues) : [])
                done.Add(await PutAsync("closed", null, gone.Number, AlertBody.Closed(null, gone), cancellation));
            return done;
        });
    }

    private async Task<string?> CarryOutAsync(AlertStep step, CancellationToken cancellation)
    {
        if (step is { Alert.Standing.Count: 0, Issue: { } open })
            return await PutAsync("closed", step.Alert, open.Number, AlertBody.Closed(step.Alert, open), cancellation);
        var evidence = await look(step.Alert, cancellation);
        // The text names its own issue, whose number is known when it is there.
        var number = step.Issue?.Number
            ?? await api.CreateIssueAsync(AlertIssue.Untold(AlertBody.Open(step.Alert, null, evidence, context)), cancellation);
        var what = step switch { { Issue: null or { IsUntold: true } } => Opened, { Issue.IsOpen: false } => "reopened", _ => "updated" };
        var (isSearched, note) = (step.Issue is { IsSearched: true }, "");
        if (MostSearches > 0 && what == Opened && !isSearched && AlertBody.Asked(step.Alert, evidence, context) is { Count: > 0 } asked)
        {
            var problem = await SearchAsync(number, asked, cancellation);
            (isSearched, note) = (problem is null, problem is null ? "; the search for the commit was started" : $"; no search: {problem}");
        }

        var text = AlertBody.Open(step.Alert, number, evidence with { IsSearched = isSearched }, context);
        var isSame = step.Issue is { IsOpen: true, Text: var shown } && (shown.Title, shown.Body) == (text.Title, text.Body);
        return isSame ? null : await PutAsync(what, step.Alert, number, text, cancellation) + note;
    }

    // What prevents it ends nothing: the issue says how a person starts the search.
    private async Task<string?> SearchAsync(int issue, IReadOnlyList<(string Name, string Value)> asked, CancellationToken cancellation)
    {
        if (!context.HasBisect) return $".github/workflows/{AlertBody.Workflow} is not there; `{Invocation.Here} init` writes it";
        if (_searched.Contains(issue)) return null;
        return await Errors.OrAsync<string?, GitHubException>(async () =>
        {
            _begun ??= await api.CountRunsAsync(AlertBody.Workflow, Clock.GetUtcNow().AddDays(-1), cancellation);
            if (_begun + _searched.Count >= MostSearches)
                return $"--searches (PERF_SEARCHES) allows {MostSearches} within a day, which have begun; the issue says how to start one";
            await api.StartAsync(AlertBody.Workflow, context.DefaultBranch, asked.Append(("issue", $"{issue}")).ToDictionary(), cancellation);
            _searched.Add(issue);
            return null;
        }, problem => problem.Message);
    }

    private async Task<string> PutAsync(string what, Alert? alert, int number, IssueText text, CancellationToken cancellation)
    {
        if (what != Opened) await api.UpdateIssueAsync(number, text, cancellation);
        var change = alert is { Standing.Count: > 0 } ? new StepWords(alert, context.Catalogue).Change : alert?.First;
        var notice = new AlertNotice(
            what, text.Title, $"{context.RepositoryPage}/issues/{number}", AlertIssue.ChangeOf(text), change?.ShaBefore, change?.ShaAfter,
            text.State == IssueText.Closed ? AlertBody.WhyClosed(alert) : null);
        var problem = what == "updated" || Webhook is null ? null : await Webhook.SendAsync(notice, cancellation);
        // It is there already, and stays untold until the webhook has taken it, so that the next look tells it again.
        if (what == Opened) await api.UpdateIssueAsync(number, problem is null ? text : AlertIssue.Untold(text), cancellation);
        return $"{what} #{number}: {text.Title}{(problem is null ? "" : $"; {problem}")}";
    }
}
