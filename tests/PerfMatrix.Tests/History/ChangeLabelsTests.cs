using System.Text.Json;
using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.History;
using PerfMatrix.Shared;
using PerfMatrix.Tests.GitHub.Alerts;

namespace PerfMatrix.Tests.History;

public sealed class ChangeLabelsTests
{
    private static DateTimeOffset Newest => AlertSamples.Index().UpdatedAt!.Value;

    [Fact]
    public void The_file_of_the_repository_and_its_example_are_accepted()
    {
        var text = File.ReadAllText(Checkout.File(ConfigurationFiles.Labels));
        var example = text.Split('\n').Where(line => line.StartsWith("#   ", StringComparison.Ordinal)).Select(line => line[1..]);

        Assert.Empty(Read(text));
        Assert.Equal("noise", Read("labels:\n" + string.Join('\n', example))["3f2a9c1d"]);
    }

    [Fact]
    public void The_one_file_of_a_repository_may_have_labels() => Assert.Equal("wanted", ChangeLabels.Read(new(name =>
        name == ConfigurationFiles.Own ? "labels:\n  - { change: 3f2a9c1d, label: wanted, reason: meant }\n" : null))["3f2a9c1d"]);

    [Theory]
    [InlineData("{ change: 3f2a9c1d, label: nose }",
        "crank/labels.yml:2:32: labels[0].label: found text 'nose', expected one of real, noise, wanted, infrastructure")]
    [InlineData("{ change: 3f2a9c1d }", "crank/labels.yml:2:5: labels[0]: missing key 'label'")]
    [InlineData("{ change: a, label: real }\n  - { change: a, label: noise }",
        "crank/labels.yml:3:5: labels[1]: found change a twice; keep one of the two")]
    [InlineData("{ verdict: a, label: real }\n  - { verdict: a, label: noise }",
        "crank/labels.yml:3:5: labels[1]: found verdict a twice; keep one of the two")]
    [InlineData("{ change: a, verdict: b, label: real }",
        "crank/labels.yml:2:5: labels[0]: found a change and a verdict; give each an entry")]
    [InlineData("{ label: real }", "crank/labels.yml:2:5: labels[0]: missing key 'change'")]
    public void Every_error_names_file_and_line(string entry, string expected) =>
        Assert.Equal(expected, Assert.Throws<UsageException>(() => Read($"labels:\n  - {entry}\n")).Message);

    [Fact]
    public void A_label_is_written_into_the_changes_and_goes_with_its_entry()
    {
        var files = AlertSamples.Files(AlertSamples.Change());

        Assert.Equal(["unknown"], Label(files, new() { [AlertSamples.Step] = new("noise"), ["unknown"] = new("real") }));
        Assert.Equal("noise", ChangeLabels.In(files)[AlertSamples.Step].Label);
        Assert.Contains("\"label\":\"noise\"", files.Text(HistoryPaths.Changes), StringComparison.Ordinal);
        Assert.Contains("Labelled noise, worse: Throughput ", files.Text(HistoryPaths.Feed), StringComparison.Ordinal);

        Label(files, []);
        Assert.DoesNotContain("label", files.Text(HistoryPaths.Changes), StringComparison.Ordinal);
    }

