using PerfMatrix.Gate;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary><c>compare</c> of commits as a developer runs it: the built program in a repository of its own, real builds, real processes. Of a
/// comparison that is measured to its end, <see cref="WhyTests"/> look at the documents; of one of two runtimes <see cref="DocumentationTests"/>
/// do.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class CompareTests : IDisposable
{
    private readonly TheProgram _program = new();
    private readonly ScratchCheckout _checkout = new();

    public void Dispose()
    {
        _program.Dispose();
        _checkout.Dispose();
    }

    [Fact]
    public async Task A_comment_is_the_same_program_and_measures_nothing()
    {
        await File.AppendAllTextAsync(_checkout.Handler, ScratchCheckout.Comment);
        var comment = await CompareAsync("HEAD", "--json");

        Assert.True(comment.ExitCode == 0, comment.Error);
        Assert.Contains("Base and head are the same program in 1 of 1 cells: nothing to measure there.", comment.Error);
        Assert.Equal([VariantStatus.Identical], _program.Run.Variants.Select(variant => variant.Status));
        Assert.Empty(_program.Run.Samples);
        var verdict = VerdictDocument.File.Read(Path.Combine(Assert.Single(Directory.GetDirectories(_program.Out)), VerdictDocument.File.Name));
        Assert.Equal(Outcome.Pass, verdict.Outcome);
        Assert.All(verdict.Cells, cell => Assert.Equal((true, Verdict.Same, 0), (cell.Identical, cell.Verdict, cell.Rounds)));
    }

    [Fact]
    public async Task A_workload_that_the_working_tree_deletes_is_missing_until_it_is_acknowledged()
    {
        string[] compare = ["compare", "HEAD", "--scenario", "hello-minimal,hello-controllers", "--runtime", "net10.0", "--gc", "workstation",
            "--cores", "all", "--out", _program.Out];
        Directory.Delete(Path.Combine(_checkout.Root, "workloads", "ControllersApi"), recursive: true);
        var dropped = await _program.RunAsync(compare, _checkout.Root);

        Assert.True(dropped.ExitCode == 3, dropped.Error);
        Assert.Contains("1 cell missing in head", dropped.Output);
        Assert.Equal([VariantStatus.Identical, VariantStatus.Dropped], _program.Run.Variants.Select(variant => variant.Status).Order());
        Assert.False(_program.Run.Complete);
        Directory.Delete(_program.Out, recursive: true);

        await File.WriteAllTextAsync(Path.Combine(_checkout.Root, "crank", "acknowledged.yml"),
            "acknowledged:\n  - { cell: 'hello-controllers/*', metric: dropped, reason: replaced, expires: 2099-01-01 }\n");
        Assert.Equal(0, (await _program.RunAsync(compare, _checkout.Root)).ExitCode);
    }

    [Fact]
    public async Task A_side_that_does_not_build_is_told_before_anything_is_measured()
    {
        var good = await File.ReadAllTextAsync(_checkout.Handler);
        await File.WriteAllTextAsync(_checkout.Handler, good + "\nthis does not compile");
        _checkout.Commit("broken");

        var head = await CompareAsync("HEAD~1");
        await File.WriteAllTextAsync(_checkout.Handler, good);
        var old = await CompareAsync("HEAD");

        Assert.Equal(2, head.ExitCode);
        Assert.Matches(@"perfmatrix: head, the working tree \([0-9a-f]{8}\), does not build", head.Error);
        Assert.Equal(3, old.ExitCode);
        Assert.Matches(@"perfmatrix: base, HEAD \([0-9a-f]{8}\), does not build, so there is nothing to compare with", old.Error);
        Assert.All([head, old], outcome => Assert.Matches(@"\nworkloads/MinimalApi/Hello\.cs\(\d+,\d+\): error CS", outcome.Error));
        Assert.False(Directory.Exists(_program.Out), "nothing may be measured before both sides are built");
        Assert.Empty(_checkout.Worktrees);
    }

    [Fact]
    public async Task Ctrl_C_keeps_what_was_measured_removes_the_worktree_and_ends_everything()
    {
        Sigint.SkipWhenIgnored();
        _checkout.ChangeProgram();
        using var process = _program.Start(Arguments("HEAD", "--rounds", "100"), _checkout.Root);
        var children = await _program.ChildrenAsync(process);
        await _program.FirstRoundAsync(process);
        Assert.NotEmpty(_checkout.Worktrees);

        TheProgram.Interrupt(process);
        var (code, _, error) = await Eventually.EndsAsync(process);

        Assert.Equal(130, code);
        Assert.Contains("the results so far are kept in", error);
        Assert.NotEmpty(children);
        Assert.Empty(TheProgram.Alive(children));
        Assert.Empty(_checkout.Worktrees);
        Assert.DoesNotContain("worktrees", _checkout.Git("worktree", "list"));
        Assert.False(_program.Run.Complete);
        Assert.NotEmpty(_program.Run.Samples);
    }

    private Task<TheProgram.Outcome> CompareAsync(params string[] arguments) => _program.RunAsync(Arguments(arguments), _checkout.Root);

    private string[] Arguments(params string[] arguments) =>
        ["compare", .. arguments, "--scenario", "hello-minimal", "--slices", "8", "--warmup", "100ms", "--out", _program.Out];
}
