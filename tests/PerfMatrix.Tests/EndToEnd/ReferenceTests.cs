using System.Text.Json.Nodes;
using PerfMatrix.Measurement;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>The pinned reference from a commit to the history, as a repository that publishes uses it: the built program, real builds, real
/// processes.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class ReferenceTests : IDisposable
{
    private static readonly int s_cores = MachineRecord.Current.Cpus.Count;

    private readonly TheProgram _program = new();
    private readonly ScratchCheckout _checkout = new();
    private readonly TemporaryFolder _folder = new();

    public void Dispose()
    {
        _program.Dispose();
        _checkout.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task A_run_with_a_pin_gives_the_history_a_ratio()
    {
        var pinned = _checkout.Git("rev-parse", "HEAD");
        await ChangeAsync();
        await PinAsync(pinned);

        var outcome = await RunAsync(rounds: 2);
        var run = _program.Run;
        var shard = await PublishAsync(RunFolder.FindDocument(_program.Out));

        Assert.True(outcome.ExitCode == 0, outcome.Error);
        Assert.Equal(
            [(Side.Head, _checkout.Git("rev-parse", "HEAD")), (Side.Reference, pinned)],
                run.Variants.Select(variant => (variant.Side, variant.Sha!)));
        Assert.All(run.Variants, variant => Assert.Equal(VariantStatus.Measured, variant.Status));
        Assert.NotEqual(run.Variants[0].ArtifactHash, run.Variants[1].ArtifactHash);
        Assert.Contains($"Reference of the trend: commit {pinned[..8]}", outcome.Output);
        Assert.DoesNotContain("@reference", outcome.Output);
        Assert.Empty(_checkout.Worktrees);
        Assert.NotNull(Assert.Single(shard["cells"]!.AsArray())!["ratio"]![0]);
    }

    [Fact]
    public async Task A_pin_without_the_workload_or_that_does_not_build_warns_and_measures()
    {
        var project = Path.Combine(_checkout.Root, "workloads", "MinimalApi", "MinimalApi.csproj");
        var (text, handler) = (await File.ReadAllTextAsync(project), await File.ReadAllTextAsync(_checkout.Handler));
        File.Delete(project);
        _checkout.Commit("no such workload yet");
        var without = _checkout.Git("rev-parse", "HEAD");
        await File.WriteAllTextAsync(project, text);
        await File.WriteAllTextAsync(_checkout.Handler, handler + "\nthis does not compile");
        _checkout.Commit("broken");
        var broken = _checkout.Git("rev-parse", "HEAD");
        await File.WriteAllTextAsync(_checkout.Handler, handler);
        _checkout.Commit("as it was");
        await PinAsync(broken, without);

        var outcome = await RunAsync(rounds: 1);

        Assert.True(outcome.ExitCode == 0, outcome.Error);
        var run = _program.Run;
        Assert.True(run.Complete);
        Assert.Equal([VariantStatus.Measured, VariantStatus.Failed, VariantStatus.Failed], run.Variants.Select(variant => variant.Status));
        Assert.Contains(run.Warnings, warning => warning.StartsWith($"The reference, commit {without[..8]}, could not be measured",
            StringComparison.Ordinal) && warning.EndsWith("it has no workloads/MinimalApi/MinimalApi.csproj", StringComparison.Ordinal));
        Assert.Contains(run.Warnings, warning => warning.StartsWith($"The reference, commit {broken[..8]}, could not be measured",
            StringComparison.Ordinal) && warning.Contains("\nworkloads/MinimalApi/Hello.cs(", StringComparison.Ordinal));
        Assert.Empty(_checkout.Worktrees);
    }

    [Fact]
    public async Task Jobs_of_a_workflow_plan_build_and_measure_the_same_reference()
    {
        var pinned = _checkout.Git("rev-parse", "HEAD");
        await ChangeAsync();
        string[] selection = ["--scenario", "hello-minimal", "--runtime", "net10.0", "--gc", "workstation", "--cores", "all"];
        var programs = _folder["programs"];

        var without = await _program.RunAsync(["github", "plan", .. selection], _checkout.Root);
        var plan = await _program.RunAsync(["github", "plan", .. selection, "--reference", "HEAD~1"], _checkout.Root);
        var build = await _program.RunAsync(["github", "build", .. selection, "--reference", "HEAD~1", "--out", programs], _checkout.Root);
        PullRequestTests.AsUploaded(programs);
        var run = await RunAsync(1, "--programs", programs, "--blocks", $"hello-minimal--{s_cores}c");
        var both = await RunAsync(1, "--programs", programs, "--reference", "HEAD");

        Assert.Contains("No reference is pinned, so these runs have no ratios and the "
            + "trend finds no change: write a commit into crank/reference.yml.",
            without.Output);
        Assert.Contains($"Reference in every block: HEAD\\~1 ({pinned[..8]}).", plan.Output);
        Assert.True(build.ExitCode == 0, build.Error);
        Assert.Contains("reference: workloads/MinimalApi/MinimalApi.csproj", build.Output);
        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Equal([(Side.Head, VariantStatus.Measured), (Side.Reference, VariantStatus.Measured)],
            _program.Run.Variants.Select(variant => (variant.Side, variant.Status)));
        Assert.Equal(pinned, _program.Run.Variants[1].Sha);
        Assert.Equal(2, both.ExitCode);
        Assert.Contains("found both --reference and --programs", both.Error);
    }

    [Theory]
    [InlineData("run", "crank/reference.yml:1:9: commit: the reference of the trend: git knows no commit "
        + "'0123456789012345678901234567890123456789' here")]
    [InlineData("github plan", "Or measure without it: --reference none.")]
    [InlineData("run --reference nowhere", "--reference: the reference of the trend: git knows no commit 'nowhere' here")]
    public async Task A_pin_that_is_no_commit_here_is_exit_code_2_before_anything_is_measured(string arguments, string expected)
    {
        await PinAsync("0123456789012345678901234567890123456789");

        var outcome = await _program.RunAsync([.. arguments.Split(' '), "--scenario", "hello-minimal", "--runtime", "net10.0"], _checkout.Root);

        Assert.Equal(2, outcome.ExitCode);
        Assert.Contains(expected, outcome.Error);
        Assert.False(Directory.Exists(_program.Out));
    }

    private Task<TheProgram.Outcome> RunAsync(int rounds, params string[] arguments) =>
        _program.RunAsync([.. TheProgram.SmallRun(rounds), "--cores", "all", .. arguments], _checkout.Root);

    private async Task ChangeAsync()
    {
        await File.AppendAllTextAsync(_checkout.Handler, ScratchCheckout.Comment);
        _checkout.Commit("newer");
    }

    private async Task PinAsync(string commit, string? older = null)
    {
        await File.WriteAllTextAsync(Path.Combine(_checkout.Root, ReferenceFile.Name), $"commit: {commit}\nolderCommit: {older}\n");
        _checkout.Commit("pin");
    }

    /// <summary>Publishes into a bare repository; the shard of throughput.</summary>
    private async Task<JsonNode> PublishAsync(string document)
    {
        var (bare, copy) = (_folder["remote.git"], _folder["copy"]);
        _checkout.Git("init", "-q", "--bare", bare);
        _checkout.Git("remote", "add", "origin", bare);
        var outcome = await _program.RunAsync(["publish", document], _checkout.Root);
        Assert.True(outcome.ExitCode == 0, outcome.Error);
        _checkout.Git("clone", "-q", "--branch", "gh-pages", bare, copy);
        var shard = Assert.Single(Directory.GetFiles(Path.Combine(copy, "series", "throughput"), "0.json", SearchOption.AllDirectories));
        return JsonNode.Parse(await File.ReadAllTextAsync(shard))!;
    }
}
