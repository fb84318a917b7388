using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Statistics;

public sealed class BootstrapTests
{
    [Fact]
    public void The_same_seed_gives_the_same_interval()
    {
        double[][] machines = [[0.01, 0.02, 0.03], [0.02, 0.05], [-0.01, 0.01, 0.04]];
        Assert.Equal(Bootstrap.OverMachines(machines, new Random(1), 200), Bootstrap.OverMachines(machines, new Random(1), 200));
    }

    [Fact]
    public void Machines_that_disagree_widen_the_interval()
    {
        var random = new Random(41);
        var pairs = Enumerable.Range(0, 30).Select(_ => (random.NextDouble() - 0.5) * 0.02).ToArray();
        double[][] agree = [pairs[..10], pairs[10..20], pairs[20..]];
        double[][] disagree = [[.. pairs[..10].Select(d => d - 0.05)], pairs[10..20], [.. pairs[20..].Select(d => d + 0.05)]];
        var narrow = Bootstrap.OverMachines(agree, new Random(2)).Interval;
        var wide = Bootstrap.OverMachines(disagree, new Random(2)).Interval;
        Assert.True(wide.High - wide.Low > 4 * (narrow.High - narrow.Low), $"{wide} against {narrow}");
    }

    [Fact]
    public void The_estimate_is_that_of_all_pairs_together()
    {
        double[][] machines = [[0.01, 0.02, 0.03], [0.5]];
        var pooled = Bootstrap.OverMachines(machines, new Random(3));
        Assert.Equal(HodgesLehmann.Estimate([0.01, 0.02, 0.03, 0.5]), pooled.Location);
        Assert.True(pooled.Interval.Contains(pooled.Location));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(12)]
    [InlineData(64)]
    [InlineData(65)]
    public void The_estimate_of_a_resample_is_that_of_its_differences_to_the_last_bit(int count)
    {
        var random = new Random(count);
        double[] differences = [.. Enumerable.Range(0, count).Select(_ => Math.Round(random.NextDouble() - 0.5, 2))];
        var resampled = new ResampledEstimate(differences);
        for (var i = 0; i < 20; i++)
        {
            var times = new int[count];
            for (var drawn = 0; drawn < count + (i % 3); drawn++) times[random.Next(count)]++;
            double[] resample = [.. differences.SelectMany((difference, index) => Enumerable.Repeat(difference, times[index]))];

            Assert.Equal(HodgesLehmann.Estimate(resample), resampled.Of(times));
        }
    }

    [Fact]
    public void A_machine_without_pairs_is_refused()
    {
        Assert.Throws<ArgumentException>(() => Bootstrap.OverMachines([[0.1], []], new Random(4)));
        Assert.Throws<ArgumentOutOfRangeException>(() => Bootstrap.OverMachines([], new Random(4)));
    }
}
