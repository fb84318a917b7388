using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Processes;

public sealed class ChildProcessTests
{
    /// <summary>The load job is ended first, then all launchers at once; the runner of GitHub Actions kills a step 7.5 s after it has asked it to
    /// end.</summary>
    [Fact]
    public void Ending_a_block_takes_less_time_than_a_runner_gives() => Assert.True(2 * ChildProcess.Grace < TimeSpan.FromSeconds(7.5));
}
