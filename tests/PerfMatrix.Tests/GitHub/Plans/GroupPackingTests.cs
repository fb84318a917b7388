using PerfMatrix.Commands;
using PerfMatrix.Gate;
using PerfMatrix.GitHub.Plans;
using PerfMatrix.Measurement;
using PerfMatrix.Tests.Matrix;

namespace PerfMatrix.Tests.GitHub.Plans;

public sealed class GroupPackingTests
{
    [Fact]
    public void Groups_take_about_the_same_time_and_keep_the_order_of_the_plan()
    {
        var groups = GroupPacking.Pack(Blocks(9, 1, 1, 1, 5, 4, 3), runners: 3);
        Assert.Equal(["b0", "b1 b2 b3 b4", "b5 b6"], groups.Select(group => string.Join(' ', group.Blocks.Select(block => block.Id))).Order());
        Assert.All(groups, group => Assert.InRange(group.Minutes, 6, 9));
        Assert.Equal(["g01", "g02", "g03"], groups.Select(group => group.Slug));
    }

    [Theory]
    [InlineData(0, 4, 0)]
    [InlineData(2, 4, 2)]
    [InlineData(40, 4, 10)]
    [InlineData(5000, 4, 256)]
    [InlineData(5000, 999, 256)]
    public void As_many_as_wanted_more_where_a_job_would_take_too_long_never_more_than_a_matrix_has(int blocks, int runners, int expected)
    {
        var groups = GroupPacking.Pack(Blocks([.. Enumerable.Repeat(10.0, blocks)]), runners);
        Assert.Equal(expected, groups.Count);
        Assert.Equal(blocks, groups.Sum(group => group.Blocks.Count));
    }

    [Fact]
    public void The_groups_of_the_whole_matrix_keep_every_block_whole_and_fit_in_one_matrix_of_github()
    {
        var plan = MatrixPlan.Of(Definitions.Checkout, new("full", new(), new()), new(Cores: 16), _ => null);
        var groups = GroupPacking.Pack([.. plan.Plan.Blocks.Select(block => JobPlanning.Planned(plan, block, MeasuredTimes.None))], runners: 4);

        Assert.InRange(groups.Count, 1, 256);
        Assert.Equal(plan.Plan.Blocks.Select(block => block.Id).Order(), groups.SelectMany(group => group.Blocks).Select(block => block.Id).Order());
    }

    [Fact]
    public void A_pull_request_of_twelve_cells_is_judged_within_8_minutes_on_four_runners_of_four_cores_and_a_suspect_within_20()
    {
        var policy = new GatePolicy();
        var plan = MatrixPlan.Of(Definitions.Checkout, new("pr", new(runtime: ["net9.0", "net10.0"]), new()), new(Cores: 4), _ => null);
        var pairs = plan.Plan.Cells.Select(cell => CellPair.OfSides(cell.Cell));

        var jobs = new JobPlan
        {
            Selection = "",
            Base = new("base"),
            Head = new("head"),
            Subset = "pr",
            Cores = 4,
            Groups = GroupPacking.Pack([.. JobPlanning.Compared(plan, pairs, policy, MeasuredTimes.None)], runners: 4),
            LeftOut = [],
            PolicyChanges = [],
        };

        Assert.Equal([3, 3, 3, 3], jobs.Groups.Select(group => group.Cells().Count()));
        var time = WallTime.Of(jobs, policy);
        Assert.InRange(time.Usual, TimeSpan.FromMinutes(5), TimeSpan.FromMinutes(8));
        Assert.InRange(time.Total, TimeSpan.FromMinutes(10), TimeSpan.FromMinutes(20));
    }

