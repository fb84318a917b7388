using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Tests.Explain.Traces;

public sealed class PerfObstacleTests
{
    private static readonly PerfTrial s_good = new(0, 190, "", Paranoia: 2, IsFiltered: true, IsRoot: true);
    private static readonly PerfTrial s_bad =
        s_good with { ExitCode = 255, Samples = 0, Words = "No permission", Paranoia = 1, IsFiltered = false, IsRoot = false };

    [Fact]
    public void What_gives_samples_may_be_used_whatever_the_settings_say() => Assert.Null(PerfObstacle.Of(s_good));

    [Fact]
    public void What_runs_and_sees_nothing_is_of_no_use() =>
        Assert.StartsWith("perf runs here and sees nothing", PerfObstacle.Of(s_good with { Samples = 0 }), StringComparison.Ordinal);

    [Fact]
    public void A_setting_of_the_kernel_is_named_with_what_to_do() => Assert.Equal(
        "perf may not be used here: kernel.perf_event_paranoid is 4, at most 1 is needed (sudo sysctl kernel.perf_event_paranoid=1)",
        PerfObstacle.Of(s_bad with { Paranoia = 4, IsFiltered = true }));

    [Theory]
    [InlineData(1, false)]
    [InlineData(2, true)]
    [InlineData(null, false)]
    public void A_container_is_named_where_the_kernel_would_permit_it(int? paranoia, bool isRoot) => Assert.StartsWith(
        "perf may not be used here: a seccomp filter decides",
            PerfObstacle.Of(s_bad with { Paranoia = paranoia, IsFiltered = true, IsRoot = isRoot }),
        StringComparison.Ordinal);

    [Fact]
    public void The_wrapper_of_Ubuntu_without_a_perf_for_the_kernel_is_not_perf() => Assert.StartsWith(
        "perf is installed for another kernel", PerfObstacle.Of(s_bad with { ExitCode = 2, Words = "WARNING: perf not found for kernel 6.8.0-1" }),
        StringComparison.Ordinal);

    [Fact]
    public void Otherwise_its_own_words_are_said_and_cut()
    {
        Assert.Equal("perf may not be used here: No permission", PerfObstacle.Of(s_bad));
        Assert.InRange(PerfObstacle.Of(s_bad with { Words = new string('x', 5000) })!.Length, 300, 400);
    }
}
