using PerfMatrix.Drivers.Crank;
using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Tests.Drivers.Crank;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>The stages of a comparison as the jobs of a pull request run them: the built program, real builds, real processes.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class StageTests : IDisposable
{
    private static readonly int s_cores = MachineRecord.Current.Cpus.Count;
    private static readonly string s_cell = $"hello-minimal/net10.0/workstation/{s_cores}c";

    private readonly TheProgram _program = new();
    private readonly ScratchCheckout _checkout = new();

    public void Dispose()
    {
        _program.Dispose();
        _checkout.Dispose();
    }

    [Fact]
    public async Task A_screen_measures_its_blocks_and_judges_nothing()
    {
        _checkout.ChangeProgram();
        var outcome = await StageAsync(
            "screen", "--scenario", "hello-minimal,hello-controllers", "--rounds", "3", "--blocks", $"hello-minimal--{s_cores}c");

        Assert.True(outcome.ExitCode == 0, outcome.Error);
        var comparison = ComparisonDocument.File.Read(Path.Combine(_program.Out, ComparisonDocument.File.Name));
        Assert.Equal(s_cell, Assert.Single(comparison.Cells).Id);
        Assert.Equal(_checkout.Git("rev-parse", "HEAD"), comparison.Head.Sha);
        Assert.True(comparison.Pairs.First(series => series.Metric == "throughput").Rounds.Count >= DecisionLooks.InForce.FirstRounds);
        Assert.Equal(["SHA256SUMS", "comparison.json", "raw", "run.json"], Directory.GetFileSystemEntries(_program.Out).Select(Path.GetFileName)
            .Order(StringComparer.Ordinal));
        Assert.Empty(_checkout.Worktrees);
    }

    [Fact]
    public async Task Suspects_get_fresh_rounds_with_canaries_of_their_own()
    {
        _checkout.ChangeProgram();
        var suspects = Path.Combine(_checkout.Root, "artifacts", SuspectsDocument.File.Name);
        SuspectsDocument.File.Write(suspects, new()
        {
            MostRounds = 20,
            Suspects = [new(new Cell("hello-minimal", "net10.0", "workstation", s_cores), [])],
        });

        var outcome = await StageAsync("confirm", "--scenario", "hello-minimal", "--suspects", suspects, "--cells", s_cell);

        Assert.True(outcome.ExitCode == 0, outcome.Error);
        Assert.Contains("Confirming on another machine:", outcome.Error);
        var run = RunDocument.File.Read(Path.Combine(_program.Out, "run.json"));
        Assert.Equal(Stage.Confirm, run.Settings.Stage);
        Assert.Equal([(Side.Base, 0), (Side.Head, 0), (Side.Base, 1), (Side.Head, 1)], run.Variants.Select(variant => (variant.Side, variant.Twin)));
        Assert.Equal(Stage.Confirm, Assert.Single(ComparisonDocument.File.Read(Path.Combine(_program.Out, ComparisonDocument.File.Name)).Runs).Stage);
        Assert.Equal([1, 2, 3], run.Samples.Select(sample => sample.Round).Distinct());
    }

    [Fact]
    public async Task The_real_crank_measures_a_comparison()
    {
        RealCrank.Need();
        _checkout.ChangeProgram();
        var agent = RealCrank.FreeAgent();
        var profiles = Path.Combine(_checkout.Root, "crank", "profiles.yml");
        await File.WriteAllTextAsync(profiles, (await File.ReadAllTextAsync(profiles))
            .Replace("http://localhost:5010", $"http://localhost:{agent.Port}", StringComparison.Ordinal));

        var outcome = await StageAsync("screen", "--scenario", "hello-minimal", "--rounds", "3", "--driver", "crank");

        Assert.True(outcome.ExitCode == 0, outcome.Error);
        var run = RunDocument.File.Read(Path.Combine(_program.Out, "run.json"));
        Assert.Equal("crank", run.Machine.Driver);
        Assert.Equal([(Side.Base, 0), (Side.Head, 0), (Side.Base, 1), (Side.Head, 1)], run.Variants.Select(variant => (variant.Side, variant.Twin)));
        Assert.All(run.Variants, variant => Assert.Equal(VariantStatus.Measured, variant.Status));
        Assert.NotEmpty(Directory.GetFiles(Path.Combine(_program.Out, "raw"), "*.crank*.json"));
        Assert.Null(await new AgentClient(agent).TryInfoAsync(CancellationToken.None));
    }

    [Fact]
    public async Task Agents_build_both_sides_and_a_side_that_does_not_compile_has_the_exit_code_of_one_that_is_built_here()
    {
        RealCrank.Need();
        var good = await File.ReadAllTextAsync(_checkout.Handler);
        var profiles = Path.Combine(_checkout.Root, "crank", "profiles.yml");
        await File.WriteAllTextAsync(profiles, (await File.ReadAllTextAsync(profiles))
            .Replace("http://localhost:5010", $"http://localhost:{RealCrank.FreeAgent().Port}", StringComparison.Ordinal));
        _checkout.Commit("good");
        await File.WriteAllTextAsync(_checkout.Handler, good + "\nthis does not compile");
        _checkout.Commit("broken");
        await File.WriteAllTextAsync(_checkout.Handler, good);
        _checkout.Commit("good again");
        string[] remote = ["--scenario", "hello-minimal", "--slices", "8", "--warmup", "100ms", "--driver", "crank", "--remote-source",
            $"file://{_checkout.Root}/.git", "--out", _program.Out];

        var head = await _program.RunAsync(["compare", "HEAD~2", "HEAD~1", .. remote], _checkout.Root);
        var old = await _program.RunAsync(["compare", "HEAD~1", "HEAD", .. remote], _checkout.Root);

        Assert.Equal((2, 3), (head.ExitCode, old.ExitCode));
        Assert.Matches(@"perfmatrix: head, HEAD~1 \([0-9a-f]{8}\), does not build, so it cannot be compared: workloads/MinimalApi/MinimalApi\.csproj "
            + @"could not be published", head.Error);
        Assert.Matches(@"perfmatrix: base, HEAD~1 \([0-9a-f]{8}\), does not build, so there is nothing to compare with", old.Error);
        Assert.All([head, old], outcome => Assert.Matches(@"\nworkloads/MinimalApi/Hello\.cs\(\d+,\d+\): error CS", outcome.Error));
        Assert.Empty(_checkout.Worktrees);
    }

    [Fact]
    public async Task A_run_measures_only_the_blocks_it_is_given()
    {
        var outcome = await _program.RunAsync(
            ["run", "--scenario", "hello-minimal,hello-controllers", "--runtime", "net10.0", "--gc", "workstation", "--rounds", "1", "--slices", "8",
                "--warmup", "100ms", "--blocks", $"hello-controllers--{s_cores}c"]);

        Assert.True(outcome.ExitCode == 0, outcome.Error);
        Assert.Equal($"hello-controllers/net10.0/workstation/{s_cores}c", Assert.Single(_program.Run.Variants).Cell.Id);
    }

    private Task<TheProgram.Outcome> StageAsync(string stage, params string[] arguments) =>
        _program.RunAsync(Arguments(stage, ["HEAD", .. arguments]), _checkout.Root);

    private string[] Arguments(string stage, params string[] arguments) =>
        ["compare", "--stage", stage, .. arguments, "--slices", "8", "--warmup", "100ms", "--out", _program.Out];
}
