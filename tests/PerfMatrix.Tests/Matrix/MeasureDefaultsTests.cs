using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Matrix;

public sealed class MeasureDefaultsTests
{
    private static readonly MeasureDefaults s_all = Definitions.Of(Definitions.Small).Measure;

    [Fact]
    public void The_nearest_level_wins_setting_by_setting()
    {
        var measure = new MeasureDefaults { Rounds = 9 }.Over(new() { Rounds = 5, Slices = 7 }).Over(s_all).Complete();

        Assert.Equal((9, 7, TimeSpan.FromMilliseconds(20)), (measure.Rounds, measure.Slices, measure.Slice));
    }

    [Fact]
    public void A_duration_replaces_the_slices_of_the_level_above()
    {
        var measure = new MeasureDefaults { Duration = TimeSpan.FromSeconds(1) }.Over(s_all).Complete();

        Assert.Equal(50, measure.Slices);
    }

    [Fact]
    public void Slices_replace_the_duration_of_the_level_above()
    {
        var measure = new MeasureDefaults { Slices = 3 }.Over(new() { Duration = TimeSpan.FromSeconds(1) }).Over(s_all).Complete();

        Assert.Equal(3, measure.Slices);
    }

    [Theory]
    [InlineData("", Scheduling.Auto)]
    [InlineData(", scheduling: auto", Scheduling.Auto)]
    [InlineData(", scheduling: normal", Scheduling.Normal)]
    [InlineData(", scheduling: priority", Scheduling.Priority)]
    public void Scheduling_is_auto_unless_the_file_says_otherwise(string setting, Scheduling expected)
    {
        var matrix = Definitions.Of(Definitions.Small.Replace("wakeUp: 1ms", $"wakeUp: 1ms{setting}", StringComparison.Ordinal));

        Assert.Equal(expected, matrix.Measure.Complete().Scheduling);
    }

    [Fact]
    public void Paced_slices_are_those_of_the_file_and_none_where_it_has_none()
    {
        var measure = Paced("slices: 4, slice: 50ms, share: 70%").Measure;

        Assert.Equal(new PacedSettings { Slices = 4, Slice = TimeSpan.FromMilliseconds(50), Share = 0.7 }, measure.Complete().Paced);
        Assert.Null((measure with { PacedSlices = 0 }).Complete().Paced);
        Assert.Null(s_all.Complete().Paced);
    }

    [Theory]
    [InlineData("slices: 4, share: 70%", "paced.slice")]
    [InlineData("slices: auto, slice: 50ms", "paced.share")]
    public void Paced_slices_without_their_length_or_rate_are_refused(string settings, string key) => Assert.Equal(
        $"crank/matrix.yml: measure: missing key '{key}'", Assert.Throws<UsageException>(() => Paced(settings).Measure.Complete()).Message);

    [Fact]
    public void Only_a_block_that_compares_has_paced_slices_and_its_estimate_counts_them()
    {
        var request = new PlanRequest("smoke", new(["a"], null, ["workstation"], null), new());
        var plan = MatrixPlan.Of(Paced("slices: 4, slice: 50ms, share: 70%"), request, new(Cores: 2), _ => null);
        var block = plan.Plan.Blocks[0];
        var pair = CellPair.OfSides(block.Anchor.Cell);
        var compared = PairedBlock.Pack([pair])[0].Block;

        Assert.Null(plan.MeasureOf(block).Paced);
        var measure = plan.MeasureOf(compared);
        Assert.Equal(plan.Measure.Paced, measure.Paced);
        Assert.Equal(
            compared.Variants.Count * measure.Rounds * measure.Paced!.Duration,
            plan.EstimateOf(compared) - TimeEstimate.Of(compared, measure with { Paced = null }));
    }

    [Theory]
    [InlineData("a", true)]
    [InlineData("counted", false)]
    public void What_sends_a_fixed_number_of_requests_has_no_paced_slices_in_one_block_either(string scenario, bool isPaced)
    {
        var matrix = Paced("slices: 4, slice: 25ms, share: 60%",
            Definitions.Small.Replace("bounded: true", "bounded: true, alone: false", StringComparison.Ordinal));
        var plan = MatrixPlan.Of(matrix, new PlanRequest("everything", new([scenario], null, ["workstation"], ["1"]), new()), new(4), _ => null);
        var compared = PairedBlock.Pack([CellPair.OfSides(plan.Plan.Blocks[0].Anchor.Cell)])[0].Block;
        Assert.Equal(isPaced, plan.MeasureOf(compared).Paced is not null);
    }

