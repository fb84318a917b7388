using System.Text.Json;
using PerfMatrix.Gate;
using PerfMatrix.Statistics;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class LimitsTests
{
    [Fact]
    public void Everything_follows_from_the_size_and_the_bias()
    {
        var limits = new LimitTable(new(), MachineBias.None, 1).Of(Subject(), "m0");
        Assert.Equal((5, 2.5), (Math.Round(limits.DetectPercent, 6), Math.Round(LogRatio.ToPercent(limits.Threshold), 6)));
        Assert.Equal(1.28, LogRatio.ToPercent(limits.Margin), 2);
    }

    [Theory]
    [InlineData(5, 0.5, false)]
    [InlineData(3.2, 0.5, false)]
    [InlineData(3, 0.5, true)]
    [InlineData(5, 0.75, false)]
    [InlineData(5, 0.8, true)]
    public void What_a_machine_rarely_does_to_one_side_does_not_look_worse_however_small_the_size(double size, double bias, bool isHidden)
    {
        var limits = new Limits(LogRatio.FromPercent(size), LogRatio.FromPercent(bias));
        Assert.True(limits.SuspectThreshold > limits.Margin);
        Assert.Equal((isHidden, isHidden), (limits.IsHidden, size < limits.LeastPercent));
        Assert.Equal(!isHidden, limits.SuspectThreshold == limits.Threshold);
        Assert.False((limits with { Detect = LogRatio.FromPercent(limits.LeastPercent) }).IsHidden);
        Assert.True((limits with { Detect = LogRatio.FromPercent(limits.LeastPercent - 0.1) }).IsHidden);
    }

    [Fact]
    public void A_size_that_grows_with_the_noise_makes_nothing_the_same_that_the_policy_wants_found()
    {
        var limits = new Limits(LogRatio.FromPercent(7), 0.007);
        var grown = limits.Scaled(0.071);
        Assert.Equal(0.1065, grown.Detect, 4);
        Assert.True(grown.SuspectThreshold > limits.SuspectThreshold);
        Assert.Equal((limits.Threshold, limits.Margin), (grown.Threshold, grown.Margin));
        Assert.Equal((limits.SameThreshold, 16), (grown.SameThreshold, grown.LeastPairs));
        Assert.Equal(0.75 * limits.Threshold, limits.SameThreshold, 12);
        Assert.Equal(0, limits.LeastPairs);
    }

    [Fact]
    public void A_measured_bias_counts_before_the_assumed_one_and_the_policy_before_both()
    {
        var run = new ComparedRun("r", Stage.Whole, "m0", "fingerprint", "cpu", "local");
        var bias = new MachineBias(new Dictionary<(string, string), double> { [("fingerprint", "throughput")] = 0.01 }).On([run]);
        var measured = new LimitTable(new(), bias, 1).Of(Subject(), "m0");
        Assert.Equal((0.01, BiasOrigin.Measured), (measured.Bias, measured.Origin));
        Assert.Equal(LogRatio.FromPercent(5) / 10, new LimitTable(new(), bias, 1).Of(Subject(), "another").Bias, 12);
        Assert.Equal(LogRatio.FromPercent(2), new LimitTable(new() { MachineBiasPercent = 2 }, bias, 1).Of(Subject(), "m0").Bias);
    }

    [Theory]
    [InlineData("throughput", 0.5)]
    [InlineData("cpuPerRequest", 0.5)]
    [InlineData("meanTime", 0.5)]
    [InlineData("latencyP99", null)]
    [InlineData("peakRss", null)]
    [InlineData("gcPauseShare", null)]
    [InlineData("startup", null)]
    public void The_bias_of_the_policy_is_of_the_time_of_code_alone(string metric, double? percent)
    {
        var assumed = new LimitTable(new(), MachineBias.None, 1).Of(Subject(metric: metric), "m0");

        var set = new LimitTable(new() { MachineBiasPercent = 0.5 }, MachineBias.None, 1).Of(Subject(metric: metric), "m0");

        Assert.Equal(percent is { } own ? LogRatio.FromPercent(own) : assumed.Bias, set.Bias);
        Assert.Equal((BiasOrigin.Assumed, percent is null ? BiasOrigin.Assumed : BiasOrigin.Set), (assumed.Origin, set.Origin));
    }

    [Fact]
    public void An_assumed_bias_does_not_shrink_with_the_size_that_is_asked_for()
    {
        var policy = GatePolicyFile.Load(Checkout.Root);
        var smaller = policy with { DetectPercent = 1, Metrics = [.. policy.Metrics.Select(metric => metric with { DetectPercent = 1 })] };
        var (usual, small) = (new LimitTable(policy, MachineBias.None, 1), new LimitTable(smaller, MachineBias.None, 1));
        Assert.All(policy.Metrics.Where(metric => metric.IsPaired), metric =>
            Assert.Equal(usual.Of(Subject(metric: metric.Metric), "m0").Bias, small.Of(Subject(metric: metric.Metric), "m0").Bias, 12));
        Assert.True(small.Of(Subject(), "m0").Margin > small.Of(Subject(), "m0").Detect);
        Assert.Equal(LogRatio.FromPercent(35) / 10, small.Of(Subject(metric: "latencyP99"), "m0").Bias, 12);
        Assert.Equal(LogRatio.FromPercent(1) / 10, small.Of(Subject(metric: "endRss"), "m0").Bias, 12);
    }

    [Fact]
    public void A_machine_with_two_fingerprints_is_not_known()
    {
        var run = new ComparedRun("r", Stage.Whole, "m0", "one", "cpu", "local");
        var known = new MachineBias(new Dictionary<(string, string), double> { [("one", "throughput")] = 0.01 });
        Assert.Null(known.On([run, run with { Id = "s", Fingerprint = "two" }]).Of("m0", "throughput"));
    }

    [Fact]
    public void A_comparison_that_one_machine_decides_keeps_what_is_known_of_that_machine()
    {
        var comparison = GateRuns.Comparison(GateRuns.Run("r", 3, GateRuns.Unchanged));
        var run = comparison.Runs.Single();
        var known = new MachineBias(new Dictionary<(string, string), double>
        {
            [(run.Fingerprint, "throughput")] = 0.01,
            [("other", "startup")] = 0.02,
        });

        var kept = comparison with { MachineBiasPercent = known.KeptFor(comparison) };

        Assert.Equal(["throughput"], kept.MachineBiasPercent!.Keys);
        Assert.Equal(0.01, MachineBias.KeptBy(kept)!.On([run]).Of(run.Machine, "throughput")!.Value, 12);
        Assert.Null(MachineBias.KeptBy(comparison));
        Assert.Null(known.KeptFor(comparison with { Runs = [run with { Stage = Stage.Screen }] }));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(24, 1)]
    [InlineData(240, 0.1)]
    public void Many_subjects_on_one_machine_share_the_error_rate(int subjects, double share) =>
        Assert.Equal(share, new LimitTable(new(), MachineBias.None, subjects).Of(Subject(), "m0").LevelShare);

    [Fact]
    public void The_bias_of_a_machine_is_what_its_effects_scatter_beyond_their_errors()
    {
        var noise = new Random(3);
        List<BiasEffect> effects = [.. Enumerable.Range(0, 4000)
            .Select(_ => new BiasEffect("a", "throughput", (0.8 * noise.Normal()) + (1.5 * noise.Normal()), 3, 4))];
        Assert.InRange(MachineBias.Estimate(effects), 0.007, 0.009);
        Assert.Equal(0, MachineBias.Estimate([.. effects.Select(effect => effect with { SpreadPercent = 18 })]));
    }

    [Fact]
    public void A_short_history_hardly_ever_makes_a_machine_look_much_better_than_it_is()
    {
        const int histories = 400;
        var noise = new Random(20);
        List<BiasEffect>[] shown = [.. Enumerable.Range(0, histories).Select(_ => History(noise, MachineBias.EnoughEffects, 0.5))];
        Assert.InRange(shown.Count(effects => MachineBias.Estimate(effects) < 0.0025), 0.15 * histories, histories);
        Assert.All(shown, effects => Assert.InRange(MachineBias.Believed(effects, 0.005), 0.004, 0.02));
    }

    [Theory]
    [InlineData(20, 2, 0.5)]
    [InlineData(64, 2, 0.34)]
    [InlineData(64, 10, 1.72)]
    public void A_bias_is_lowered_no_further_than_so_many_results_can_tell(int results, double pairs, double least)
    {
        BiasEffect[] alike = [.. Enumerable.Repeat(new BiasEffect("a", "throughput", 0, pairs / Math.Sqrt(2), 3), results)];
        Assert.Equal(least, 100 * MachineBias.Believed(alike, 0.1), 2);
    }

    [Fact]
    public void Effects_that_by_chance_scatter_less_than_their_errors_lower_no_bias_that_they_could_not_show()
    {
        var noise = new Random(7);
        // Start-ups of 16 runs of four cells; pairs vary by 10 %, and the machine favours no side.
        List<BiasEffect>[] shown = [.. Enumerable.Range(0, 200).Select(_ => History(noise, 64, 0, pairs: 10))];
        Assert.InRange(shown.Count(effects => MachineBias.Estimate(effects) == 0), 70, 130);
        Assert.All(shown, effects => Assert.InRange(MachineBias.Believed(effects, 0.007), 0.007, 0.05));
    }

    [Theory]
    [InlineData(0, 0, 0.3)]
    [InlineData(1, 0.9, 1.1)]
    public void A_long_history_counts_whatever_is_assumed(double biasPercent, double low, double high)
    {
        var believed = 100 * MachineBias.Believed(History(new Random(20), 4000, biasPercent), 0.005);
        Assert.InRange(believed, low, high);
    }

    [Theory]
    [InlineData(0.2, 0.38)]
    [InlineData(0.4, 0.4)]
    [InlineData(0.6, 0.6)]
    [InlineData(0.8, 0.67)]
    public void What_is_assumed_stays_as_long_as_a_history_neither_shows_more_nor_excludes_as_much(double assumedPercent, double believedPercent)
    {
        // Effects that scatter by 0.9 %, by their errors alone 0.82 %.
        BiasEffect[] effects = [.. Enumerable.Range(0, 20).Select(i => new BiasEffect("a", "throughput", i % 2 == 0 ? 0.9 : -0.9, Math.Sqrt(2), 3))];
        Assert.Equal(believedPercent, 100 * MachineBias.Believed(effects, assumedPercent / 100), 2);
    }

    [Fact]
    public void A_short_history_replaces_the_assumption_of_no_metric()
    {
        using var folder = new TemporaryFolder();
        BiasEffect[] effects = [.. Enumerable.Range(0, MachineBias.EnoughEffects)
            .Select(i => new BiasEffect("a", "gcPauseShare", i % 2 == 0 ? 0.75 : -0.75, Math.Sqrt(2), 3))];
        folder.Write("selftest.json", JsonSerializer.Serialize(new BiasDocument(1, [new(new("f"), effects)]), DocumentJson.Compact));

        var bias = MachineBias.Read(folder["selftest.json"], new()).On([new("r", Stage.Whole, "m0", "f", "cpu", "local")]);

        Assert.Equal(0, MachineBias.Estimate(effects));
        Assert.Equal(Limits.AssumedBias("gcPauseShare", LogRatio.FromPercent(2)), bias.Of("m0", "gcPauseShare")!.Value, 12);
    }

    // Effects of three rounds, the two pairs of each averaged, whose pairs vary by so many percent.
    private static List<BiasEffect> History(Random noise, int effects, double biasPercent, double pairs = 2) =>
        [.. Enumerable.Range(0, effects).Select(_ => Effect(noise, biasPercent * noise.Normal(), pairs))];

    private static BiasEffect Effect(Random noise, double centre, double pairs)
    {
        double[] rounds = [.. Enumerable.Range(0, 3).Select(_ => centre + (pairs / Math.Sqrt(2) * noise.Normal()))];
        return new("a", "throughput", rounds.Average(), Spread.StandardDeviation(rounds), rounds.Length);
    }
}
