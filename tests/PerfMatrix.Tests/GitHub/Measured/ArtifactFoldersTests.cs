using PerfMatrix.Gate;
using PerfMatrix.GitHub.Plans;

namespace PerfMatrix.Tests.GitHub.Measured;

/// <summary>What <c>github verdict</c> makes of artifacts that are missing, damaged, repeated, or in other folders.</summary>
public sealed class ArtifactFoldersTests : IDisposable
{
    private readonly JobArtifacts _artifacts = new();

    public void Dispose() => _artifacts.Dispose();

    [Fact]
    public async Task A_job_that_did_not_report_makes_it_incomplete_and_is_named_first()
    {
        _artifacts.Screen("g01", JobArtifacts.Minimal);
        Assert.Equal(3, await _artifacts.JudgeAsync());
        Assert.Contains("::warning title=Incomplete::Job screen g02 did not report: no artifact screen-g02.", _artifacts.Error.ToString(),
            StringComparison.Ordinal);
        Assert.Contains("- Job screen g02 did not report: no artifact screen-g02.", _artifacts.Summary, StringComparison.Ordinal);
        Assert.StartsWith("## Incomplete, this is not a pass", _artifacts.Summary, StringComparison.Ordinal);
        Assert.All(_artifacts.Verdict.Cells.Where(cell => cell.Cell == JobArtifacts.Controllers.Cell.Id),
            cell => Assert.Equal("not measured: Job screen g02 did not report: no artifact screen-g02.", cell.Reason));
    }

    [Fact]
    public async Task Nothing_at_all_is_incomplete()
    {
        Assert.Equal(3, await _artifacts.JudgeAsync());
        Assert.Equal(2, _artifacts.Verdict.Warnings.Count(warning => warning.Contains("did not report", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task The_files_of_the_only_job_may_lie_in_no_folder_of_their_own()
    {
        JobPlan.File.Write(_artifacts["plan.json"], JobArtifacts.PlanOf([JobArtifacts.Minimal]));
        _artifacts.Screen("g01", JobArtifacts.Minimal);
        Flatten("screen/screen-g01", "screen");

        Assert.Equal(0, await _artifacts.JudgeAsync());
        Assert.Equal(0, await _artifacts.SuspectAsync());
        Assert.Empty(_artifacts.Error.ToString());
    }

    [Fact]
    public async Task The_files_of_the_only_confirming_job_may_lie_in_no_folder_of_their_own()
    {
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal);
        Flatten("confirm/confirm-c01", "confirm");

        await _artifacts.JudgeAsync();
        Assert.DoesNotContain(_artifacts.Verdict.Warnings, warning => warning.StartsWith("Job confirm", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Files_without_a_folder_are_nobodys_where_there_are_several_jobs()
    {
        _artifacts.ScreenBoth(JobArtifacts.Minimal);
        Flatten("screen/screen-g01", "screen");
        Directory.Delete(_artifacts["screen/screen-g02"], recursive: true);
        Assert.Equal(3, await _artifacts.JudgeAsync());
        Assert.Equal(2, _artifacts.Verdict.Warnings.Count(warning => warning.Contains("no artifact screen-g0", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_suspect_whose_confirming_job_did_not_report_is_incomplete()
    {
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        Assert.Equal(3, await _artifacts.JudgeAsync());
        Assert.Equal(Outcome.Incomplete, _artifacts.Verdict.Outcome);
        Assert.Contains("Job confirm c01 did not report: no artifact confirm-c01.", _artifacts.Verdict.Warnings);
        Assert.All(_artifacts.Verdict.Cells.Where(cell => cell.Verdict == Verdict.Undecided), cell => Assert.True(cell.NotMeasured));

        await File.WriteAllTextAsync(_artifacts["crank/gate.yml"], "undecided: warn\n");
        Assert.Equal(3, await _artifacts.JudgeAsync());
    }

    [Fact]
    public async Task A_confirming_job_that_did_not_report_fails_nothing_where_it_had_to_confirm_an_improvement_alone()
    {
        _artifacts.ScreenBoth(JobArtifacts.Minimal with { EffectPercent = -6 });
        Assert.Equal(0, await _artifacts.JudgeAsync());
        Assert.Contains("Job confirm c01 did not report: no artifact confirm-c01.", _artifacts.Verdict.Warnings);
        Assert.StartsWith("## Pass", _artifacts.Summary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_newest_attempt_of_a_job_wins()
    {
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        _artifacts.Screen("g01-attempt2", JobArtifacts.SlowMinimal);
        _artifacts.Screen("g01-attempt10", JobArtifacts.Minimal);
        Assert.Equal(0, await _artifacts.JudgeAsync());
    }

    [Fact]
    public async Task Failed_confirming_jobs_that_were_repeated_are_judged_with_the_screen_of_the_first_attempt()
    {
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal);
        _artifacts.Write("confirm/confirm-c01", "{");
        await _artifacts.JudgeAsync();
        Assert.Contains(_artifacts.Verdict.Warnings, warning => warning.StartsWith("Job confirm c01 did not report: ", StringComparison.Ordinal));

        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal, attempt: "-attempt2");

        Assert.Equal(1, await _artifacts.JudgeAsync());
        Assert.All(_artifacts.Verdict.Cells.Where(cell => cell.Verdict == Verdict.Worse), cell => Assert.Equal(2, cell.Machines));
        Assert.DoesNotContain(_artifacts.Verdict.Warnings, warning => warning.StartsWith("Job ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task What_the_first_attempt_confirmed_is_no_stray_of_a_second_one_without_suspects()
    {
        _artifacts.ScreenBoth(JobArtifacts.SlowMinimal);
        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal);
        _artifacts.Screen("g01-attempt2", JobArtifacts.Minimal);
        _artifacts.Screen("g02-attempt2", JobArtifacts.Controllers);

        Assert.Equal(0, await _artifacts.JudgeAsync());
        Assert.Empty(_artifacts.Error.ToString());
    }

    [Fact]
    public async Task A_damaged_newest_attempt_is_not_replaced_by_an_older_one()
    {
        _artifacts.ScreenBoth(JobArtifacts.Minimal);
        _artifacts.Write("screen/screen-g01-attempt2", "{ \"schemaVersion\": 1, \"cells\": [");
        Assert.Equal(3, await _artifacts.JudgeAsync());
        Assert.Contains("screen-g01-attempt2/comparison.json(1,", _artifacts.Verdict.Warnings[0]);
    }

    [Fact]
    public async Task Artifacts_of_jobs_that_the_plan_does_not_have_are_left_out_and_named()
    {
        _artifacts.ScreenBoth(JobArtifacts.Minimal);
        _artifacts.Screen("g07", JobArtifacts.SlowMinimal);
        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal);
        Directory.CreateDirectory(_artifacts["screen/..%2f..%2fetc"]);
        Assert.Equal(0, await _artifacts.JudgeAsync());
        Assert.Equal(
            ["screen-g07: left out, because the plan has no such job.", "confirm-c01: left out, because the plan has no such job."],
            _artifacts.Verdict.Warnings.Where(warning => warning.Contains("left out", StringComparison.Ordinal)));
    }

    // As actions/download-artifact leaves an artifact that its pattern matched alone.
    private void Flatten(string artifact, string folder)
    {
        File.Move(_artifacts[$"{artifact}/comparison.json"], _artifacts[$"{folder}/comparison.json"]);
        Directory.Delete(_artifacts[artifact]);
    }
}
