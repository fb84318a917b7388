namespace PerfMatrix.GitHub.Alerts;

/// <param name="Issue">The issue that is there, to be closed where nothing of the alert stands, else to be told; null to open one.</param>
internal sealed record AlertStep(Alert Alert, AlertIssue? Issue);

/// <summary>What to do with the issues: one a group of commits, closed when nothing stands any more. Pure.</summary>
internal static class AlertPlan
{
    /// <summary>Runs in which a step is news. What is older when alerts are switched on opens nothing.</summary>
    public const int NewsRuns = 20;

    /// <param name="newest">Sequence of the newest run.</param>
    public static IReadOnlyList<AlertStep> Of(IReadOnlyList<Alert> alerts, IReadOnlyList<AlertIssue> issues, int newest) =>
        [.. alerts.Select(alert => Step(alert, issues.FirstOrDefault(issue => alert.Changes.Any(change => IsOf(issue, change, alert))), newest))
            .OfType<AlertStep>()];

    // What a person has closed is no word on a later change of the same commit.
    private static bool IsOf(AlertIssue issue, ChangeGroup change, Alert alert) =>
        change.Id == issue.Change && (issue.IsOpen || issue.IsClosedByUs || alert.Stands(change));

    /// <summary>Open issues whose change the trend no longer has.</summary>
    public static IEnumerable<AlertIssue> Gone(IReadOnlyList<Alert> alerts, IReadOnlyList<AlertIssue> issues) =>
        issues.Where(issue => issue.IsOpen && !alerts.Any(alert => alert.Changes.Any(change => change.Id == issue.Change)));

    // An issue that a person has closed stays so.
    private static AlertStep? Step(Alert alert, AlertIssue? issue, int newest) => (issue, alert.Standing.Count > 0) switch
    {
        (null, true) => newest - alert.Detected < NewsRuns ? new(alert, null) : null,
        ({ IsOpen: true }, _) or ({ IsClosedByUs: true }, true) => new(alert, issue),
        _ => null,
    };
}

/// <summary>An issue that this program has opened.</summary>
/// <param name="Change">Id of the change point that it is about.</param>
/// <param name="IsClosedByUs">Whether its text says that this program has closed it.</param>
internal sealed partial record AlertIssue(int Number, bool IsOpen, string Change, bool IsClosedByUs, IssueText Text)
{
    /// <summary>The hidden line by which an issue is found again. It comes first, and people may have written something above it.</summary>
    public static string Marker(string change, bool isClosed, bool isSearched = false) =>
        $"<!-- perfmatrix alert change={change}{(isClosed ? " closed" : "")}{(isSearched ? " searched" : "")} -->";

    /// <summary>Whether its marker says that a search for the commit was started.</summary>
    public bool IsSearched => Found.Groups["searched"].Success;

    /// <summary>Whether its marker says that it is open and the webhook has not taken that yet.</summary>
    public bool IsUntold => Found.Groups["untold"].Success;

    /// <summary>What stands below the marker.</summary>
    public string Rest => Text.Body[(Found.Index + Found.Length)..].TrimStart();
    private Match Found => Pattern().Match(Text.Body);

    public static string ChangeOf(IssueText text) => Pattern().Match(text.Body).Groups["change"].Value;

    public static IssueText Untold(IssueText open) =>
        open with { Body = open.Body.Insert(open.Body.IndexOf(" -->", StringComparison.Ordinal), " untold") };

    /// <summary>An issue of ours; null for one of somebody else, in which a marker is only text, as a quoted one is everywhere.</summary>
    public static AlertIssue? Of(Issue issue, string author) =>
        issue.User?.Login == author && Pattern().Match(issue.Body ?? "") is { Success: true } match
            ? new(issue.Number, issue.State == IssueText.Open, match.Groups["change"].Value, match.Groups["closed"].Success,
                new(issue.Title ?? "", issue.Body!)) : null;

    [GeneratedRegex("^<!-- perfmatrix alert change=(?<change>[0-9a-f]{8})(?<closed> closed)?(?<searched> searched)?(?<untold> untold)? -->",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline, 1000)]
    private static partial Regex Pattern();
}
