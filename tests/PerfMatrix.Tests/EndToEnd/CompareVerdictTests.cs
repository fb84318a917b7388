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
    public async Task A_planted_slow_down_is_worse_and_fails_and_a_comment_in_its_place_is_the_same_and_passes()
    {
        var good = await File.ReadAllTextAsync(_checkout.Handler);
        var slow = good.Replace(Answer, $"{{ Thread.Sleep(2); return {Answer}; }}", StringComparison.Ordinal);
        Assert.NotEqual(good, slow);
        _checkout.SwitchDiagnosticsOff();
        _checkout.LengthenSlices();
        _checkout.LowerConnections();
        _checkout.Commit("gives no events");
        await CommitAsync("slower", slow);
        var (three, open) = await CompareAsync("three", "HEAD~1", "HEAD", "--rounds", "3", "--slices", "12", "--warmup", "200ms..300ms");
        var run = Path.GetDirectoryName(VerdictIn("three"))!;
        var policy = Path.Combine(_checkout.Root, "crank", "gate.yml");
        var lenient = await File.ReadAllTextAsync(policy);
        await File.WriteAllTextAsync(policy, lenient.Replace("\ndetectPercent: 100 ", "\ndetectPercent: 50 ", StringComparison.Ordinal));
        var (refused, _) = await CompareAsync("refused", "--continue", run);
        await File.WriteAllTextAsync(policy, lenient);
        var matrix = Path.Combine(_checkout.Root, "crank", "matrix.yml");
        var modes = await File.ReadAllTextAsync(matrix);
        await File.WriteAllTextAsync(matrix, modes.Replace("DOTNET_gcConcurrent: \"1\"", "DOTNET_gcConcurrent: \"0\"", StringComparison.Ordinal));
        var (other, _) = await CompareAsync("other", "--continue", run);
        await File.WriteAllTextAsync(matrix, modes);
        var (slower, worse) = await CompareAsync("slower", "--continue", run);
        var (decided, _) = await CompareAsync("decided", "--continue", Path.GetDirectoryName(VerdictIn("slower"))!);
        await CommitAsync("a comment", good + ScratchCheckout.Comment);
        var (comment, same) = await CompareAsync("comment", "HEAD~2", "HEAD");

        // Three rounds are too few for any change, and a suspicion is no pass.
        Assert.True(three.ExitCode == 3, three.Error);
        Assert.Equal((Verdict.Undecided, 3), (ThroughputOf(open!).Verdict, ThroughputOf(open!).Rounds));
        Assert.Contains("perfmatrix compare --continue ", three.Output, StringComparison.Ordinal);
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("crank/gate.yml has another detectPercent", refused.Error, StringComparison.Ordinal);
        Assert.Equal(2, other.ExitCode);
        Assert.Contains("DOTNET_gcConcurrent of hello-minimal/", other.Error, StringComparison.Ordinal);
        Assert.Contains(" has changed: 0 instead of 1; ", other.Error, StringComparison.Ordinal);
        Assert.Equal(2, decided.ExitCode);
        Assert.Contains("it is decided (regressed)", decided.Error, StringComparison.Ordinal);

        Assert.True(slower.ExitCode == 1, slower.Error);
        Assert.StartsWith("Regressed: ", slower.Output, StringComparison.Ordinal);
        var found = ThroughputOf(worse!);
        Assert.Equal((Outcome.Regressed, Verdict.Worse, Stage.Whole), (worse!.Outcome, found.Verdict, found.Stage));
        // The three rounds of before count.
        var own = RunDocument.File.Read(Path.Combine(Path.GetDirectoryName(VerdictIn("slower"))!, "run.json")).Blocks.Single().Rounds.Count;
        Assert.Equal(3 + own, found.Rounds);
        Assert.True(found.EffectPercent > LenientPolicy.DetectPercent, $"{found}");

        Assert.True(comment.ExitCode == 0, comment.Output + comment.Error);
        Assert.StartsWith("Pass: ", comment.Output, StringComparison.Ordinal);
        Assert.All(same!.Cells, cell => Assert.Equal((Verdict.Same, true), (cell.Verdict, cell.Identical)));
    }

    private static CellVerdict ThroughputOf(VerdictDocument verdict) => Assert.Single(verdict.Cells, cell => cell.Metric == "throughput");

    private async Task CommitAsync(string message, string handler)
    {
        await File.WriteAllTextAsync(_checkout.Handler, handler);
        _checkout.Commit(message);
    }

    // Sides and settings of a comparison that is continued are those of before.
    private async Task<(TheProgram.Outcome Outcome, VerdictDocument? Verdict)> CompareAsync(string name, params string[] options)
    {
        string[] cells = options[0] == "--continue" ? [] : ["--scenario", "hello-minimal"];
        var outcome = await _program.RunAsync(["compare", .. options, .. cells, "--out", Path.Combine(_program.Out, name)], _checkout.Root);
        return (outcome, VerdictIn(name) is { } file ? VerdictDocument.File.Read(file) : null);
    }

    private string? VerdictIn(string name) => Path.Combine(_program.Out, name) is var folder && Directory.Exists(folder)
        ? Directory.GetDirectories(folder).Select(run => Path.Combine(run, VerdictDocument.File.Name)).SingleOrDefault(File.Exists)
        : null;
}
