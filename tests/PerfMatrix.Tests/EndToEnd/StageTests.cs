using PerfMatrix.Drivers.Crank;
using PerfMatrix.Measurement;
using PerfMatrix.Tests.Drivers.Crank;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>What the jobs of a pull request measure with agents, and blocks of a run. PullRequestTests screen on this machine, WhyTests
/// confirm.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class StageTests : IDisposable
{
    private static readonly int s_cores = MachineRecord.Current.Cpus.Count;

    private readonly TheProgram _program = new();
    private readonly ScratchCheckout _checkout = new();

    public void Dispose()
    {
        _program.Dispose();
        _checkout.Dispose();
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

        var outcome = await _program.RunAsync(["compare", "HEAD", "--stage", "screen", "--scenario", "hello-minimal", "--rounds", "3", "--slices",
            "8", "--warmup", "100ms", "--driver", "crank", "--out", _program.Out], _checkout.Root);

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
}
