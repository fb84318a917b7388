using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Statistics;

/// <summary>Against the table in every textbook, and closed forms for one and two degrees of freedom.</summary>
public sealed class StudentTTests
{
    [Theory]
    [InlineData(4, 0.05, 2.776445105)]
    [InlineData(10, 0.05, 2.228138852)]
    [InlineData(10, 0.001, 4.586893859)]
    [InlineData(30, 0.01, 2.749995654)]
    public void Quantiles_are_those_of_the_table(double degrees, double tail, double expected)
    {
        Assert.Equal(expected, StudentT.TwoSidedQuantile(tail, degrees), 1e-8);
        Assert.Equal(tail, StudentT.TwoSided(expected, degrees), 1e-9);
    }

    [Theory]
    [InlineData(0.1)]
    [InlineData(1)]
    [InlineData(-7.5)]
    [InlineData(1000)]
    public void One_and_two_degrees_are_their_closed_forms(double t)
    {
        Assert.Equal(1, StudentT.TwoSided(t, 1) / (1 - (2 / Math.PI * Math.Atan(Math.Abs(t)))), 1e-8);
        Assert.Equal(1 - (Math.Abs(t) / Math.Sqrt(2 + (t * t))), StudentT.TwoSided(t, 2), 1e-12);
    }

    [Fact]
    public void With_many_degrees_it_is_the_normal_distribution() =>
        Assert.Equal(2 * NormalDistribution.Upper(1.96), StudentT.TwoSided(1.96, 1e7), 1e-6);

    [Fact]
    public void No_difference_has_probability_one() => Assert.Equal(1, StudentT.TwoSided(0, 4));
}
