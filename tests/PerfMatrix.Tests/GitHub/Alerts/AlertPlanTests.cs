using PerfMatrix.Gate;
using PerfMatrix.GitHub.Alerts;
using PerfMatrix.GitHub.Rest;
using PerfMatrix.History;
using static PerfMatrix.Tests.GitHub.Alerts.AlertSamples;

namespace PerfMatrix.Tests.GitHub.Alerts;

public sealed class AlertPlanTests
{
    private const int Newest = 59;

    private static ChangeGroup Nothing => Change(members: Member(0, -100, 50));

    [Theory]
    [InlineData("", "", "Open")]
    [InlineData("", "open", "Update")]
    [InlineData("", "closed by us", "Reopen")]
    [InlineData("", "closed by a person", "")]
    [InlineData("taken back", "", "")]
    [InlineData("taken back", "open", "Close")]
    [InlineData("taken back", "closed by us", "")]
    [InlineData("taken back in part", "open", "Update")]
    [InlineData("to nothing", "", "Open")]
    [InlineData("to nothing, and back in part", "open", "Update")]
    [InlineData("to nothing, and back", "open", "Close")]
    [InlineData("noise", "open", "Close")]
    [InlineData("wanted", "", "")]
    [InlineData("real", "", "Open")]
    [InlineData("acknowledged", "open", "Close")]
    [InlineData("acknowledged until yesterday", "closed by us", "Reopen")]
    [InlineData("better", "", "")]
    [InlineData("old", "", "")]
    [InlineData("old", "open", "Update")]
    public void An_issue_is_open_while_a_step_for_the_worse_stands_that_nobody_has_settled(string step, string issue, string expected)
    {
        IReadOnlyList<ChangeGroup> changes = step switch
        {
            "taken back" => [Change(), Change("11111111", 55, After, Before, Member(0, 5.4, 55), Member(1, 5.1, 55),
                Member(0, -5.0, 55, "cpuPerRequest"))],
            "taken back in part" => [Change(), Change("11111111", 55, After, Before, Member(0, 2.0, 55), Member(1, 5.1, 55))],
            "to nothing" => [Nothing],
            "to nothing, and back in part" => [Nothing, Change("11111111", 55, After, Before, Member(0, 900, 55))],
            "to nothing, and back" => [Nothing, Change("11111111", 55, After, Before, Member(0, 1e6, 55))],
            "better" => [Change(members: Member(0, 5, 50))],
            "old" => [Change(sequence: 30)],
            _ => [Change()],
        };
        Dictionary<string, string> labels = step is "noise" or "wanted" or "real" ? new() { [Step] = step } : [];
        var today = new DateOnly(2026, 11, 22);
        AcknowledgedChange[] acknowledged = step.StartsWith("acknowledged", StringComparison.Ordinal)
            ? [new(Step, "@octocat <b>", step == "acknowledged" ? today : today.AddDays(-1))] : [];

        var plan = AlertPlan.Of(Alert.Of(changes, SettledChanges.Of(labels, acknowledged, today)), Issues(issue), Newest);

        Assert.Equal(expected, string.Join(' ', plan.Where(one => one.Alert.First.Id == Step).Select(WhatItDoes)));
        Assert.DoesNotContain(plan, one => one.Alert.First.Id != Step);
    }

    [Fact]
    public void Runs_of_one_commit_have_one_issue()
    {
        var alerts = Alert.Of([Change(), Change("22222222", 51, After, After, Member(1, -3, 51))], new Dictionary<string, string>());

        Assert.Null(Assert.Single(AlertPlan.Of(alerts, [], Newest)).Issue);
        Assert.Equal(4, Assert.Single(alerts).Standing.Count);
        Assert.Equal((Before, After), (alerts[0].First.ShaBefore, alerts[0].First.ShaAfter));
    }

