using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using PerfMatrix.GitHub.Plans;
using PerfMatrix.GitHub.Publishing;
using PerfMatrix.GitHub.StandIn;
using PerfMatrix.History;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Processes;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.GitHub.Publishing;

/// <summary>Publishing the groups of a workflow run into a bare repository on disk, with the runs that the history misses taken from a stand-in of
/// the API.</summary>
[Trait("kind", "processes")]
public sealed class PublishGroupsTests : IAsyncLifetime
{
    private const string Sha = "0123456789abcdef0123456789abcdef01234567";
    private GitHubWorld _world = null!;

    public async ValueTask InitializeAsync()
    {
        _world = await GitHubWorld.StartAsync();
        _world.Environment["GITHUB_RUN_ID"] = "4711";
        new Git(_world.Folder.Root).Ask("init", "-q", "--bare", Remote);
        Directory.CreateDirectory(Artifacts);
    }

    public ValueTask DisposeAsync() => _world.DisposeAsync();

    private string Remote => _world.Folder["remote.git"];

    private string Artifacts => _world.Folder["artifacts"];

    [Fact]
    public async Task The_groups_of_a_run_are_published_once()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0"), "run-g01");
        Measured(GroupMergeTests.Group("run-g02", "net10.0"), "run-g02");

        Assert.Equal(0, await PublishAsync("--expected", "2", "--out", _world.Folder["merged"]));
        Assert.Equal(0, await PublishAsync("--expected", "2"));