    [Fact]
    public void A_label_of_a_verdict_is_written_into_their_list_stays_with_later_ones_and_goes_with_its_entry()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(1));
        Dictionary<string, ChangeNote> notes = new() { ["2026-red"] = new("noise"), ["unknown"] = new("real") };
        AddVerdict(files, "2026-red");
        Assert.Equal(["unknown"], Label(files, notes));
        Assert.Equal([("2026-red", "noise")], Labels());

        AddVerdict(files, "2026-redder");
        Label(files, notes);
        Assert.Equal([("2026-redder", null), ("2026-red", "noise")], Labels());
        Assert.Equal(HistorySize.Of(files, new()), HistorySize.Noted(files, new()));

        Label(files, []);
        Assert.DoesNotContain("label", files.Text(HistoryPaths.VerdictList), StringComparison.Ordinal);

        IEnumerable<(string, string?)> Labels() => Listed(files).Select(verdict => (verdict.Id, verdict.Label));
    }

    [Theory]
    [InlineData(AlertSamples.After, null, AlertSamples.After, "main")]
    [InlineData(AlertSamples.Before, null, AlertSamples.Before, null)]
    [InlineData(AlertSamples.Before, 12, AlertSamples.Before, "pull/12")]
    [InlineData(AlertSamples.After, 12, AlertSamples.After, "pull/12")]
    [InlineData(null, 12, AlertSamples.After, "pull/12")]
    public void A_verdict_is_listed_with_the_commit_of_its_head_whatever_the_checkout_of_the_publisher_is(
        string? head, int? pullRequest, string expected, string? branch)
    {
        var files = HistorySamples.Published(HistorySamples.Compact(1));

        AddVerdict(files, "2026-red", new { Outcome = "regressed", Head = new { Sha = head }, PullRequest = new { Number = pullRequest } });

        Assert.Equal((expected, branch), Assert.Single(Listed(files).Select(verdict => (verdict.Sha, verdict.Ref))));
    }

    [Fact]
    public void The_badge_is_of_the_newest_verdict_that_is_of_no_pull_request()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(1));
        AddVerdict(files, "2026-a-pull", new { Outcome = "regressed", PullRequest = new { Number = 12 } });
        Assert.Contains("no verdict yet", files.Text(Badges.Gate), StringComparison.Ordinal);

        // A comparison by hand is planned as a pull request without a number.
        AddVerdict(files, "2026", new { Outcome = "pass", PullRequest = new { Number = (int?)null, HeadSha = AlertSamples.After } });

        Assert.Equal(["2026-a-pull", "2026"], Listed(files).Select(verdict => verdict.Id));
        Assert.Equal("pass", new HistoryStore(files).Index.Verdict!.Outcome);
        Assert.Contains(">pass<", files.Text(Badges.Gate), StringComparison.Ordinal);
    }

    /// <summary>Every pull request brings one. What the badge speaks of stays, because agents read its document.</summary>
    [Fact]
    public void The_newest_200_verdicts_are_kept_and_the_newest_that_is_of_no_pull_request()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(1));
        AddVerdict(files, "2026", new { Outcome = "pass" });
        foreach (var number in Enumerable.Range(1, 201))
            AddVerdict(files, $"2026-{number:000}", new { Outcome = "regressed", PullRequest = new { Number = number } });

        List<string> newest = [.. Enumerable.Range(2, 200).Reverse().Select(number => $"verdicts/2026/2026-{number:000}.json")];
        Assert.Equal(newest, Listed(files).Select(verdict => verdict.Path));
        Assert.Equal(newest.Prepend("verdicts/2026/2026.json"),
            files.Paths.Where(path => path.StartsWith("verdicts/2026/", StringComparison.Ordinal)).OrderDescending(StringComparer.Ordinal));
        Assert.Equal("2026", new HistoryStore(files).Index.Verdict!.Id);
        Assert.Equal(HistorySize.Of(files, new()), HistorySize.Noted(files, new()));
    }

    [Fact]
    public void The_last_day_of_its_acknowledgements_is_written_there_too_and_goes_with_them()
    {
        var files = AlertSamples.Files(AlertSamples.Change());
        var notes = ChangeLabels.Notes(new(name => name switch
        {
            ConfigurationFiles.Labels => $"labels:\n  - {{ change: {AlertSamples.Step}, label: real }}\n",
            AcknowledgementFile.Name => "acknowledged:\n" + Entry("2027-03-31") + Entry("2026-12-31")
                + "  - { change: unknown, reason: known, expires: 2026-12-31 }\n"
                + "  - { cell: hello, metric: throughput, reason: of the gate, expires: 2027-05-31 }\n",
            _ => null,
        }));

        Assert.Equal(["unknown"], Label(files, new(notes)));
        Assert.Equal(new ChangeNote("real", new(2027, 3, 31), Newest, Newest), Assert.Single(ChangeLabels.In(files)).Value);
        Assert.Contains("\"acknowledged\":\"2027-03-31\"", files.Text(HistoryPaths.Changes), StringComparison.Ordinal);

        Label(files, new() { [AlertSamples.Step] = new("real") });
        Assert.Equal(new ChangeNote("real", UpdatedAt: Newest, SettledAt: Newest), ChangeLabels.In(files)[AlertSamples.Step]);
        Assert.DoesNotContain("acknowledged", files.Text(HistoryPaths.Changes), StringComparison.Ordinal);

        static string Entry(string expires) => $"  - {{ change: {AlertSamples.Step}, reason: known, expires: {expires} }}\n";
    }

    [Fact]
    public void A_change_is_as_new_as_the_newest_run_when_what_people_say_of_it_changed()
    {
        var files = AlertSamples.Files(AlertSamples.Change());
        Label(files, new() { [AlertSamples.Step] = new("noise") });
        var newer = new FileChanges();
        newer.Set(HistoryPaths.Index, HistoryJson.Write(AlertSamples.Index() with { UpdatedAt = Newest.AddDays(1) }));
        files.Apply(newer);

        Label(files, new() { [AlertSamples.Step] = new("noise") });
        Assert.Equal(Newest, ChangeLabels.In(files)[AlertSamples.Step].UpdatedAt);

        Label(files, []);
        // What came after the label is no part of the change, whatever people say later.
        Assert.Equal(new ChangeNote(null, UpdatedAt: Newest.AddDays(1), SettledAt: Newest), ChangeLabels.In(files)[AlertSamples.Step]);
        Assert.Contains("<updated>2026-11-02T03:00:00Z</updated>", files.Text(HistoryPaths.Feed), StringComparison.Ordinal);
    }

    [Fact]
    public void The_size_of_the_history_counts_it()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(1), HistorySamples.Compact(2));
        var document = HistoryJson.Read<ChangesDocument>(HistoryPaths.Changes,
            HistoryJson.Write(new ChangesDocument(1, "", [AlertSamples.Change()])));
        var added = new FileChanges();
        added.Set(files, HistoryPaths.Changes, HistoryJson.Write(document));
        files.Apply(HistorySize.NoteAdded(files, added));

        Label(files, new() { [AlertSamples.Step] = new("noise") });

        Assert.Equal(HistorySize.Of(files, new()), HistorySize.Noted(files, new()));
    }

    private static List<VerdictEntry> Listed(MemoryFiles files) =>
        HistoryJson.Read<VerdictList>(HistoryPaths.VerdictList, files.Read(HistoryPaths.VerdictList)!).Items;

    /// <summary>One that was published from a checkout of main; of a longer id later.</summary>
    private static void AddVerdict(MemoryFiles files, string id, object? document = null)
    {
        var verdict = JsonSerializer.SerializeToElement(document ?? new { Outcome = "regressed" }, DocumentJson.Compact);
        SourceInfo source = new(null, AlertSamples.After, "main", Dirty: false);
        files.Apply(Shelf.Add(files, Shelf.Verdicts, id, verdict, Newest.AddHours(id.Length), source));
    }

    private static IReadOnlyList<string> Label(MemoryFiles files, Dictionary<string, ChangeNote> notes)
    {
        var changes = new FileChanges();
        var unknown = ChangeLabels.AddTo(files, changes, notes);
        files.Apply(changes);
        return unknown;
    }

    private static IReadOnlyDictionary<string, string> Read(string yaml) =>
        ChangeLabels.Read(new(name => name == ConfigurationFiles.Labels ? yaml : null));
}
