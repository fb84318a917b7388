using PerfMatrix.GitHub.Rest;

namespace PerfMatrix.GitHub.Alerts;

/// <summary>Carries out the plan: looks up what an issue shows, writes it, and tells the webhook.</summary>
internal sealed class AlertJob(GitHubApi api, string author, AlertContext context, Func<Alert, CancellationToken, Task<AlertEvidence>> look)
{
    private const string Opened = "opened";

    public Webhook? Webhook { get; init; }

    /// <summary>What was done, a line for each issue that changed.</summary>
    public async Task<IReadOnlyList<string>> RunAsync(IReadOnlyList<Alert> alerts, int newest, CancellationToken cancellation)
    {
        var done = new List<string>();
        return await SecondLook.TryAsync(() => TryAsync(alerts, newest, done, cancellation));
    }

    private async Task<List<string>> TryAsync(IReadOnlyList<Alert> alerts, int newest, List<string> done, CancellationToken cancellation)
    {
        var issues = (await api.IssuesAsync(author, cancellation)).Select(issue => AlertIssue.Of(issue, author)).OfType<AlertIssue>()
            .OrderByDescending(issue => issue.IsOpen).ThenBy(issue => issue.Number).ToList();
        foreach (var step in AlertPlan.Of(alerts, issues, newest))
        {
            if (await CarryOutAsync(step, cancellation) is { } line) done.Add(line);
        }

        return done;
    }

    private async Task<string?> CarryOutAsync(AlertStep step, CancellationToken cancellation)
    {
        if (step is { Action: AlertAction.Close, Issue: { } open })
            return await PutAsync("closed", step.Alert, open.Number, AlertBody.Closed(step.Alert, open), cancellation);
        var evidence = await look(step.Alert, cancellation);
        // The text names its own issue, whose number is known when it is there.
        var number = step.Issue?.Number
            ?? await api.CreateIssueAsync(AlertIssue.Untold(AlertBody.Open(step.Alert, null, evidence, context)), cancellation);
        var text = AlertBody.Open(step.Alert, number, evidence, context);
        var isSame = step.Issue is { IsOpen: true, Text: var shown } && (shown.Title, shown.Body) == (text.Title, text.Body);
        var what = step switch { { Issue: null or { IsUntold: true } } => Opened, { Action: AlertAction.Reopen } => "reopened", _ => "updated" };
        return isSame ? null : await PutAsync(what, step.Alert, number, text, cancellation);
    }

    private async Task<string> PutAsync(string what, Alert alert, int number, IssueText text, CancellationToken cancellation)
    {
        if (what != Opened) await api.UpdateIssueAsync(number, text, cancellation);
        var notice = new AlertNotice(
            what, text.Title, $"{context.RepositoryPage}/issues/{number}", alert.First.Id, alert.First.ShaBefore, alert.First.ShaAfter);
        var problem = what == "updated" || Webhook is null ? null : await Webhook.SendAsync(notice, cancellation);
        // It is there already, and stays untold until the webhook has taken it, so that the next look tells it again.
        if (what == Opened) await api.UpdateIssueAsync(number, problem is null ? text : AlertIssue.Untold(text), cancellation);
        return $"{what} #{number}: {text.Title}{(problem is null ? "" : $"; {problem}")}";
    }
}
