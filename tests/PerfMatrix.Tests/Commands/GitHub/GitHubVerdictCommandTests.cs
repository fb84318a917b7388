using PerfMatrix.Gate;
using PerfMatrix.GitHub.Plans;
using PerfMatrix.Measurement;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.GitHub;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands.GitHub;

public sealed class GitHubVerdictCommandTests : IDisposable
{
    private const string Expired = "{ cell: '*', metric: throughput, reason: old, expires: 2026-11-20 }";

    private readonly JobArtifacts _artifacts = new();

    public void Dispose() => _artifacts.Dispose();

    [Fact]
    public async Task An_unchanged_pull_request_passes()
    {
        _artifacts.ScreenBoth(JobArtifacts.Minimal);
        Assert.Equal(0, await _artifacts.JudgeAsync());
        Assert.Empty(_artifacts.Error.ToString());
        Assert.Equal(Outcome.Pass, _artifacts.Verdict.Outcome);
        Assert.Equal("scripts/perfmatrix compare base-sha head-sha --subset pr", _artifacts.Verdict.Reproduce);
        Assert.Null(_artifacts.Verdict.OwnDetectPercent);
        Assert.Equal("main (base-sha)", _artifacts.Verdict.Base!.Label);
    }

    [Fact]
    public async Task A_confirmed_slow_down_is_exit_code_1_an_annotation_of_its_scenario_and_the_first_table()
    {
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal);
        var summary = _artifacts.OnGitHub("GITHUB_STEP_SUMMARY");

        Assert.Equal(1, await _artifacts.JudgeAsync("--pull-request", "12", "--head-sha", new string('a', 40)));

