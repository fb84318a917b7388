using PerfMatrix.Gate;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>
/// What <c>compare</c> says of a commit whose truth is known, on real processes. The policy of a scratch checkout is so lenient, and the slow-down so
/// large, that the noise of a busy machine decides nothing.
/// </summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class CompareVerdictTests : IDisposable
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
    public async Task A_planted_slow_down_is_worse_and_fails_and_the_comment_after_it_is_the_same_and_passes()
    {
        var good = await File.ReadAllTextAsync(_checkout.Handler);
        var slow = good.Replace(Answer, $"{{ Thread.Sleep(2); return {Answer}; }}", StringComparison.Ordinal);
        Assert.NotEqual(good, slow);
        await CommitAsync("slower", slow);
        var (slower, worse) = await CompareAsync("slower");
        await CommitAsync("a comment", slow + "// Nothing but a comment.\n");
        var (comment, same) = await CompareAsync("comment");

        Assert.True(slower.ExitCode == 1, slower.Error);
        Assert.StartsWith("Regressed: ", slower.Output, StringComparison.Ordinal);
        var found = ThroughputOf(worse);
        Assert.Equal((Outcome.Regressed, Verdict.Worse, Stage.Whole), (worse.Outcome, found.Verdict, found.Stage));
        Assert.InRange(found.Rounds, 4, 20);
        Assert.True(found.EffectPercent > LenientPolicy.DetectPercent, $"{found}");

        Assert.True(comment.ExitCode == 0, comment.Output + comment.Error);
        Assert.StartsWith("Pass: ", comment.Output, StringComparison.Ordinal);
        Assert.All(same.Cells, cell => Assert.Equal((Verdict.Same, true), (cell.Verdict, cell.Identical)));
    }

    private static CellVerdict ThroughputOf(VerdictDocument verdict) => Assert.Single(verdict.Cells, cell => cell.Metric == "throughput");

    private async Task CommitAsync(string message, string handler)
    {
        await File.WriteAllTextAsync(_checkout.Handler, handler);
        _checkout.Commit(message);
    }

    private async Task<(TheProgram.Outcome Outcome, VerdictDocument Verdict)> CompareAsync(string name)
    {
        var folder = Path.Combine(_program.Out, name);
        var outcome = await _program.RunAsync(["compare", "HEAD~1", "HEAD", "--scenario", "hello-minimal", "--slices", "10", "--warmup",
            "200ms..300ms", "--out", folder], _checkout.Root);
        Assert.True(Directory.Exists(folder), outcome.Error);
        return (outcome, VerdictDocument.File.Read(Path.Combine(Assert.Single(Directory.GetDirectories(folder)), VerdictDocument.File.Name)));
    }
}
