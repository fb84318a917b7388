using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Processes;

public sealed class ChildProcessTests
{
    /// <summary>The load job is ended first, then all launchers at once; the runner of GitHub Actions kills a step 7.5 s after it has asked it to
    /// end.</summary>
    [Fact]
    public void Ending_a_block_takes_less_time_than_a_runner_gives() => Assert.True(2 * ChildProcess.Grace < TimeSpan.FromSeconds(7.5));

    [Fact]
    public async Task Of_a_stack_only_the_top_is_kept_so_that_the_cause_is_among_the_last_lines()
    {
        const string script = "echo 'Unhandled exception. System.IO.IOException: No space left on device'; "
            + "for i in $(seq 1 40); do echo \"   at Some.Type.Method$i(String text) in /src/File.cs:line $i\"; done; "
            + "echo '--- End of stack trace from previous location ---'; echo '   at Some.Type.Outer()'; echo 'the end (at last)'";
        await using var process = ChildProcess.Start("sh", ["-c", script], new Dictionary<string, string>());

        await process.WaitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(
            ["Unhandled exception. System.IO.IOException: No space left on device",
                "   at Some.Type.Method1(String text) in /src/File.cs:line 1", "the end (at last)"],
            process.LastLines.Split(Environment.NewLine));
    }

    [Theory]
    [InlineData("   at System.Net.Http.HttpClient.Send(HttpRequestMessage request)", true)]
    [InlineData("\tat Program.<Main>$(String[] args)", true)]
    [InlineData("--- End of inner exception stack trace ---", true)]
    [InlineData("at the door (open)", false)]
    [InlineData("   attempt 3 (of 5)", false)]
    [InlineData("System.IO.IOException: disk full", false)]
    public void A_line_of_a_stack_is_told_from_others(string line, bool isFrame) => Assert.Equal(isFrame, StackFrame.Is(line));
}