    [Theory]
    [InlineData(2, false)]
    [InlineData(4, true)]
    public void Automatic_paced_slices_need_cpus_that_the_load_generator_has_for_itself(int cores, bool isPaced)
    {
        var matrix = Paced("slices: auto, slice: 50ms, share: 70%");
        var plan = MatrixPlan.Of(matrix, new PlanRequest("smoke", new(["a"], null, ["workstation"], ["2"]), new()), new(cores), _ => null);
        var compared = PairedBlock.Pack([CellPair.OfSides(plan.Plan.Blocks[0].Anchor.Cell)])[0].Block;
        Assert.Equal(isPaced ? 120 : null, plan.MeasureOf(compared).Paced?.Slices);
    }

    /// <summary>What docs/gate.md says of latency at a fixed rate.</summary>
    [Theory]
    [InlineData("compare", null, false)]
    [InlineData("pr", null, false)]
    [InlineData("compare", "2", true)]
    [InlineData("pr", "2", true)]
    public void The_subsets_of_comparisons_give_applications_all_cpus_and_so_have_no_paced_slices(string subset, string? cores, bool isPaced)
    {
        var request = new PlanRequest(subset, new(["hello-minimal"], ["net10.0"], ["workstation"], cores is null ? null : [cores]), new());
        var plan = MatrixPlan.Of(Definitions.Checkout, request, new(Cores: 4), _ => null);
        var compared = PairedBlock.Pack([CellPair.OfSides(plan.Plan.Blocks[0].Anchor.Cell)])[0].Block;
        Assert.Equal(isPaced, plan.MeasureOf(compared).Paced is not null);
    }

    private static MatrixDefinition Paced(string settings, string file = Definitions.Small) =>
        Definitions.Of(file.Replace("wakeUp: 1ms", $"wakeUp: 1ms, paced: {{ {settings} }}", StringComparison.Ordinal));

    [Fact]
    public void A_duration_shorter_than_a_slice_is_refused() =>
        Assert.Throws<UsageException>(() => new MeasureDefaults { Duration = TimeSpan.FromMilliseconds(5) }.Over(s_all).Complete());

    [Fact]
    public void A_setting_that_no_level_gives_is_named()
    {
        var error = Assert.Throws<UsageException>(() => (s_all with { Rounds = null }).Complete());

        Assert.Equal("crank/matrix.yml: measure: missing key 'rounds'", error.Message);
    }

    [Fact]
    public void The_estimate_adds_starts_warm_up_slices_and_stops_of_every_variant_and_the_pauses_of_a_round()
    {
        var block = new Block("a", "a", 1, [new(new("a", "net8.0", "workstation", 1)), new(new("a", "net8.0", "datas", 1))]);
        var perVariant = TimeEstimate.StartOfVariant + TimeSpan.FromSeconds(1) + TimeSpan.FromMilliseconds(200) + TimeEstimate.StopOfVariant;

        // Two pauses of 150 ms, and between them a slice of 20 ms of each variant.
        var pauses = TimeSpan.FromMilliseconds(340);

        var measure = s_all.Complete();
        Assert.Equal(TimeEstimate.Deployment + (2 * ((2 * perVariant) + pauses + TimeEstimate.Round)), TimeEstimate.Of(block, measure));
        Assert.Equal(2 * pauses, TimeEstimate.Of(block, measure) - TimeEstimate.Of(block, measure with { MaximumWarmup = measure.MinimumWarmup }));
    }

    [Fact]
    public void A_round_that_only_starts_is_estimated_without_warm_up_and_pauses()
    {
        var block = new Block("a", "a", 1, [new(new("a", "net8.0", "workstation", 1))]);
        Assert.Equal(
            TimeEstimate.Deployment + (2 * (TimeEstimate.StartOfVariant + TimeEstimate.StopOfVariant + TimeEstimate.Round)),
            TimeEstimate.Of(block, s_all.Complete() with { StartsOnly = true }));
    }

    [Fact]
    public void A_timeline_is_estimated_with_its_rehearsals()
    {
        var block = new Block("a", "a", 1, [new(new("a", "net8.0", "workstation", 1))]);
        var measure = s_all.Complete();

        Assert.Equal(2 * TimeEstimate.Rehearsal,
            TimeEstimate.Of(block, measure with { Timeline = TimeSpan.FromSeconds(1) }) - TimeEstimate.Of(block, measure));
    }
}
