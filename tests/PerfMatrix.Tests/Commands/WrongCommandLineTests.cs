using PerfMatrix.Measurement;
using PerfMatrix.Tests.EndToEnd;

namespace PerfMatrix.Tests.Commands;

/// <summary>What is asked for wrongly is refused before anything is built or measured, with what was expected.</summary>
[Collection(InProcess.OneAtATime)]
public sealed class WrongCommandLineTests(WrongCommandLineTests.Place place) : IClassFixture<WrongCommandLineTests.Place>
{
    private const string Hello = "--scenario hello-minimal --slices 8 --warmup 100ms";

    [Theory]
    [InlineData("run --gc sever", "sever", "did you mean 'server'")]
    [InlineData("run --scenario hello-minimall", "hello-minimall", "hello-minimal")]
    [InlineData("run --runtime net10", "net10", "net10.0")]
    [InlineData("run --cores 3", "3", "valid are")]
    [InlineData("run --subset smoky", "smoky", "smoke")]
    [InlineData("run --rounds 0", "0", "expected at least 1")]
    [InlineData("run --driver cranky", "cranky", "crank")]
    [InlineData("run --profile nowhere", "nowhere", "local")]
    [InlineData($"run {Hello} --runtime net10.0 --gc workstation --rounds 1 --out /proc/runs", "--out /proc/runs: cannot write there")]
    [InlineData("run --programs nowhere", "cannot read the list of programs")]
    [InlineData("compare mian", "did you mean 'main'?")]
    [InlineData("compare HEAD --rounds 2", "--rounds: found 2; as the most rounds of a comparison it is 2, a number from 3 to 200 was expected")]
    [InlineData("compare HEAD HEAD --gc server..datas", "found two commits and --gc server..datas")]
    [InlineData("compare", "found nothing to compare; give a commit to compare the working tree with")]
    [InlineData("compare --runtime net8.0..", "two different values were expected")]
    [InlineData("compare nowhere.json", "no such file or folder of a run")]
    [InlineData("compare --scenario hello..minimal HEAD", "unknown scenario")]
    [InlineData($"compare --stage screen HEAD {Hello} --blocks nowhere--9c", "--blocks: found 'nowhere--9c', which is not a block of this "
        + "selection on this machine; it has hello-minimal--")]
    [InlineData($"compare --stage screen HEAD {Hello} --cells x", "--cells: is only for --stage confirm")]
    [InlineData($"compare --stage confirm HEAD {Hello} --blocks hello-minimal--2c", "--blocks: is only for --stage screen")]
    [InlineData($"compare --stage confirm HEAD {Hello}", "--stage confirm: found no --suspects")]
    [InlineData($"compare --stage confirm HEAD {Hello} --suspects nowhere.json", "nowhere.json: cannot read the list of suspects")]
    [InlineData("bisect --good HEAD --cell CELL", "is not in the history of --bad HEAD")]
    [InlineData("bisect --bad HEAD --cell CELL", "found neither --good nor --runtime")]
    [InlineData("bisect --runtime 10.0.14..10.0.11 --cell CELL", "the older first")]
    [InlineData("bisect --runtime 10.0.1..10.0.999 --cell CELL", "no package source has")]
    [InlineData("bisect --good HEAD --metric troughput --cell CELL", "did you mean 'throughput'?")]
    [InlineData("bisect --good HEAD --cell hello-minimal/net10.0/sever/2c", "did you mean 'hello-minimal/net10.0/server/2c'?")]
    [InlineData("github plan --base 0123456789012345678901234567890123456789 --head HEAD", "git knows no commit "
        + "'0123456789012345678901234567890123456789' here")]
    [InlineData("github plan --head HEAD", "--head: found no --base")]
    [InlineData("github plan --base HEAD --parallel 0", "--parallel: found 0, expected at least 1")]
    [InlineData("github build --base HEAD", "found no --out")]
    public async Task A_wrong_command_line_is_exit_code_2_with_what_was_expected(string arguments, params string[] expected)
    {
        var cell = $"hello-minimal/net10.0/workstation/{MachineRecord.Current.Cpus.Count}c";

        var (code, _, error) = await InProcess.RunAsync(place.Checkout.Root, arguments.Replace("CELL", cell, StringComparison.Ordinal).Split(' '));

        Assert.Equal(2, code);
        Assert.All(expected, text => Assert.Contains(text, error, StringComparison.Ordinal));
        Assert.Empty(place.Checkout.Worktrees);
        Assert.False(
            Directory.Exists(Path.Combine(place.Checkout.Root, "artifacts", "runs")), "nothing may be measured before everything is checked");
    }

    /// <summary>One checkout for all, as none changes it.</summary>
    public sealed class Place : IDisposable
    {
        internal ScratchCheckout Checkout { get; } = new();

        public void Dispose() => Checkout.Dispose();
    }
}
