using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Measurement;

public sealed class PairTests
{
    private static readonly Block s_block = RunSamples.BlockOf(
        RunSamples.CellOf("net8.0", "workstation"), RunSamples.CellOf("net9.0", "workstation"), RunSamples.CellOf("net10.0", "workstation"));

    [Theory]
    [InlineData(0.05, -1.6)]
    [InlineData(0.13, -3.4)]
    public void Stalls_of_head_count_in_full_and_an_estimate_over_cycles_took_most_of_them_for_noise(double slice, double leastOfCycles)
    {
        var (totals, cycles, shares) = (new List<double>(), new List<double>(), new List<double>());
        var random = new Random(5);
        for (var round = 0; round < 60; round++)
        {
            var seen = Comparison(random, slice, (v, cycle) => v % 2 == 1 && (cycle + (5 * v)) % 25 is 3 or 17 ? 0.25 : 1);
            totals.AddRange(OfTotals(seen, 0, 1), OfTotals(seen, 2, 3));
            cycles.AddRange(OfCycles(seen, 0, 1), OfCycles(seen, 2, 3));
            shares.Add(VariantRound.Of(seen, 1).StallShare!.Value - VariantRound.Of(seen, 0).StallShare!.Value);
        }

        // 15 of 20 ms in 8 % of the slices: 6 % of throughput.
        Assert.InRange(100 * totals.Average(), -6.6, -5.6);
        Assert.InRange(100 * cycles.Average(), leastOfCycles, -0.5);
        Assert.InRange(shares.Average(), 2.5, 6.5);
    }

    [Fact]
    public void A_moment_that_disturbs_several_programs_is_left_out_and_one_that_hits_copies_of_one_program_is_not()
    {
        var random = new Random(5);
        var calm = Comparison(random, 0, (_, _) => 1);
        RoundObservation Slow(params int[] slow) => calm with
        {
            Slices = [.. calm.Slices.Select((slice, index) => slow.Contains(index) ? slice with { Requests = 10 } : slice)],
        };
        var same = Enumerable.Range(0, 399).First(i => calm.Slices[i].Variant % 2 == calm.Slices[i + 1].Variant % 2
            && calm.Slices[i].Variant != calm.Slices[i + 1].Variant);
        var different = Enumerable.Range(0, 399).First(i => calm.Slices[i].Variant % 2 != calm.Slices[i + 1].Variant % 2);

        Assert.Equal(400, DisturbedMoments.Without(Slow(different)).Count);
        Assert.Equal(400, DisturbedMoments.Without(Slow(same, same + 1)).Count);
        var disturbed = Slow(different, different + 1);
        Assert.Equal(398, DisturbedMoments.Without(disturbed).Count);
        Assert.All([(0, 1), (2, 3), (0, 2)], ((int A, int B) pair) => Assert.Equal(0, OfTotals(disturbed, pair.A, pair.B), 12));
    }

    [Theory]
    [InlineData(1, true)] // A stall of head whose work runs on looks like one of the machine.
    [InlineData(0, false)]
    public void Moments_that_mostly_begin_in_slices_of_head_are_told(int side, bool isTold)
    {
        var calm = Comparison(new Random(5), 0, (_, _) => 1);
        var slow = new HashSet<int>();
        for (var i = 0; i + 2 < calm.Slices.Count && slow.Count < 40; i++)
        {
            if (calm.Slices[i].Variant % 2 == side && calm.Slices[i + 1].Variant % 2 != side) slow.UnionWith([i, ++i]);
            if (slow.Contains(i)) i++;
        }
        var block = PairedBlock.Pack([CellPair.OfSides(s_block.Anchor.Cell)]).Single().Block;
        var ledger = new DisturbanceLedger();
        ledger.Add(block, calm with
        {
            Variants = [.. calm.Variants.Zip(block.Variants, (seen, variant) => seen with { Variant = variant.Id })],
            Slices = [.. calm.Slices.Select((slice, index) => slow.Contains(index) ? slice with { Requests = 10 } : slice)],
        });
        Assert.Equal(isTold, ledger.Warnings().Any());
    }

    [Fact]
    public void The_pair_is_the_ratio_of_the_samples()
    {
        var random = new Random(7);
        for (var trial = 0; trial < 50; trial++)
        {
            var round = Comparison(random, 0.5, (_, _) => random.NextDouble() < 0.1 ? 0.1 : 1);
            var throughput = round.Variants.Select((_, index) => VariantRound.Of(round, index).Samples()["throughput"]).ToList();

            Assert.All(PairsOf(round).Where(pair => pair.Metric == "throughput"), pair => Assert.Equal(
                Math.Log(throughput[IndexOf(round, pair.A)] / throughput[IndexOf(round, pair.B)]), pair.LogRatio, 12));
        }
    }

    [Fact]
    public void A_variant_that_answered_nothing_has_no_pair()
    {
        var round = Comparison(new Random(7), 0.1, (v, _) => v == 1 ? 0 : 1);

        Assert.Null(VariantRound.Of(round with { Slices = [] }, 0).Throughput);
        Assert.DoesNotContain(PairsOf(round), pair => pair.Metric == "throughput" && pair.B.EndsWith("@head", StringComparison.Ordinal));
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

    // Base, head and a copy of both, 100 cycles in random order.
    private static RoundObservation Comparison(Random random, double spread, Func<int, int, double> left)
    {
        var block = RunSamples.BlockOf(s_block.Variants[0].Cell);
        var round = RunSamples.Round(block, 1, random, cycles: 1);
        string[] names = ["a@base", "a@head", "a@base#1", "a@head#1"];
        return round with
        {
            Variants = [.. names.Select(name => round.Variants[0] with { Variant = name })],
            Slices =
            [
                .. from cycle in Enumerable.Range(0, 100)
                   from variant in Enumerable.Range(0, 4).OrderBy(_ => random.Next())
                   let noise = Math.Exp(spread * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble()))
                   select new SliceObservation(
                       variant, cycle, TimeSpan.FromMilliseconds(20), (long)(10_000 * noise * left(variant, cycle))),
            ],
        };
    }

    // What a throughput pair was until stalls were looked for.
    private static double OfTotals(RoundObservation round, int a, int b) =>
        Math.Log(VariantRound.Of(round, b).Throughput!.Value / VariantRound.Of(round, a).Throughput!.Value);

    private static double OfCycles(RoundObservation round, int a, int b)
    {
        var ofA = round.Slices.Where(slice => slice.Variant == a).ToDictionary(slice => slice.Cycle, slice => slice.Requests);
        return HodgesLehmann.Estimate([.. round.Slices.Where(slice => slice.Variant == b)
            .Select(slice => Math.Log(slice.Requests / (double)ofA[slice.Cycle]))]);
    }

    private static int IndexOf(RoundObservation round, string variant) =>
        round.Variants.Select(seen => seen.Variant).ToList().IndexOf(variant);

    private static IReadOnlyList<PairRecord> PairsOf(RoundObservation round) => RoundPairs.Of(
        round, [.. round.Variants.Select((_, index) => VariantRound.Of(round, index).Samples())]);
}
