using PerfMatrix.GitHub.Plans;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.GitHub;

namespace PerfMatrix.Tests.Commands.GitHub;

public sealed class GitHubSuspectsCommandTests : IDisposable
{
    private readonly JobArtifacts _artifacts = new();

    public void Dispose() => _artifacts.Dispose();

    [Fact]
    public async Task Suspects_become_a_job_on_a_second_machine()
    {
        _artifacts.Screen("g01", JobArtifacts.SlowMinimal);
        _artifacts.Screen("g02", JobArtifacts.Controllers);
        var output = _artifacts.OnGitHub("GITHUB_OUTPUT");

        Assert.Equal(0, await _artifacts.SuspectAsync());

        Assert.Equal([JobArtifacts.Minimal.Cell.Id], _artifacts.Suspects.Suspects.Select(suspect => suspect.Id));
        Assert.Equal(
            """
            matrix={"include":[{"group":1,"slug":"c01","minutes":5,"measuring":30,"cells":"hello-minimal/net10.0/server/2c","timeout":50}]}
            any=true

            """,
            await File.ReadAllTextAsync(output));
    }

    [Fact]
    public async Task A_second_machine_gets_the_rounds_that_the_plan_was_asked_for_and_the_time_for_them()
    {
        JobPlan.File.Write(_artifacts["plan.json"], _artifacts.Plan with { MostRounds = 40 });
        _artifacts.Screen("g01", JobArtifacts.SlowMinimal);
        _artifacts.Screen("g02", JobArtifacts.Controllers);

        Assert.Equal(0, await _artifacts.SuspectAsync());

        Assert.Equal(40, _artifacts.Suspects.MostRounds);
        Assert.Contains("\"slug\":\"c01\",\"minutes\":10,", _artifacts.Output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_suspect_the_matrix_is_empty_and_any_says_so()
    {
        _artifacts.Screen("g01", JobArtifacts.Minimal);
        _artifacts.Screen("g02", JobArtifacts.Controllers);
        Assert.Equal(0, await _artifacts.SuspectAsync());
        Assert.Equal("matrix={\"include\":[]}\nany=false\n", _artifacts.Output.ToString());
    }

    [Fact]
    public async Task A_job_that_did_not_report_is_a_warning_and_the_others_go_on()
    {
        _artifacts.Screen("g01", JobArtifacts.SlowMinimal);
        Assert.Equal(0, await _artifacts.SuspectAsync());
        Assert.Equal("::warning title=Incomplete::Job screen g02 did not report: no artifact screen-g02.\n", _artifacts.Error.ToString());
        Assert.Contains("any=true", _artifacts.Output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Many_suspects_share_the_jobs_that_can_hand_on_a_hash()
    {
        GateRuns.Truth[] slow = [.. Enumerable.Range(0, 600).Select(i => JobArtifacts.SlowMinimal with { Scenario = $"s{i}" })];
        using var many = new JobArtifacts(slow);
        many.Screen("g01", JobArtifacts.Minimal);
        many.Screen("g02", [JobArtifacts.Controllers, .. slow]);
        Assert.Equal(0, await many.SuspectAsync());
        Assert.Equal(600, many.Suspects.Suspects.Count);
        var jobs = many.Output.ToString().Split("\"slug\"").Length - 1;
        Assert.Equal(GroupPacking.MostSealed, jobs);
    }
}
