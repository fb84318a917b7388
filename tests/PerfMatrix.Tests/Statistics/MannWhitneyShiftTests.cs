using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Statistics;

public sealed class MannWhitneyShiftTests
{
    [Theory]
    [InlineData(4, 4)]
    [InlineData(7, 7)]
    [InlineData(5, 12)]
    [InlineData(20, 20)]
    public void The_interval_holds_exactly_the_shifts_that_the_test_does_not_reject(int sizeOfX, int sizeOfY)
    {
        for (var seed = 0; seed < 20; seed++)
        {
            var random = new Random(seed);
            var x = Sample(random, sizeOfX);
            var y = Sample(random, sizeOfY);
            var (location, interval) = MannWhitneyShift.Of(x, y);
            Assert.NotNull(interval);
            Assert.True(interval.Value.Contains(location));
            Assert.True(P(x, y, interval.Value.Low + 1e-9) > 0.05 && P(x, y, interval.Value.High - 1e-9) > 0.05);
            Assert.True(P(x, y, interval.Value.Low - 1e-9) <= 0.05 && P(x, y, interval.Value.High + 1e-9) <= 0.05);
        }
    }

    [Fact]
    public void A_shift_is_found_and_its_sign_is_that_of_the_second_sample()
    {
        var (location, interval) = MannWhitneyShift.Of([1, 2, 3, 4, 5], [11, 12, 13, 14, 15]);
        Assert.Equal(10, location);
        Assert.True(interval!.Value.Low > 5);
    }

    [Fact]
    public void Samples_too_small_for_the_confidence_have_no_interval() => Assert.Null(MannWhitneyShift.Of([1, 2, 3], [4, 5, 6]).Interval);

    [Fact]
    public void Many_values_use_the_normal_approximation()
    {
        var random = new Random(1);
        var (x, y) = (Sample(random, 40), Sample(random, 40));
        Assert.True(MannWhitneyShift.Of(x, y).Interval!.Value.Contains(0));
    }

    [Fact]
    public void What_is_no_number_is_refused() => Assert.Throws<ArgumentException>(() => MannWhitneyShift.Of([1, double.NaN], [1]));

    private static double[] Sample(Random random, int size) => [.. Enumerable.Range(0, size).Select(_ => random.NextDouble())];

    private static double P(double[] x, double[] y, double shift) => MannWhitney.Test(x, [.. y.Select(value => value - shift)]).TwoSided;
}