        Assert.StartsWith("::error title=hello-minimal is worse::", _artifacts.Error.ToString(), StringComparison.Ordinal);
        Assert.Single(_artifacts.Error.ToString()
            .Split('\n', StringSplitOptions.RemoveEmptyEntries), line => line.StartsWith("::error", StringComparison.Ordinal));
        var worse = _artifacts.Verdict.Cells.Where(cell => cell.Verdict == Verdict.Worse).ToList();
        Assert.All(worse, cell => Assert.Equal((JobArtifacts.Minimal.Cell.Id, 2), (cell.Cell, cell.Machines)));
        Assert.Equal(new(12, new string('a', 40), null), _artifacts.Verdict.PullRequest);
        Approval.Verify(_artifacts.Summary, "worse");
        Assert.Equal(_artifacts.Summary, await File.ReadAllTextAsync(summary));
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("machineBiasPercent: 0.5\n", false)]
    public async Task Where_the_only_runner_confirms_itself_it_is_said_that_its_bias_is_assumed(string policy, bool isSaid)
    {
        await File.WriteAllTextAsync(_artifacts["crank/gate.yml"], $"detectPercent: 5\n{policy}");
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        _artifacts.Write("confirm/confirm-c01", GateRuns.Comparison(GateRuns.Run("again", 10, JobArtifacts.SlowMinimal), Stage.Confirm));

        Assert.Equal(1, await _artifacts.JudgeAsync());

        Assert.All(_artifacts.Verdict.Cells.Where(cell => cell.Verdict == Verdict.Worse), cell => Assert.Equal(1, cell.Machines));
        Assert.Equal(isSaid, _artifacts.Summary.Contains("\n- A machine measured again what it had suspected itself. What a machine does to one "
            + "side in all rounds is assumed", StringComparison.Ordinal));
    }

    /// <summary>A second machine sees only what the first one suspects.</summary>
    [Theory]
    [InlineData("", true)]
    [InlineData("machineBiasPercent: 0.5\n", false)]
    public async Task Where_two_machines_measure_it_is_said_once_that_their_bias_is_assumed(string policy, bool isSaid)
    {
        await File.WriteAllTextAsync(_artifacts["crank/gate.yml"], $"detectPercent: 5\n{policy}");
        _artifacts.ScreenBoth(JobArtifacts.Minimal);

        Assert.Equal(0, await _artifacts.JudgeAsync());

        Assert.Equal(isSaid ? 1 : 0, _artifacts.Verdict.Warnings.Count(
            warning => warning.StartsWith("What a machine does to one side in all rounds is assumed", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Where_nothing_was_measured_no_bias_is_assumed()
    {
        JobPlan.File.Write(_artifacts["plan.json"], JobArtifacts.PlanOf() with { Identical = [JobArtifacts.Minimal.Cell.ToCell()] });

        Assert.Equal(0, await _artifacts.JudgeAsync());

        Assert.DoesNotContain(_artifacts.Verdict.Warnings, warning => warning.Contains("is assumed", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_size_that_was_chosen_is_in_the_command_that_measures_the_same()
    {
        _artifacts.ScreenBoth(JobArtifacts.Minimal);

        await _artifacts.JudgeAsync("--detect", "7.5");

        Assert.Equal("scripts/perfmatrix compare base-sha head-sha --subset pr --detect 7.5", _artifacts.Verdict.Reproduce);
        Assert.Equal((7.5, 7.5), (_artifacts.Verdict.OwnDetectPercent, _artifacts.Verdict.Policy.DetectPercent));
    }

    [Fact]
    public async Task A_gate_that_only_advises_says_everything_and_fails_nothing()
    {
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal);

        Assert.Equal(0, await _artifacts.JudgeAsync("--mode", "advise"));

        Assert.Equal(Outcome.Regressed, _artifacts.Verdict.Outcome);
        Assert.StartsWith("## Regressed: ", _artifacts.Summary, StringComparison.Ordinal);
        Assert.Contains("The gate only advises, so this fails nothing.", _artifacts.Summary, StringComparison.Ordinal);
        Assert.StartsWith("::warning title=hello-minimal is worse::", _artifacts.Error.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("::error", _artifacts.Error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_it_only_advises_what_is_missing_is_said_and_fails_nothing()
    {
        _artifacts.Screen("g01", JobArtifacts.Minimal);

        Assert.Equal(0, await _artifacts.JudgeAsync("--mode", "advise"));

        Assert.StartsWith("## Incomplete, this is not a pass", _artifacts.Summary, StringComparison.Ordinal);
        Assert.Contains("::warning title=Incomplete::Job screen g02 did not report", _artifacts.Error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_caller_gets_the_outcome_and_its_counts()
    {
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal);
        var output = _artifacts.OnGitHub("GITHUB_OUTPUT");

        Assert.Equal(1, await _artifacts.JudgeAsync());

        var worse = _artifacts.Verdict.Cells.Count(cell => cell is { Gates: true, Verdict: Verdict.Worse });
        Assert.True(worse > 0);
        Assert.Equal($"verdict=regressed\nworse={worse}\nundecided=0\nreport=verdict/summary.md\n", await File.ReadAllTextAsync(output));
    }

    [Theory]
    [InlineData("head", "**The code of this pull request does not build, so nothing was measured: see the job Build head.**")]
    [InlineData("base", "**The code that this pull request goes into does not build, so there is nothing to compare with: see the job Build base.**")]
    public async Task A_side_that_does_not_build_is_named_first(string side, string sentence)
    {
        Assert.Equal(3, await _artifacts.JudgeAsync("--unbuilt", side));

        Assert.Equal(side, _artifacts.Verdict.Unbuilt);
        Assert.Contains(sentence, _artifacts.Summary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_plan_without_jobs_is_incomplete_not_good()
    {
        JobPlan.File.Write(_artifacts["plan.json"], JobArtifacts.PlanOf());
        Assert.Equal(3, await _artifacts.JudgeAsync());
    }

    [Fact]
    public async Task A_cell_that_head_dropped_is_missing_in_all_that_is_written_and_only_an_acknowledgement_excuses_it()
    {
        Drop(new("gone-api", "net10.0", "server", 2));
        _artifacts.ScreenBoth(JobArtifacts.Minimal);

        Assert.Equal(3, await _artifacts.JudgeAsync());
        Assert.Equal(Outcome.Incomplete, _artifacts.Verdict.Outcome);
        Assert.All(_artifacts.Verdict.Cells.Where(cell => cell.Cell == "gone-api/net10.0/server/2c"),
            cell => Assert.Equal((true, "missing: head has no GoneApi.csproj"), (cell.Dropped, cell.Reason)));
        Assert.StartsWith("## Incomplete, this is not a pass: ", _artifacts.Summary, StringComparison.Ordinal);
        Assert.Contains("1 cell missing in head", _artifacts.Summary, StringComparison.Ordinal);
        Assert.Contains("Missing (1)", _artifacts.Summary, StringComparison.Ordinal);

        await AcknowledgeAsync("throughput");
        Assert.Equal(2, await _artifacts.JudgeAsync());
        await AcknowledgeAsync("dropped");
        Assert.Equal(0, await _artifacts.JudgeAsync());
        // One verdict for each metric that gates, because nobody knows which of them the cell would have; one row for all.
        var dropped = _artifacts.Verdict.Cells.Count(cell => cell.Cell == "gone-api/net10.0/server/2c");
        Assert.StartsWith($"## Pass: {dropped + 8} verdicts, {dropped} acknowledged, 8 the same.", _artifacts.Summary, StringComparison.Ordinal);
        Assert.Contains("**Acknowledged (1)**", _artifacts.Summary, StringComparison.Ordinal);
        Assert.Contains("| missing, acknowledged | gone-api/net10.0/server/2c | all |", _artifacts.Summary, StringComparison.Ordinal);

        Task AcknowledgeAsync(string metric) => File.WriteAllTextAsync(_artifacts[AcknowledgementFile.Name],
            $"acknowledged:\n  - {{ cell: 'gone-api/*', metric: {metric}, reason: replaced, expires: 2027-01-01 }}\n");
    }

    [Fact]
    public async Task Cells_that_head_alone_has_are_named_beside_the_verdict_which_passes()
    {
        JobPlan.File.Write(_artifacts["plan.json"], _artifacts.Plan with
        {
            LeftOut = [new("shop/Prices.Sum/net10.0/workstation/2c", "n/a", Obstacle.New("base, main, has no such benchmark").Reason)],
        });
        _artifacts.ScreenBoth(JobArtifacts.Minimal);

        Assert.Equal(0, await _artifacts.JudgeAsync());
        Assert.Contains("Only at head: 1 cell, not compared: shop/Prices.Sum/net10.0/workstation/2c.", _artifacts.Verdict.Warnings);
        Assert.Contains("Only at head: 1 cell, not compared", _artifacts.Summary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_a_job_says_of_a_cell_that_head_dropped_is_not_believed()
    {
        Drop(JobArtifacts.Minimal.Cell with { Scenario = "gone-api" });
        _artifacts.Screen("g01", JobArtifacts.Minimal, JobArtifacts.Minimal with { Scenario = "gone-api" });
        _artifacts.Screen("g02", JobArtifacts.Controllers);

        Assert.Equal(3, await _artifacts.JudgeAsync());
        Assert.All(_artifacts.Verdict.Cells.Where(cell => cell.Cell.StartsWith("gone-api", StringComparison.Ordinal)),
            cell => Assert.True(cell.Dropped));
    }

    [Fact]
    public async Task Two_suspects_are_confirmed_by_two_jobs_with_the_rounds_of_the_plan()
    {
        var slow = JobArtifacts.Controllers with { EffectPercent = 6 };
        JobPlan.File.Write(_artifacts["plan.json"], _artifacts.Plan with { MostRounds = 8 });
        _artifacts.Screen("g01", JobArtifacts.SlowMinimal);
        _artifacts.Screen("g02", slow);
        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal);
        _artifacts.Confirm("c02", slow);

        Assert.Equal(1, await _artifacts.JudgeAsync());

        Assert.Equal(2, _artifacts.Verdict.Cells.Count(cell => cell is { Metric: "throughput", Verdict: Verdict.Worse, Machines: 2 }));
        Assert.Equal(8, _artifacts.Verdict.Policy.MostRounds);
    }

    [Fact]
    public async Task What_is_acknowledged_waits_for_no_confirming_job()
    {
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        await File.WriteAllTextAsync(_artifacts[AcknowledgementFile.Name], string.Concat("acknowledged:\n",
            "  - { cell: 'hello-minimal/*', metric: throughput, reason: known, expires: 2027-01-01 }\n",
            "  - { cell: 'hello-minimal/*', metric: cpuPerRequest, reason: known, expires: 2027-01-01 }\n"));
        Assert.Equal((0, 0), (await _artifacts.SuspectAsync(), await _artifacts.JudgeAsync()));
        Assert.Empty(_artifacts.Suspects.Suspects);
        Assert.Empty(_artifacts.Error.ToString());
    }

    [Theory]
    [InlineData("--pull-request", "0", "--pull-request: found 0, expected at least 1")]
    [InlineData("--pull-request", "-3", "--pull-request: found -3, expected at least 1")]
    [InlineData("--head-sha", "main\n::error::x", "--head-sha: found 'main : :error: :x', expected a commit of 40 hexadecimal digits")]
    public async Task A_wrong_option_is_exit_code_2(string option, string value, string message)
    {
        _artifacts.ScreenBoth(JobArtifacts.Minimal);
        Assert.Equal(2, await _artifacts.JudgeAsync(option, value));
        Assert.Contains(message, _artifacts.Error.ToString(), StringComparison.Ordinal);
    }

    /// <summary>Whatever head's file says: the checkout is one of base.</summary>
    [Fact]
    public async Task A_change_of_the_policy_is_told()
    {
        JobPlan.File.Write(_artifacts["plan.json"], _artifacts.Plan with { PolicyChanges = ["crank/acknowledged.yml"] });
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal);

        Assert.Equal(1, await _artifacts.JudgeAsync());

        Assert.Equal(["crank/acknowledged.yml"], _artifacts.Verdict.PolicyChanges);
        Assert.Contains("- The pull request changes crank/acknowledged.yml. It was judged by the rules of the base branch", _artifacts.Summary,
            StringComparison.Ordinal);
    }

    /// <summary>The workflow judges in a checkout of base; head is a commit there.</summary>
    [Theory]
    [InlineData("", 0)]
    [InlineData("{ cell: '*', metric: throughput, reason: renewed, expires: 2027-01-01 }", 0)]
    [InlineData(Expired, 2)]
    public async Task In_a_checkout_of_base_an_expired_acknowledgement_does_not_stop_the_pull_request_that_mends_it(string head, int code)
    {
        _artifacts.ScreenBoth(JobArtifacts.Minimal);
        _artifacts.CommitAcknowledged(Expired, head);

        Assert.Equal((code, code), (await _artifacts.SuspectAsync(), await _artifacts.JudgeAsync()));
    }

    private void Drop(Cell cell) => JobPlan.File.Write(_artifacts["plan.json"], _artifacts.Plan with
    {
        Dropped = [new(cell) { Missing = "head has no GoneApi.csproj", Dropped = true }],
    });
}
