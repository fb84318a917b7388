using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

public sealed class PairTests
{
    private static readonly Block s_block = RunSamples.BlockOf(
        RunSamples.CellOf("net8.0", "workstation"), RunSamples.CellOf("net9.0", "workstation"), RunSamples.CellOf("net10.0", "workstation"));

    [Fact]
    public void One_disturbed_slice_does_not_move_a_throughput_pair()
    {
        // Seven undisturbed cycles at changing speeds, always 10 % apart, and one slice that answered almost nothing.
        SliceObservation[] slices =
        [
            .. Enumerable.Range(0, 7).SelectMany(cycle => new[] { Slice(0, cycle, 100 * (cycle + 1)), Slice(1, cycle, 110 * (cycle + 1)) }),
            Slice(0, 7, 100),
            Slice(1, 7, 1),
        ];

        Assert.Equal(Math.Log(1.1), ThroughputPair.OfCycles(slices, 0, 1)!.Value, 12);
        Assert.Equal(Math.Log(3081.0 / 2900), ThroughputPair.RatioOfTotals(slices, 0, 1)!.Value, 12);
    }

    [Fact]
    public void Both_estimators_change_sign_when_the_variants_change_places()
    {
        var random = new Random(7);
        for (var trial = 0; trial < 200; trial++)
        {
            var round = RunSamples.Round(s_block, 1, random, cycles: random.Next(1, 20));

            Assert.Equal(ThroughputPair.OfCycles(round.Slices, 0, 2)!.Value, -ThroughputPair.OfCycles(round.Slices, 2, 0)!.Value, 12);
            Assert.Equal(ThroughputPair.RatioOfTotals(round.Slices, 0, 2)!.Value, -ThroughputPair.RatioOfTotals(round.Slices, 2, 0)!.Value, 12);
        }
    }

    [Fact]
    public void A_cycle_without_answers_is_left_out_and_too_many_of_them_leave_no_pair()
    {
        SliceObservation[] half = [Slice(0, 0, 100), Slice(1, 0, 110), Slice(0, 1, 100), Slice(1, 1, 0)];
        SliceObservation[] most = [.. half, Slice(0, 2, 0), Slice(1, 2, 100)];

        Assert.Equal(Math.Log(1.1), ThroughputPair.OfCycles(half, 0, 1)!.Value, 12);
        Assert.Null(ThroughputPair.OfCycles(most, 0, 1));
        Assert.Null(ThroughputPair.RatioOfTotals([], 0, 1));
    }

    [Fact]
    public void Above_zero_is_worse_whichever_way_the_metric_points()
    {
        var worse = new RunSamples.Behaviour(Speed: 0.5, Memory: 2, Cpu: 2);
        var pairs = PairsOf(RunSamples.Round(s_block, 1, new Random(3), cell => cell.Selector.Framework == "net10.0" ? worse : new()));

        var ofWorse = pairs.Where(pair => pair.A == s_block.Anchor.Id && pair.B == s_block.Variants[2].Id)
            .ToDictionary(pair => pair.Metric, pair => pair.LogRatio);

        foreach (var metric in new[] { "throughput", "latencyP99", "peakRss", "cpuPerRequest" })
            Assert.InRange(ofWorse[metric], 0.5, 0.9);
    }

    [Fact]
    public void Throughput_is_paired_for_every_two_variants_and_other_metrics_with_the_anchor_only()
    {
        var pairs = PairsOf(RunSamples.Round(s_block, 1, new Random(3)));
        var (a, b, c) = (s_block.Variants[0].Id, s_block.Variants[1].Id, s_block.Variants[2].Id);

        Assert.Equal([(a, b), (a, c), (b, c)], pairs.Where(pair => pair.Metric == "throughput").Select(pair => (pair.A, pair.B)));
        Assert.Equal([(a, b), (a, c)], pairs.Where(pair => pair.Metric == "peakRss").Select(pair => (pair.A, pair.B)));
    }

    [Fact]
    public void A_failed_variant_and_a_zero_give_no_pair()
    {
        var round = RunSamples.Round(s_block, 1, new Random(3));
        var broken = round with
        {
            Variants = [round.Variants[0], round.Variants[1] with { Failure = new RoundFailure { Reason = "died" } }, round.Variants[2]],
        };
        var pairs = PairsOf(broken);

        Assert.DoesNotContain(pairs, pair => pair.A == s_block.Variants[1].Id || pair.B == s_block.Variants[1].Id);
        Assert.DoesNotContain(pairs, pair => pair.Metric is "errors" or "gen2PerThousand");
        Assert.Contains(pairs, pair => pair.Metric == "throughput");
    }

    private static SliceObservation Slice(int variant, int cycle, long requests) => new(variant, cycle, TimeSpan.FromMilliseconds(20), requests);

    private static IReadOnlyList<PairRecord> PairsOf(RoundObservation round) => RoundPairs.Of(
        round, [.. round.Variants.Select((_, index) => VariantRound.Of(round, index).Samples())]);
}
