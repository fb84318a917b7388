using PerfMatrix.Explain;
using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Explain;

public sealed class DifferencesTests
{
    private const int Small = 40;
    private const double Smallest = 0.5;

    /// <summary>Alone among 42, a change of 4 standard errors is no discovery (p = 0.0025); 40 small ones must not make it one.</summary>
    [Fact]
    public void Many_changes_that_are_too_small_lend_no_weight_to_a_large_one_so_no_named_change_has_an_interval_around_0()
    {
        var found = Differences.Of(Rounds([.. Enumerable.Repeat((Change: 0.4, Error: 0.01), Small), (2, 0.5), (3, 0.25)]), Smallest);

        var change = Assert.Single(found);
        Assert.Equal((Small + 1, 3.0), (change.Key, Math.Round(change.Mean, 9)));
        Assert.True(change.Low > 0, $"{change}");
    }

    [Fact]
    public void An_interval_misses_the_truth_in_5_of_100_however_seldom_an_unchanged_thing_is_named()
    {
        // Two of four are named, with 4 degrees of freedom of their own and 6 of what is expected.
        var width = StudentT.TwoSidedQuantile(0.05 * 2 / 4, 10);

        foreach (var falseShare in new[] { Differences.FalseShare, Differences.HalfFalseShare })
        {
            var found = Differences.Of(Rounds([(0, 0.1), (2, 0.1), (-1, 0.1), (0, 0.1)]), Smallest, falseShare);
            Assert.Equal([1, 2], found.Select(change => change.Key));
            Assert.All(found, change => Assert.Equal(change.Mean - (width * 0.1), change.Low, 1e-6));
            Assert.All(found, change => Assert.Equal(change.Mean + (width * 0.1), change.High, 1e-6));
        }
    }

    /// <summary>Five rounds that are all alike: the spread of a key is what is expected of its samples.</summary>
    /// <param name="keys">What changes of each, and the standard error of its mean.</param>
    private static List<(Amounts<int> Base, Amounts<int> Head)> Rounds(IReadOnlyList<(double Change, double Error)> keys) =>
    [
        .. Enumerable.Repeat((
            new Amounts<int>(keys.Index().ToDictionary(key => key.Index, _ => (10.0, 0.0))),
            new Amounts<int>(keys.Index().ToDictionary(key => key.Index, key => (10 + key.Item.Change, 5 * key.Item.Error * key.Item.Error)))), 5),
    ];
}
