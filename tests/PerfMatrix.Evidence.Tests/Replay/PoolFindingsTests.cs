using PerfMatrix.Evidence.Replay;
using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Evidence.Tests.Replay;

public sealed class PoolFindingsTests
{
    private const int Runs = 20;

    [Theory]
    [InlineData(0.0)]
    [InlineData(1.0)]
    [InlineData(3.0)]
    public void What_the_rounds_of_a_run_share_is_told_from_what_they_do_not(double bias)
    {
        int held = 0, sound = 0;
        for (var seed = 0; seed < 100; seed++)
        {
            var found = Bias(new NoiseSource((ulong)seed), Runs, bias);
            held += found.LowPercent <= bias + 0.01 && bias <= found.HighPercent ? 1 : 0;
            sound += Math.Abs(found.Percent - bias) < 0.5 + (bias / 3) ? 1 : 0;
            Assert.InRange(found.SigmaPercent, 1.6, 2.4);
        }

        // Of 100 intervals of 95 %, 88 or fewer is chance in 4 of 1,000 cases.
        Assert.InRange(held, 89, 100);
        Assert.InRange(sound, 90, 100);
    }

    [Fact]
    public void Two_runs_are_too_few_for_a_bias() => Assert.Null(RunBias.Of("throughput", [[0.01, 0.02], [0.01, 0.03]]));

    [Theory]
    [InlineData(0, -0.1, 0.1)]
    [InlineData(1, 0.4, 0.6)]
    [InlineData(-1, -0.6, -0.4)]
    public void Pairs_of_a_round_that_share_something_are_alike(double shared, double low, double high)
    {
        var source = new NoiseSource(7);
        var found = RunBias.LikenessOf([.. Enumerable.Range(0, 40).Select(_ => (IReadOnlyList<(double, double)>)
            [.. Enumerable.Range(0, 20).Select(_ => Pairs(source.Normal()))])]);
        Assert.InRange(found!.Value, low, high);

        (double, double) Pairs(double round) => (source.Normal() + (round * shared * shared), source.Normal() + (round * shared));
    }

    [Theory]
    [InlineData(0.0, 0)]
    [InlineData(0.1, -10)]
    public void Work_that_head_leaves_behind_shows_in_base_and_its_copy(double cost, double expected)
    {
        var found = CarryOver.Of("any", Enumerable.Range(0, 12).Select(seed => Round(seed, cost)))!;

        Assert.Equal(12, found.Rounds);
        Assert.InRange(found.Percent, expected - 2, expected + 2);
        Assert.Equal(cost > 0, found.HighPercent < 0);
    }

    [Fact]
    public void Without_a_copy_of_base_nothing_is_said_of_carry_over() => Assert.Null(CarryOver.Of("any", [Round(1, 0.1, "cell@base", "cell")]));

    private static RunBias Bias(NoiseSource source, int runs, double bias) => RunBias.Of(
        "throughput",
        [.. Enumerable.Range(0, runs).Select(_ =>
        {
            var shared = source.Normal() * bias / 100;
            return Enumerable.Range(0, 10).Select(_ => shared + (source.Normal() * 0.02)).ToArray();
        })])!;

    /// <summary>A round of 150 cycles in which base is slower by a share right after a process of head; slices scatter by 5 %.</summary>
    private static RoundObservation Round(int seed, double cost, params string[] variants)
    {
        string[] all = variants.Length > 0 ? variants : ["cell@base", "cell@base#1", "cell", "cell#1"];
        var (random, slices) = (new Random(seed), new List<SliceObservation>());
        for (var cycle = 0; cycle < 150; cycle++)
        {
            foreach (var variant in Enumerable.Range(0, all.Length).OrderBy(_ => random.Next()))
            {
                var isSlower = slices.Count > 0 && !IsBase(slices[^1].Variant) && IsBase(variant);
                var speed = (isSlower ? 1 - cost : 1) * (1 + (0.1 * (random.NextDouble() - 0.5)));
                slices.Add(new(variant, cycle, TimeSpan.FromMilliseconds(20), (long)(100_000 * speed)));
            }
        }

        bool IsBase(int variant) => all[variant].Contains("@base", StringComparison.Ordinal);

        return new()
        {
            Block = "block",
            Round = 1,
            StartedAt = default,
            FinishedAt = default,
            Slices = slices,
            Times = new(),
            Variants = [.. all.Select(variant => new VariantObservation { Variant = variant })],
        };
    }
}