    /// <summary>Nightly runs of a commit that nobody changes.</summary>
    [Theory]
    [InlineData("", "Open")]
    [InlineData("open", "Update")]
    [InlineData("closed by us", "Reopen")]
    [InlineData("closed by a person", "Open")]
    public void A_step_is_since_its_own_run_whatever_became_better_or_recovered_before_it_at_that_commit(string issue, string expected)
    {
        var alert = Assert.Single(Alert.Of(
        [
            Change(members: Member(0, 4, 50)), Change("11111111", 52, After, After, Member(1, -5, 52)),
            Change("22222222", 55, After, After, Member(1, 6, 55)), Change("33333333", 58, After, After, Member(1, -5, 58)),
            Change("44444444", 59, After, After, Member(0, -9, 59)),
        ], new Dictionary<string, string>()));

        Assert.Equal("33333333", alert.First.Id);
        var issues = Issues(issue).Select(one => one with { Change = "11111111" });
        Assert.Equal(expected, WhatItDoes(Assert.Single(AlertPlan.Of([alert], [.. issues], Newest))));
    }

    [Fact]
    public void A_marker_in_the_issue_of_somebody_else_or_in_a_quotation_is_only_text()
    {
        var text = AlertIssue.Marker(Step, isClosed: false) + "\ntext";

        Assert.Null(AlertIssue.Of(new(12, "", text, "open", new("mallory")), "github-actions[bot]"));
        Assert.Null(AlertIssue.Of(new(12, "", "> " + text, "open", new("github-actions[bot]")), "github-actions[bot]"));
        Assert.Equal(Step, AlertIssue.Of(new(12, "", text, "open", new("github-actions[bot]")), "github-actions[bot]")?.Change);
    }

    /// <summary>GitHub's page ends lines in CR and LF.</summary>
    [Theory]
    [InlineData("We know. <!-- for now -->\n")]
    [InlineData("We know.\r\n\r\n")]
    [InlineData("> <!-- perfmatrix alert change=22222222 -->\n\n")]
    public void An_issue_is_found_whatever_people_have_written_above_its_marker(string above)
    {
        var issue = AlertIssue.Of(new(12, "", $"{above}{AlertIssue.Marker(Step, false, true)}\r\ntext <!-- x -->", "open", new("bot")), "bot");

        Assert.True(issue is { Change: Step, IsOpen: true, IsSearched: true, Rest: "text <!-- x -->" });
    }

    [Fact]
    public void An_open_issue_is_gone_whose_change_no_alert_has()
    {
        var issues = (AlertIssue[])[.. Issues("open"), Issues("open")[0] with { Number = 13, Change = "22222222" },
            Issues("closed by us")[0] with { Number = 14, Change = "33333333" }];

        Assert.Equal(13, Assert.Single(AlertPlan.Gone(Alert.Of([Change()], new Dictionary<string, string>()), issues)).Number);
    }

    [Fact]
    public void An_issue_that_nobody_was_told_of_is_found_again_by_its_marker_alone()
    {
        var told = new IssueText("title", AlertIssue.Marker(Step, isClosed: false) + "\ntext <!-- untold -->");
        var untold = AlertIssue.Of(new(12, "", AlertIssue.Untold(told).Body, "open", new("bot")), "bot");

        Assert.True(untold is { IsUntold: true, IsOpen: true, IsClosedByUs: false, Change: Step });
        Assert.False(AlertIssue.Of(new(12, "", told.Body, "open", new("bot")), "bot")!.IsUntold);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public void Its_marker_says_whether_a_search_was_started_beside_all_else(bool isClosed, bool isSearched)
    {
        var text = new IssueText("title", AlertIssue.Marker(Step, isClosed, isSearched) + "\ntext <!-- searched -->");

        foreach (var (shown, isUntold) in new[] { (text, false), (AlertIssue.Untold(text), true) })
        {
            var issue = AlertIssue.Of(new(12, "", shown.Body, "open", new("bot")), "bot")!;
            Assert.Equal((isClosed, isSearched, isUntold), (issue.IsClosedByUs, issue.IsSearched, issue.IsUntold));
        }
    }

    private static string WhatItDoes(AlertStep step) => (step.Issue, step.Alert.Standing.Count) switch
    {
        (null, _) => "Open",
        (_, 0) => "Close",
        ({ IsOpen: true }, _) => "Update",
        _ => "Reopen",
    };

    private static AlertIssue[] Issues(string issue) => issue.Length == 0 ? []
        : [new(12, issue == "open", Step, issue == "closed by us", new IssueText("title", AlertIssue.Marker(Step, isClosed: false)))];
}
