using ReferenceFile = PerfMatrix.Tests.Statistics.Reference.ReferenceFile;

namespace PerfMatrix.Evidence.Tests;

public sealed class MannWhitneyTests
{
    [Fact]
    public void Samples_that_do_not_overlap_reach_the_smallest_p_value()
    {
        var test = MannWhitney.Test([5, 6, 7, 8], [1, 2, 3, 4]);
        Assert.Equal((1 / 70.0, 2 / 70.0), (test.Greater, test.TwoSided));
    }

    [Fact]
    public void Swapping_the_samples_swaps_the_sides()
    {
        var random = new Random(51);
        foreach (var (n, m, digits) in new[] { (5, 7, 15), (12, 12, 1), (40, 50, 15), (40, 50, 1) })
        {
            var x = Enumerable.Range(0, n).Select(_ => Math.Round(random.NextDouble(), digits)).ToArray();
            var y = Enumerable.Range(0, m).Select(_ => Math.Round(random.NextDouble() + 0.1, digits)).ToArray();
            Assert.Equal(MannWhitney.Test(x, y).Greater, MannWhitney.Test(y, x).Less, 1e-12);
        }
    }

    [Fact]
    public void Equal_values_everywhere_say_nothing() => Assert.Equal(1, MannWhitney.Test([1, 1, 1], [1, 1]).TwoSided);

    [Fact]
    public void Mann_Whitney_tests_equal_those_of_R()
    {
        foreach (var row in ReferenceFile.Rows("base.json", "mannWhitney"))
        {
            var test = MannWhitney.Test(row.Values("x"), row.Values("y"));
            Assert.Equal(row.Value("greater"), test.Greater, 1e-12);
            Assert.Equal(row.Value("less"), test.Less, 1e-12);
            Assert.Equal(row.Value("twoSided"), test.TwoSided, 1e-12);
        }
    }

    [Fact]
    public void Mann_Whitney_tests_with_ties_equal_those_of_coin()
    {
        foreach (var row in ReferenceFile.Rows("coin.json", "mannWhitney"))
        {
            var test = MannWhitney.Test(row.Values("x"), row.Values("y"));
            Assert.Equal(row.Value("greater"), test.Greater, 1e-9);
            Assert.Equal(row.Value("less"), test.Less, 1e-9);
        }
    }
}
