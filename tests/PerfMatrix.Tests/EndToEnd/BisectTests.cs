using PerfMatrix.Explain;
using PerfMatrix.Measurement;
using PerfMatrix.Measurement.Bisecting;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary><c>bisect</c> over real commits; what it finds is so large that even tiny slices show it.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class BisectTests : IDisposable
{
    private const string Answer = "new { name = \"Rick\", message = \"Hello World\" }";

    private readonly TheProgram _program = new();
    private readonly ScratchCheckout _checkout = new();

    public void Dispose()
    {
        _program.Dispose();
        _checkout.Dispose();
    }

    [Fact]
    public async Task It_finds_the_slow_commit_steps_around_one_that_does_not_build_and_needs_no_rounds_for_documentation()
    {
        var good = await File.ReadAllTextAsync(_checkout.Handler);
        _checkout.LengthenSlices();
        _checkout.LowerConnections();
        _checkout.Commit("longer slices of fewer requests");
        Write("README.md", "documentation");
        Write("README.md", "more documentation");
        Write(_checkout.Handler, good + "\nthis does not compile");
        Write(_checkout.Handler, good);
        Write(_checkout.Handler, good.Replace(Answer, $"{{ Thread.Sleep(2); return {Answer}; }}", StringComparison.Ordinal));
        Write("README.md", "even more documentation");

        var outcome = await BisectAsync("--good", "HEAD~6");

        Assert.True(outcome.ExitCode == 0, outcome.Error);
        Assert.Matches(@"First bad: [0-9a-f]{8} commit 5\.\n  \+[\d,]+\.\d % \[", outcome.Output);
        var log = BisectDocument.File.Find(Path.Combine(_program.Out, BisectDocument.File.Name))!;
        Assert.Equal([BisectAnswer.Bad, BisectAnswer.Skipped, BisectAnswer.Good, BisectAnswer.Bad], log.Steps.Select(step => step.Answer));
        Assert.InRange(log.Steps[0].Rounds, 4, 20);
        Assert.Equal(0, log.Steps[2].Rounds);
        Assert.Single(Directory.GetDirectories(_program.Out), folder => Path.GetFileName(folder) != "raw");
        var why = WhyDocument.File.Read(Path.Combine(_program.Out, WhyDocument.File.Name));
        Assert.Equal((log.Candidates[4].Id, log.Candidates[3].Id), (why.Head.Sha, why.Base.Sha));
        Assert.True(Assert.Single(why.Cells) is { Problem: null, Rounds: >= TracedRounds.Fewest }, $"{why.Cells[0]}");
        Assert.Contains($"{s_cell}: {why.Cells[0].Rounds} traced rounds of both sides", outcome.Output, StringComparison.Ordinal);
        Assert.Empty(_checkout.Worktrees);

        // A cause that was not found is looked for again; here the traces have no place, and the commit is found all the same.
        WhyDocument.File.Write(
            Path.Combine(_program.Out, WhyDocument.File.Name), why with { Cells = [new() { Cell = s_cell, Problem = "no events" }] });
        var raw = Path.Combine(_program.Out, "raw");
        if (Directory.Exists(raw)) Directory.Delete(raw, recursive: true);
        await File.WriteAllTextAsync(raw, "");
        var again = await BisectAsync("--good", "HEAD~6");
        Assert.True(again.ExitCode == 0, again.Error);
        Assert.Contains("First bad: ", again.Output, StringComparison.Ordinal);
        Assert.Matches(@"Not explained: .* What was found stands\.", again.Error);
        Assert.Empty(_checkout.Worktrees);
    }

    [Fact]
    public async Task A_commit_without_the_project_is_stepped_around_like_one_that_does_not_build()
    {
        Directory.Delete(Path.Combine(_checkout.Root, "workloads", "MinimalApi"), recursive: true);
        _checkout.Commit("no project");

        var outcome = await BisectAsync("--good", "HEAD~1");

        Assert.True(outcome.ExitCode == 3, outcome.Error);
        var step = Assert.Single(BisectDocument.File.Find(Path.Combine(_program.Out, BisectDocument.File.Name))!.Steps);
        Assert.Equal(BisectAnswer.Skipped, step.Answer);
        Assert.Contains("has no MinimalApi.csproj", step.Reason, StringComparison.Ordinal);
        Assert.Empty(_checkout.Worktrees);
    }

    [Fact]
    public async Task A_metric_that_the_cell_does_not_report_makes_a_commit_unclear()
    {
        Write(_checkout.Handler, (await File.ReadAllTextAsync(_checkout.Handler)).Replace("Hello World", "Hello world", StringComparison.Ordinal));

        var outcome = await BisectAsync("--good", "HEAD~1", "--metric", "meanTime");

        Assert.Equal(3, outcome.ExitCode);
        var step = Assert.Single(BisectDocument.File.Find(Path.Combine(_program.Out, BisectDocument.File.Name))!.Steps);
        Assert.Equal((BisectAnswer.Unclear, "the cell did not report meanTime"), (step.Answer, step.Reason));
    }

    [Fact]
    public async Task Ends_that_are_the_same_program_are_not_separable()
    {
        Write("README.md", "documentation only");

        var outcome = await BisectAsync("--good", "HEAD~1");

        Assert.Equal(3, outcome.ExitCode);
        Assert.Contains("Nothing to find", outcome.Output);
        Assert.Contains("the same program as the good end", outcome.Output);
        Assert.Empty(_checkout.Worktrees);

        // The same question has its answer already.
        var again = await BisectAsync("--good", "HEAD~1", "--json");
        Assert.Equal((3, BisectDocument.File.Format(BisectDocument.File.Read(BisectDocument.File.In(_program.Out)))), (again.ExitCode, again.Output));
    }

    private static readonly string s_cell = $"hello-minimal/net10.0/workstation/{MachineRecord.Current.Cpus.Count}c";

    private int _commits;

    private void Write(string file, string content)
    {
        File.WriteAllText(Path.Combine(_checkout.Root, file), content);
        _checkout.Commit($"commit {++_commits}");
    }

    private Task<TheProgram.Outcome> BisectAsync(params string[] arguments) => _program.RunAsync(
        ["bisect", "--cell", s_cell, .. arguments, "--slices", "12", "--warmup", "100ms", "--out", _program.Out], _checkout.Root);
}
