using PerfMatrix.GitHub.Plans;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.GitHub.Plans;

public sealed class JobTimesTests
{
    [Theory]
    [InlineData(0, 30, 50)]
    [InlineData(5, 30, 50)]
    [InlineData(60, 90, 110)]
    [InlineData(90, 135, 155)]
    [InlineData(340, 340, 360)]
    [InlineData(5000, 340, 360)]
    public void Measuring_ends_before_its_job_and_the_job_before_GitHub_ends_it(double most, int measuring, int job)
    {
        Assert.Equal(measuring, JobTimes.Measuring(most));
        Assert.Equal(job, new MatrixEntry(1, "g01", 1, measuring).Timeout);
    }

    [Theory]
    [InlineData(0, 90)]
    [InlineData(1, 93)]
    [InlineData(2, 96)]
    [InlineData(3, 99)]
    [InlineData(30, 99)]
    public void A_job_that_confirms_has_time_to_look_for_the_causes(int cells, int measuring) =>
        Assert.Equal(measuring, JobTimes.Measuring(60, cells));

    [Fact]
    public void Groups_that_fit_have_no_problem() => Assert.Empty(JobTimes.Problems(Plan(Enumerable.Repeat(90.0, 256))));

    [Fact]
    public void A_block_that_takes_too_long_for_a_job_is_named() => Assert.Equal(
        ["g02 (b2) may take 120 minutes of measuring, a job should take at most 90. A block is never split: choose fewer rounds, a shorter "
            + "--duration, or fewer cells."],
        JobTimes.Problems(Plan([10, 119.5])));

    [Fact]
    public void Too_few_jobs_are_named() => Assert.EndsWith(
        "256 jobs, the most of a matrix, are too few for this selection: choose fewer cells, or a shorter --duration.",
        JobTimes.Problems(Plan(Enumerable.Repeat(95.0, 256)))[0],
        StringComparison.Ordinal);

    [Fact]
    public void What_no_job_can_measure_is_an_error() => Assert.StartsWith(
        "g01 (b1) may take 341 minutes of measuring; GitHub ends a job after 360 minutes.",
        Assert.Throws<UsageException>(() => JobTimes.Problems(Plan([340.5]))).Message,
        StringComparison.Ordinal);

    private static JobPlan Plan(IEnumerable<double> most) => new()
    {
        Selection = "",
        Subset = "pr",
        Cores = 4,
        Groups = [.. most.Select(
            (time, index) => new PlannedGroup(index + 1, $"g{index + 1:00}", time / 2, time, [new($"b{index + 1}", time / 2, time, 3, [])]))],
        LeftOut = [],
        PolicyChanges = [],
    };
}