    [Fact]
    public void All_jobs_together_cost_every_started_minute_of_each()
    {
        var plan = new JobPlan
        {
            Selection = "",
            Subset = "pr",
            Cores = 4,
            Base = new("base"),
            Head = new("head"),
            Groups = [new(1, "g01", 4, 9, [new("b", 4, 9, 2, [])]), new(2, "g02", 3.5, 9, [new("c", 3.5, 9, 2, [])])],
            LeftOut = [],
            PolicyChanges = [],
        };

        // Both sides 4, groups of 5 and 4, Suspects 1, Verdict 1.
        Assert.Equal(19, WallTime.Of(plan, new()).RunnerMinutes);
        // Both sides 2, which build nothing where their sources are the same, and Verdict.
        Assert.Equal((5, TimeSpan.Zero), (WallTime.Of(plan with { Groups = [] }, new()).RunnerMinutes, WallTime.Of(plan with { Groups = [] }, new())
            .Screening));
        // Plan, Build, the groups and Publish of a run.
        Assert.Equal(16, WallTime.Of(plan with { Base = null }, new()).RunnerMinutes);
        // Set-up and own work of a side, Suspects, Verdict and of a group before it measures, and the start of each.
        Assert.Equal(TimeSpan.FromSeconds(205 + 11 + 5 + 21 + (4 * 11)), WallTime.Of(plan, new()).Preparing);
        // Plan, Build and Publish of a run, whose groups install SDKs, too.
        Assert.Equal(TimeSpan.FromSeconds(85 + 165 + 45 + 55 + (4 * 11)), WallTime.Of(plan with { Base = null }, new()).Preparing);
    }

    /// <summary>Wanted are 2 minutes.</summary>
    [Fact]
    public void A_change_of_documentation_alone_has_its_verdict_within_two_minutes()
    {
        var plan = new JobPlan
        {
            Selection = "",
            Subset = "pr",
            Cores = 4,
            Base = new("base"),
            Head = new("head"),
            Groups = [],
            LeftOut = [],
            PolicyChanges = [],
        };
        Assert.InRange(WallTime.Of(plan, new()).Total, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(2));
    }

    /// <summary>Every step of _measure.yml that comes before measuring has its part, so that a new one is counted.</summary>
    [Fact]
    public void What_a_job_does_before_it_measures_is_stated_part_by_part_and_takes_at_most_90_s()
    {
        var parts = new Dictionary<string, string?>
        {
            ["name: Refuse somebody's own machine"] = null,
            ["uses: actions/checkout"] = "checkout",
            ["name: Look for .NET"] = ".NET",
            ["uses: actions/setup-dotnet"] = ".NET",
            ["uses: actions/download-artifact"] = "tool", // and the programs
            ["name: Unpack the tool"] = "tool",
            ["name: Unpack the programs"] = "programs",
            ["name: Download the suspects"] = "programs",
            ["name: Check the suspects"] = "programs",
            ["name: Restore crank"] = null, // machines of one's own
            ["name: Permit a higher priority"] = "user and priority",
            ["name: Permit perf"] = "perf",
            ["name: Give the applications their variables"] = null,
            ["name: Prepare"] = null, // comes on top
            ["name: Give the applications a user of their own"] = "user and priority",
            ["name: Show the machine"] = "user and priority",
        };

        Assert.Equal(parts.Keys, File.ReadLines(Checkout.File(".github/workflows/_measure.yml"))
            .Where(line => line.StartsWith("      - ", StringComparison.Ordinal)).Select(line => line["      - ".Length..].Split('@')[0])
            .TakeWhile(step => step != "name: Measure").Distinct());
        Assert.Equal(WallTime.Parts.Order(), parts.Values.OfType<string>().Distinct().Order());
        Assert.Equal("Before it measures, a job needs about 21 s (estimated: checkout 5 s, .NET 1 s, tool 5 s, programs 5 s, user and priority 5 "
            + "s), one that confirms a suspect 41 s; 34 s more with crank, or where the runner has no .NET 10.", WallTime.SetUpText);
        Assert.True(WallTime.Installing + WallTime.BeforeConfirming <= TimeSpan.FromSeconds(90));
        Assert.True(WallTime.Installing + WallTime.SetUp + WallTime.Planning <= TimeSpan.FromSeconds(90));
    }

    [Fact]
    public void A_job_has_time_for_all_looks_of_its_cells()
    {
        // 3 of 20 rounds at the first look.
        var blocks = Enumerable.Range(0, 200).Select(index => new PlannedBlock($"b{index}", 2.8, 7.2, 3, [])).ToList();
        Assert.All(GroupPacking.Pack(blocks, runners: 4), group => Assert.InRange(group.MostMinutes, 0, GroupPacking.LongestMinutes));
    }

    private static IReadOnlyList<PlannedBlock> Blocks(params double[] minutes) =>
        [.. minutes.Select((time, index) => new PlannedBlock($"b{index}", time, 2 * time, 3, []))];
}