        Assert.Contains("is already in gh-pages.", _world.Output.ToString(), StringComparison.Ordinal);
        Assert.Equal("20261121T075012345Z-gh4711-1", Assert.Single(Published())[..28]);
        Assert.Equal(2, RunDocument.File.Read(RunFolder.FindDocument(_world.Folder["merged"])).Variants.Count);
    }

    [Theory]
    [InlineData("pages", "https://octo.github.io/perf/")]
    [InlineData("https://perf.example/trend", "https://perf.example/trend/")]
    [InlineData("", null)]
    public async Task The_feed_links_to_the_site_that_is_named(string site, string? expected)
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0"), "run-g01");

        Assert.Equal(0, await PublishAsync("--expected", "1", "--site", site));

        Assert.Equal(expected, JsonNode.Parse(new Git(Remote).Ask("show", "gh-pages:index.json")!)!["site"]?.GetValue<string>());
    }

    [Fact]
    public async Task The_first_run_of_a_repository_without_a_history_is_called_so_and_no_other()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0", minutes: 500), "run-g01");
        Add(4600, "success");

        Assert.Equal(0, await PublishAsync());

        var lines = _world.Output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(2, lines.Length);
        Assert.EndsWith("It is the first one there; `scripts/perfmatrix doctor --github` names the settings that the trend site needs.", lines[0],
            StringComparison.Ordinal);
        Assert.DoesNotContain("first", lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Timelines_beside_the_document_of_a_group_are_published_with_the_run_and_missing_ones_are_named()
    {
        MeasuredGroup[] groups = [GroupMergeTests.Group("run-g01", "net9.0"), GroupMergeTests.Group("run-g02", "net10.0")];
        foreach (var (group, content) in groups.Select(WithTimeline))
        {
            Measured(group, group.Name);
            if (group.Name == groups[1].Name) continue;
            var file = Path.Combine(Artifacts, group.Name, group.Run.Id, group.Run.Timelines![0].File.Path);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            await File.WriteAllTextAsync(file, content);
        }

        Assert.Equal(0, await PublishAsync("--expected", "2"));

        Assert.Equal([10], PublishedPoints());
        Assert.Contains($"{groups[1].Run.Variants[0].Id}: its timeline cannot be read", _world.Error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_the_history_misses_brings_its_timelines_and_those_that_are_missing_or_changed_are_named()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0", minutes: 500), "run-g01");
        Add(4600, "success");
        var (whole, content) = WithTimeline(GroupMergeTests.Group("run-g02", "net9.0", minutes: 1));
        Upload(4600, whole, ("raw/g01-1.json", "{}"), (whole.Run.Timelines![0].File.Path, content));
        var (bare, _) = WithTimeline(GroupMergeTests.Group("run-g03", "net10.0", minutes: 2));
        Upload(4600, bare);
        var (changed, _) = WithTimeline(GroupMergeTests.Group("run-g04", "net8.0", minutes: 3));
        Upload(4600, changed, (changed.Run.Timelines![0].File.Path, content + " "));

        Assert.Equal(0, await PublishAsync());

        Assert.Equal([10], PublishedPoints());
        Assert.Contains($"{bare.Run.Variants[0].Id}: its timeline cannot be read: artifact 'run-g03' has no file "
            + $"'20261121T/raw/run-g03.timeline.json'.", _world.Error.ToString(), StringComparison.Ordinal);
        Assert.Contains($"{changed.Run.Variants[0].Id}: raw/run-g04.timeline.json has been changed since it was written", _world.Error.ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_only_group_may_lie_in_no_folder_of_its_own_and_the_plan_beside_groups_is_none()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0"), "");
        Assert.Equal(0, await PublishAsync("--expected", "1"));
        Directory.Delete(Artifacts, recursive: true);
        Measured(GroupMergeTests.Group("run-g01", "net9.0"), "run-g01-attempt1");
        Directory.CreateDirectory(Path.Combine(Artifacts, "plan"));
        Assert.Equal(0, await PublishAsync("--expected", "1"));
        Assert.Single(Published());
    }

    [Fact]
    public async Task A_group_without_a_result_makes_it_incomplete_and_the_rest_is_kept()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0"), "run-g01");
        Assert.Equal(3, await PublishAsync("--expected", "3"));
        Assert.Contains("2 of the planned groups left no result.", _world.Error.ToString(), StringComparison.Ordinal);
        Assert.Single(Published());
    }

    [Fact]
    public async Task Runs_that_the_history_misses_are_collected()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0", minutes: 500), "run-g01");
        Add(4600, "success");
        Add(4602, "failure", "alice/perf");
        Add(4603, "failure");
        Add(4604, "success").Expired = true;
        Add(4605, "success").Digest = "sha256:" + new string('0', 64);
        Add(4711, "success");

        Assert.Equal(0, await PublishAsync());

        Assert.Equal(["4600", "4603", "4711"], Published().Select(id => id.Split('-')[1][2..]).Order(StringComparer.Ordinal));
        Assert.Contains("warning: run 4605: artifact 'run-g01': its digest is", _world.Error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_was_pushed_out_of_the_queue_is_collected_and_one_that_was_stopped_is_incomplete()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0", minutes: 500), "run-g01");
        Add(4600, "cancelled");
        Planned(4600, groups: 1);
        Add(4601, "cancelled");
        Planned(4601, groups: 3);
        Add(4602, "failure");
        Planned(4602, groups: 2);
        Add(4603, "cancelled");
        _world.State.Runs.Add(new(4604, "perf-main.yml", "main", Sha) { Conclusion = "cancelled" });

        Assert.Equal(0, await PublishAsync("--expected", "1"));

        Assert.Equal(["4600", "4601", "4602", "4603", "4711"], Published().Select(id => id.Split('-')[1][2..]).Order(StringComparer.Ordinal));
        Assert.Equal(["4600 True", "4601 False", "4602 False", "4603 False", "4711 True"], Completeness().Order(StringComparer.Ordinal));
        Assert.Empty(_world.Error.ToString());
    }

    [Fact]
    public async Task A_run_that_somebody_dispatched_is_published_when_its_form_says_so_and_never_later()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0", minutes: 500), "run-g01");
        Add(4600, "success", workflow: "perf-dispatch.yml", started: "workflow_dispatch");
        Add(4601, "success", workflow: "perf-main.yml", started: "workflow_dispatch");

        Assert.Equal(0, await PublishAsync());
        Assert.Equal(0, await PublishAsync("--workflow", "perf-dispatch.yml"));

        Assert.Equal(["4711"], Published().Select(id => id.Split('-')[1][2..]));
    }

    [Fact]
    public async Task A_plan_that_does_not_read_leaves_it_open_whether_a_run_is_complete()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0", minutes: 500), "run-g01");
        Add(4600, "cancelled");
        _world.State.Upload(4600, "plan", GitHubWorld.Zip(("plan.json", "{ \"schemaVersion\": 9 }")));

        Assert.Equal(0, await PublishAsync("--expected", "1"));

        Assert.Contains("run 4600: plan/plan.json", _world.Error.ToString(), StringComparison.Ordinal);
        Assert.Contains("4600 False", Completeness());
    }

    [Fact]
    public async Task When_the_service_is_down_what_was_measured_is_published_all_the_same()
    {
        _world.State.Faults.Add(new Fault("*", "/repos/", 503, Times: 0));
        Measured(GroupMergeTests.Group("run-g01", "net9.0"), "run-g01");
        Assert.Equal(0, await PublishAsync());
        Assert.Single(Published());
        Assert.Contains("the history was not checked for missing runs", _world.Error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_the_service_does_not_tell_of_keeps_no_other_out()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0", minutes: 500), "run-g01");
        Add(4600, "success");
        Add(4601, "success");
        _world.State.Faults.Add(new Fault("GET", "/runs/4600/artifacts", 500, Times: 0));

        Assert.Equal(0, await PublishAsync());

        Assert.Equal(["4601", "4711"], Published().Select(id => id.Split('-')[1][2..]).Order(StringComparer.Ordinal));
        Assert.Contains("run 4600 is left out this time", _world.Error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_cannot_be_published_keeps_no_other_out()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0", minutes: 500), "run-g01");
        Add(4600, "success");
        Add(4601, "success");
        ProgramFile.Write(Path.Combine(Remote, "hooks", "update"), "#!/bin/sh\n! git log -1 --format=%B \"$3\" | grep -q gh4600\n");

        Assert.Equal(0, await PublishAsync());

        Assert.Equal(["4601", "4711"], Published().Select(id => id.Split('-')[1][2..]).Order(StringComparer.Ordinal));
        Assert.Matches("warning: run [0-9TZ]+-gh4600-1-[0-9a-f]+, which the history lacks, was not published: ", _world.Error.ToString());
    }

    [Fact]
    public async Task Runs_behind_the_first_hundred_are_found_as_long_as_their_artifacts_are_kept()
    {
        Measured(GroupMergeTests.Group("run-g01", "net9.0", minutes: 500), "run-g01");
        Add(4600, "success");
        for (var run = 4610; run < 4710; run++)
            _world.State.Runs.Add(new(run, "perf-main.yml", "main", Sha) { Conclusion = "skipped", Event = "push" });
        var old = new DateTimeOffset(2026, 8, 1, 0, 0, 0, TimeSpan.Zero);
        _world.State.Runs.Add(new(4599, "perf-main.yml", "main", Sha) { Conclusion = "success", Event = "push", StartedAt = old });

        Assert.Equal(0, await PublishAsync());

        Assert.Equal(["4600", "4711"], Published().Select(id => id.Split('-')[1][2..]).Order(StringComparer.Ordinal));
        Assert.DoesNotContain(_world.State.Requests, request => request.Contains("/runs/4599/", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Nothing_measured_is_loud_and_still_collects()
    {
        Add(4600, "success");
        Assert.Equal(3, await PublishAsync());
        Assert.Contains("none of the planned groups left a result", _world.Error.ToString(), StringComparison.Ordinal);
        Assert.Single(Published());
    }

    [Fact]
    public async Task A_folder_that_is_not_there_is_wrong_usage() =>
        Assert.Equal(2, await _world.RunAsync("github", "publish", "--artifacts", _world.Folder["none"], "--remote", Remote));

    private Task<int> PublishAsync(params string[] options) =>
        _world.RunAsync(["github", "publish", "--artifacts", Artifacts, "--remote", Remote, .. options]);

    private void Measured(MeasuredGroup group, string artifact)
    {
        var folder = Directory.CreateDirectory(Path.Combine(Artifacts, artifact, group.Run.Id)).FullName;
        RunDocument.File.Write(Path.Combine(folder, "run.json"), group.Run);
    }

    private void Planned(long run, int groups)
    {
        var plan = JobArtifacts.PlanOf([.. Enumerable.Repeat<GateRuns.Truth[]>([], groups)]);
        _world.State.Upload(run, "plan", GitHubWorld.Zip(("plan.json", JobPlan.File.Format(plan))));
    }

    private IEnumerable<string> Completeness() =>
        from path in (new Git(Remote).Ask("ls-tree", "-r", "--name-only", "gh-pages") ?? "").Split('\n')
        where path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal)
        let run = JsonNode.Parse(new Git(Remote).Ask("show", $"gh-pages:{path}")!)!
        select $"{Path.GetFileName(path).Split('-')[1][2..]} {run["complete"]?.GetValue<bool>() ?? true}";

    private StoredArtifact Add(long run, string conclusion, string? repository = null, string workflow = "perf-main.yml", string started = "push")
    {
        _world.State.Runs.Add(new(run, workflow, "main", Sha) { Conclusion = conclusion, HeadRepository = repository, Event = started });
        return Upload(run, GroupMergeTests.Group("run-g01", "net9.0", minutes: (int)(run - 4600)), ("raw/g01-1.json", "{}"));
    }

    private StoredArtifact Upload(long run, MeasuredGroup group, params (string Path, string Content)[] files) => _world.State.Upload(
        run,
        group.Name,
        GitHubWorld.Zip(
            [("20261121T/run.json", RunDocument.File.Format(group.Run)), .. files.Select(file => ($"20261121T/{file.Path}", file.Content))]));

    private static (MeasuredGroup Group, string Timeline) WithTimeline(MeasuredGroup group)
    {
        var (variant, block) = (group.Run.Variants[0].Id, group.Run.Blocks[0].Id);
        var content = JsonSerializer.SerializeToUtf8Bytes(TimelineSamples.Timeline(variant, block, 1), ContractJson.Default.GcTimeline);
        var file = new RawFile($"raw/{group.Name}.timeline.json", Convert.ToHexStringLower(SHA256.HashData(content)));
        return (group with { Run = group.Run with { Timelines = [new(variant, block, 1, file)] } }, Encoding.UTF8.GetString(content));
    }

    private IEnumerable<int> PublishedPoints()
    {
        var paths = (new Git(Remote).Ask("ls-tree", "-r", "--name-only", "gh-pages") ?? "").Split('\n');
        var file = new Git(Remote).Ask(
            "show", $"gh-pages:{Assert.Single(paths, path => path.StartsWith("timelines/2026/", StringComparison.Ordinal))}")!;
        return JsonNode.Parse(file)!["timelines"]!.AsArray().Select(timeline => timeline!["recorded"]!["points"]!.GetValue<int>());
    }

    private IEnumerable<string> Published()
    {
        var listed = new Git(Remote).Ask("ls-tree", "-r", "--name-only", "gh-pages") ?? "";
        return listed.Split('\n').Where(path => path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal))
            .Select(Path.GetFileNameWithoutExtension)!;
    }
}
