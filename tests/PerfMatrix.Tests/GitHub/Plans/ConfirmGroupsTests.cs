using PerfMatrix.Gate;
using PerfMatrix.GitHub.Plans;

namespace PerfMatrix.Tests.GitHub.Plans;

public sealed class ConfirmGroupsTests
{
    [Fact]
    public void Suspects_of_one_scenario_are_confirmed_at_the_same_time_each_within_six_minutes()
    {
        var groups = Groups(rounds: 20, Enumerable.Repeat(3.5, 12));

        Assert.Equal(Enumerable.Range(1, 12).Select(number => ($"c{number:00}", $"hello-minimal/net10.0/gc{number}/4c")),
            groups.Select(group => (group.Slug, Assert.Single(group.Cells))));
        Assert.All(groups, group => Assert.InRange(group.Minutes, 4, 6));
    }

    /// <summary>Of 15 rounds a cell takes as many minutes as its processes take seconds a round.</summary>
    [Fact]
    public void More_suspects_than_jobs_are_shared_so_that_the_slowest_job_is_as_short_as_it_can_be()
    {
        var groups = Groups(rounds: 15, [.. Enumerable.Repeat(1.0, 30), 10]);

        Assert.Equal([10.0, .. Enumerable.Repeat(2.0, 15)], groups.Select(group => group.Minutes).OrderDescending());
        Assert.Equal(31, groups.SelectMany(group => group.Cells).Distinct().Count());
        Assert.Equal(31, groups.Sum(group => group.Cells.Count));
    }

    [Fact]
    public void Every_confirming_job_can_hand_on_the_hash_of_what_it_has_measured()
    {
        var outputs = File.ReadLines(Checkout.File(".github/workflows/_measure.yml"))
            .Count(line => line.StartsWith("      seal-", StringComparison.Ordinal));

        Assert.Equal(GroupPacking.MostSealed, outputs);
        Assert.Equal(GroupPacking.MostSealed, Groups(rounds: 20, Enumerable.Repeat(60.0, 32)).Count);
    }

    /// <summary>A suspect takes 20 minutes. Half as much again, and three causes, is what 11 of them need of the 340 minutes of a step.</summary>
    [Theory]
    [InlineData(16 * 11, 16)]
    [InlineData((16 * 11) + 1, 17)]
    [InlineData(1000, 91)]
    public void There_are_more_jobs_where_one_would_end_before_it_has_measured_its_share(int suspects, int jobs)
    {
        var groups = Groups(rounds: 15, Enumerable.Repeat(20.0, suspects));

        Assert.Equal(jobs, groups.Count);
        Assert.Equal(suspects, groups.SelectMany(group => group.Cells).Distinct().Count());
        Assert.InRange(groups.Max(group => group.Minutes), 200, 220);
    }

    private static IReadOnlyList<ConfirmGroup> Groups(int rounds, IEnumerable<double> seconds)
    {
        var blocks = seconds.Select((time, index) => new PlannedBlock(
            $"b{index}", 1, 2, time, [new Cell("hello-minimal", "net10.0", $"gc{index + 1}", 4)])).ToList();
        var plan = new JobPlan
        {
            Selection = "",
            Subset = "pr",
            Cores = 4,
            Groups = [new(1, "g01", 1, 2, blocks)],
            LeftOut = [],
            PolicyChanges = [],
        };
        return ConfirmGroups.Pack(new() { MostRounds = rounds, Suspects = [.. plan.Cells().Select(cell => new SuspectCell(cell, []))] }, plan);
    }
}
