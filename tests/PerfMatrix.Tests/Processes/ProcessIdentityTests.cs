using System.Diagnostics;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Processes;

public sealed class ProcessIdentityTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task A_process_that_has_the_id_of_another_one_is_not_touched()
    {
        using var process = Process.Start("sleep", "600");
        try
        {
            var identity = ProcessIdentity.Of(process.Id)!;

            (identity with { Started = "1" }).Kill(s_patience);
            Assert.False(process.HasExited);

            identity.Kill(s_patience);
            await Eventually.IsGoneAsync(process.Id);
        }
        finally
        {
            process.Kill();
        }
    }

    [Fact]
    public void The_start_is_that_of_the_process_and_stays()
    {
        using var first = Process.Start("sleep", "600");
        try
        {
            Assert.Equal(ProcessIdentity.Of(first.Id), ProcessIdentity.Of(first.Id));
            Assert.NotEqual(ProcessIdentity.Of(first.Id)!.Started, ProcessIdentity.Of(Environment.ProcessId)!.Started);
        }
        finally
        {
            first.Kill();
        }
    }

    [Fact]
    public void An_id_that_nobody_has_is_nobody() => Assert.Null(ProcessIdentity.Of(int.MaxValue));
}
