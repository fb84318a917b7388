using PerfMatrix.Load.Generator;

namespace PerfMatrix.Load.Tests.Generator;

public sealed class PoissonArrivalsTests
{
    private static readonly TimeSpan s_second = TimeSpan.FromSeconds(1);

    [Fact]
    public void So_many_requests_are_due_within_the_time_in_order()
    {
        var due = Due(new PoissonArrivals(1000, s_second, seed: 3));

        Assert.Equal(1000, due.Count);
        Assert.Equal(due.Order(), due);
        Assert.All(due, time => Assert.InRange(time, TimeSpan.Zero, s_second));
        Assert.Empty(Due(new PoissonArrivals(0, s_second, seed: 3)));
    }

    [Fact]
    public void The_seed_decides_the_times()
    {
        Assert.Equal(Due(new PoissonArrivals(100, s_second, 3)), Due(new PoissonArrivals(100, s_second, 3)));
        Assert.NotEqual(Due(new PoissonArrivals(100, s_second, 3)), Due(new PoissonArrivals(100, s_second, 4)));
    }

    [Fact]
    public void Gaps_are_spread_as_those_of_a_poisson_process()
    {
        // Of exponential gaps a share of 1/e is longer than their mean, and the standard deviation is the mean.
        var due = Due(new PoissonArrivals(100_000, s_second, seed: 5));
        var gaps = due.Zip(due.Skip(1), (one, next) => (next - one).TotalSeconds * 100_000).ToList();

        Assert.Equal(Math.Exp(-1), gaps.Count(gap => gap > 1) / (double)gaps.Count, 0.01);
        Assert.Equal(1, Math.Sqrt(gaps.Average(gap => (gap - 1) * (gap - 1))), 0.02);
    }

    private static List<TimeSpan> Due(PoissonArrivals arrivals) =>
        [.. Enumerable.Range(0, int.MaxValue).Select(index => arrivals.DueAt(index)).TakeWhile(due => due is not null).Select(due => due!.Value)];
}
