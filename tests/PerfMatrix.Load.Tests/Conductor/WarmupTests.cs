using PerfMatrix.Load.Conductor;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Tests.Conductor;

public sealed class WarmupTests
{
    private static readonly MeasureSettings s_settings = new()
    {
        Rounds = 1,
        Slices = 1,
        Slice = TimeSpan.FromMilliseconds(20),
        MinimumWarmup = TimeSpan.FromSeconds(1),
        MaximumWarmup = TimeSpan.FromSeconds(3),
        WarmupTolerance = 0.05,
        WakeUp = TimeSpan.Zero,
    };

    private static readonly int[] s_all = [0, 1, 2, 3];

    [Fact]
    public void What_has_become_faster_and_is_steady_settles_after_the_shortest_time_and_not_before() =>
        Assert.Equal(50, CyclesOf(s_settings, (_, cycle) => cycle < 20 ? 0.3 : 1));

    [Fact]
    public void Growing_throughput_does_not_settle_and_ends_with_the_longest_time()
    {
        var warmup = new Warmup(s_settings, 4);
        Assert.Equal(150, CyclesOf(warmup, (_, cycle) => Math.Pow(1.01, cycle)));
        Assert.False(warmup.IsSettled(s_all));
        Assert.Equal(s_settings.MaximumWarmup, warmup.TimeOf(3));
    }

    [Theory]
    [InlineData(45)]
    [InlineData(70)]
    public void What_speeds_up_late_is_waited_for(int late)
    {
        // As recorded of a busy machine: up to 1.4 s a third of the throughput that follows.
        Assert.InRange(CyclesOf(s_settings, (_, cycle) => cycle < late ? 0.3 : 1), late + 8, late + 20);
        Assert.InRange(CyclesOf(s_settings, (variant, cycle) => cycle < late - (5 * variant) ? 0.3 : 1), late + 4, late + 20);
    }

    [Fact]
    public void What_never_becomes_faster_is_warmed_up_for_the_longest_time() => Assert.Equal(150, CyclesOf(s_settings, (_, _) => 1));

    [Fact]
    public void Noise_hardly_prolongs_it()
    {
        // Slices that vary by 25 %, as beside two busy loops: two windows of one variant then differ by 11 %.
        var random = new Random(3);
        var cycles = Enumerable.Range(0, 200).Select(_ => CyclesOf(s_settings, (_, cycle) => (cycle < 20 ? 0.3 : 1)
            * Math.Exp(0.25 * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble()))));

        Assert.InRange(cycles.Average(), 50, 51);
    }

    [Fact]
    public void A_variant_that_failed_is_not_waited_for()
    {
        var warmup = new Warmup(s_settings, 4);
        for (var cycle = 0; cycle < 50; cycle++)
        {
            foreach (var variant in s_all[1..]) warmup.Add(variant, s_settings.Slice, cycle < 20 ? 300 : 1000);
            Assert.False(warmup.IsSettled(s_all));
            Assert.Equal(cycle == 49, warmup.IsSettled(s_all[1..]));
        }
    }

    [Fact]
    public void Two_pauses_in_a_row_have_to_be_quiet_for_all_processes()
    {
        var warmup = new Warmup(s_settings, 2);
        Assert.Equal(
            [false, false, false, false, true],
            new[] { (2, 2), (2, 40), (120, 2), (0, 15), (2, 2) }.Select(used => warmup.IsQuiet([Time(used.Item1), Time(used.Item2)])));
    }

    [Fact]
    public void What_always_works_in_the_background_is_not_waited_for()
    {
        var warmup = new Warmup(s_settings, 1);
        Assert.Equal(
            Warmup.MostPauses - 1, Enumerable.Range(0, Warmup.MostPauses).TakeWhile(_ => !warmup.IsQuiet([WarmupPauses.Length])).Count());
    }

    [Fact]
    public void A_fixed_warm_up_settles_with_its_time_whatever_throughput_does() =>
        Assert.Equal(50, CyclesOf(s_settings with { MaximumWarmup = s_settings.MinimumWarmup }, (_, cycle) => Math.Pow(1.2, cycle)));

    [Fact]
    public void A_warm_up_of_no_time_has_no_slice() =>
        Assert.Equal(0, CyclesOf(s_settings with { MinimumWarmup = TimeSpan.Zero, MaximumWarmup = TimeSpan.Zero }, (_, _) => 1));

    [Fact]
    public void Slices_longer_than_a_window_are_windows() => Assert.Equal(
        3, CyclesOf(s_settings with { Slice = TimeSpan.FromSeconds(1), MaximumWarmup = TimeSpan.FromSeconds(9) }, (_, cycle) => cycle < 1 ? 0.3 : 1));

    private static TimeSpan Time(int milliseconds) => TimeSpan.FromMilliseconds(milliseconds);

    private static int CyclesOf(MeasureSettings settings, Func<int, int, double> speed) => CyclesOf(new Warmup(settings, 4), speed, settings.Slice);

    private static int CyclesOf(Warmup warmup, Func<int, int, double> speed, TimeSpan? slice = null)
    {
        var cycles = 0;
        for (; !warmup.IsSettled(s_all) && !warmup.IsExhausted(s_all); cycles++)
            foreach (var variant in s_all) warmup.Add(variant, slice ?? s_settings.Slice, (long)(1000 * speed(variant, cycles)));
        return cycles;
    }
}
