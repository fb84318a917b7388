using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Statistics;

public sealed class BenjaminiHochbergTests
{
    /// <summary>The example of section 3.2 of the 1995 paper: 15 p values, four rejections at 0.05.</summary>
    [Fact]
    public void The_example_of_the_paper_rejects_four()
    {
        double[] p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000];
        Assert.Equal(4, BenjaminiHochberg.Adjust(p).Count(adjusted => adjusted <= 0.05));
    }

    [Fact]
    public void A_small_p_value_is_rejected_wherever_it_stands()
    {
        Assert.Equal([false, true, false], BenjaminiHochberg.Adjust([0.9, 0.001, 0.4]).Select(adjusted => adjusted <= 0.05));
        Assert.Empty(BenjaminiHochberg.Adjust([]));
    }

    [Fact]
    public void Adjusted_values_are_never_below_the_raw_ones_and_keep_their_order()
    {
        var random = new Random(31);
        var p = Enumerable.Range(0, 50).Select(_ => random.NextDouble()).Order().ToArray();
        var adjusted = BenjaminiHochberg.Adjust(p);
        Assert.All(p.Zip(adjusted), pair => Assert.InRange(pair.Second, pair.First, 1));
        Assert.Equal(adjusted.Order(), adjusted);
    }

    [Theory]
    [InlineData(-0.1)]
    [InlineData(1.1)]
    [InlineData(double.NaN)]
    public void What_is_no_probability_is_refused_with_its_index(double bad) =>
        Assert.Contains("pValues[1]", Assert.Throws<ArgumentException>(() => BenjaminiHochberg.Adjust([0.5, bad])).Message, StringComparison.Ordinal);
}
