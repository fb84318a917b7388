using PerfMatrix.History;
using PerfMatrix.Statistics;
using PerfMatrix.Tests.GitHub.Alerts;

namespace PerfMatrix.Tests.History;

public sealed class TrendTests
{
    [Fact]
    public void The_best_split_is_where_the_points_change()
    {
        double[] points = [1, 1.1, 0.9, 1, 1.05, 0.95, 2, 2.1, 1.9, 2];

        Assert.Equal(6, new EDivisive(points).Best(2, 2).Split);
    }

    /// <summary>The statistic by its definition in the paper, without the running sums.</summary>
    [Fact]
    public void The_statistic_is_that_of_the_paper()
    {
        double[] x = [0.3, 1.2, 0.7, 0.1], y = [2.5, 2.0, 3.1];
        var between = (from a in x from b in y select Math.Abs(a - b)).Sum() * 2 / (x.Length * y.Length);
        var statistic = x.Length * y.Length / 7.0 * (between - Within(x) - Within(y));

        var best = new EDivisive([.. x, .. y]).Best(4, 3);

        Assert.Equal((4, statistic), (best.Split, best.Statistic));
    }

    /// <summary>Many sums are made at a time. If one differed from a plain one, a rebuilt history would differ from what was published.</summary>
    [Theory]
    [InlineData(11)]
    [InlineData(56)]
    [InlineData(59)]
    [InlineData(60)]
    public void The_best_splits_of_all_orders_are_those_of_plain_sums_to_the_last_bit(int count)
    {
        var random = new Random(count);
        double[] points = [.. Enumerable.Range(0, count).Select(_ => random.NextDouble())];
        var energy = new EDivisive(points);
        var (best, order, shuffle) = (PlainBest(points), Enumerable.Range(0, count).ToArray(), new Random(7));
        var asGood = Enumerable.Range(0, 99).Count(_ =>
        {
            shuffle.Shuffle(order);
            return PlainBest([.. order.Select(index => points[index])]).Statistic >= best.Statistic;
        });

        Assert.Equal(best, energy.Best(8, 2));
        Assert.Equal((1 + asGood) / 100.0, energy.PermutationP(best, 8, 2, permutations: 99, level: 1, seed: 7));
    }

    [Fact]
    public void The_permutation_test_keeps_its_level_on_noise()
    {
        var random = new Random(5);
        var found = 0;
        for (var trial = 0; trial < 400; trial++)
        {
            var energy = new EDivisive([.. Enumerable.Range(0, 20).Select(_ => random.NextDouble())]);
            if (energy.PermutationP(energy.Best(5, 3), 5, 3, 99, 0.05, trial) <= 0.05) found++;
        }

        var share = WilsonInterval.Of(found, 400);
        Assert.InRange(0.05, share.Low, share.High);
    }

    [Fact]
    public void A_step_is_found_at_its_place_with_its_size()
    {
        var step = StepFinder.Find(Window(40, 0.01, 34, LogRatio.FromPercent(5)), 1);

        Assert.NotNull(step);
        Assert.Equal(34, step.Value.Sequence);
        Assert.InRange(LogRatio.ToPercent(step.Value.Shift), 3, 7);
    }

    [Fact]
    public void The_interval_of_a_step_is_wider_where_noise_lasts_and_where_few_runs_tell_it()
    {
        var independent = StepFinder.Find(Window(40, 0.01, 34, 0.1), 1)!.Value;
        var lasting = StepFinder.Find(Window(40, 0.01, 34, 0.1, kept: 0.8), 1)!.Value;
        var few = StepFinder.Find([.. Window(40, 0.01, 34, 0.1).Skip(14)], 1)!.Value;

        Assert.InRange(independent.Lasting, 1, 1.25);
        Assert.InRange(lasting.Lasting, 1.4, 3);
        Assert.True(few.Degrees < independent.Degrees);
    }

    /// <summary>Of Student's t with 10 degrees of freedom 95 % lie within 2.228.</summary>
    [Fact]
    public void Half_the_interval_is_that_of_Students_t_and_as_much_wider_as_noise_lasts()
    {
        Assert.Equal(0.01114, new SeriesStep(10, -0.05, 10, 0.01, Degrees: 10).Margin, 1e-5);
        Assert.Equal(0.01671, new SeriesStep(10, -0.05, 10, 0.01, Degrees: 10, Lasting: 1.5).Margin, 1e-5);
    }

    [Fact]
    public void Noise_too_few_points_and_tiny_steps_are_no_step()
    {
        Assert.Null(StepFinder.Find(Window(40, 0.01, 99, 0), 1));
        Assert.Null(StepFinder.Find(Window(9, 0.001, 6, 0.1), 1));
        Assert.Null(StepFinder.Find(Window(40, 0.0001, 30, 0.005), 1));
        Assert.Null(StepFinder.Find([], 1));
    }

    /// <summary>The site says of a series without it that it is not judged, and of others that nothing changed.</summary>
    [Theory]
    [InlineData(11, 10, true)]
    [InlineData(10, 9, false)]
    [InlineData(40, 49, true)]
    [InlineData(40, 50, false)]
    [InlineData(0, 9, false)]
    public void The_noise_of_a_series_is_known_where_a_step_could_be_found_at_a_run(int points, int run, bool isKnown) =>
        Assert.Equal(isKnown, StepFinder.Noise(Window(points, 0.01, 99, 0), run) is not null);

    [Fact]
    public void Another_machine_is_no_step()
    {
        var window = Window(40, 0.005, 99, 0).Select(point => point.Sequence % 3 == 0 ? point with
        {
            Machine = 1,
            Ratio = point.Ratio + 0.08,
        } : point).ToList();
        var moved = Window(40, 0.005, 99, 0).Select(point => point.Sequence >= 30 ? point with
        {
            Machine = 1,
            Ratio = point.Ratio + 0.08,
        } : point).ToList();

        Assert.Null(StepFinder.Find(window, 1));
        Assert.Null(StepFinder.Find(moved, 1));
    }

    /// <summary>The first screen says so (levels.ts).</summary>
    [Theory]
    [InlineData(9, false)]
    [InlineData(10, true)]
    public void The_runs_of_a_new_kind_of_machine_are_judged_from_the_tenth_on(int runs, bool areJudged)
    {
        var window = Window(40 + runs, 0.005, 99, 0).Select(point => point.Sequence < 40 ? point : point with { Machine = 1 }).ToList();

        Assert.Equal(areJudged ? runs : 0, new MachineLevels(window).Points!.Count(point => point.Machine == 1));
    }

    [Fact]
    public void A_step_is_marked_when_two_cells_agree_or_one_repeats()
    {
        FoundStep Found(int cell, bool isWorse = true, bool isRepeated = false, double errors = 7) =>
            new(cell, "a", cell, "throughput", isWorse, new SeriesStep(10, -0.05, errors, 0.01), () => isRepeated);

        Assert.Empty(ChangeMarking.Of([Found(1)], []));
        Assert.Empty(ChangeMarking.Of([Found(1), Found(2, isWorse: false)], []));
        Assert.Empty(ChangeMarking.Of([Found(1, isRepeated: true, errors: 7)], []));
        Assert.Equal(2, Assert.Single(ChangeMarking.Of([Found(1), Found(2)], [])).Steps.Count);
        Assert.Equal(10, Assert.Single(ChangeMarking.Of([Found(1, isRepeated: true, errors: 8)], [])).Sequence);
        Assert.Equal(11, Assert.Single(ChangeMarking.Of([Found(1)], [new(11, 11, Kinds())])).Sequence);
    }

    /// <summary>The ratios of a block share the noise of their reference: what its cells show together is less than what as many cells of different
    /// blocks show.</summary>
    [Theory]
    [InlineData(2, 5.2, true, false)]
    [InlineData(2, 5.4, true, true)]
    [InlineData(2, 6.4, false, false)]
    [InlineData(2, 6.6, false, true)]
    [InlineData(8, 5.5, false, false)]
    [InlineData(8, 5.7, false, true)]
    public void Cells_of_one_block_confirm_each_other_less_than_those_of_different_blocks(
    int cells, double errors, bool isEachInItsBlock, bool isMarked)
    {
        var found = Enumerable.Range(0, cells)
            .Select(cell => new FoundStep(
                cell, "a", isEachInItsBlock ? cell : 0, "throughput", IsWorse: true, new SeriesStep(10, -0.05, errors, 0.01), () => false));

        Assert.Equal(isMarked ? 1 : 0, ChangeMarking.Of([.. found], []).Count);
    }

    [Fact]
    public void A_small_step_that_follows_one_of_the_same_kind_continues_it_as_a_drift()
    {
        FoundStep Small(double shift, bool isWorse, string scenario = "a") =>
            new(1, scenario, 1, "throughput", isWorse, new SeriesStep(60, shift, 5.5, 0.002), () => false);
        EarlierMark[] earlier = [new(40, 40, Kinds(("a", "throughput", true)))];

        Assert.Equal(40, Assert.Single(ChangeMarking.Of([Small(-0.012, isWorse: true)], earlier)).Sequence);
        Assert.Empty(ChangeMarking.Of([Small(-0.012, isWorse: false)], earlier));
        Assert.Empty(ChangeMarking.Of([Small(-0.05, isWorse: true)], earlier));
        Assert.Empty(ChangeMarking.Of([Small(-0.012, isWorse: true, "b")], earlier));
    }

    /// <summary>Else it would make a change larger that is over, and have its date and commits.</summary>
    [Theory]
    [InlineData(50, "a", 60)]
    [InlineData(50, "b", 40)] // of another scenario
    [InlineData(58, "a", 60)]
    [InlineData(70, "a", 40)] // only after the step
    public void A_small_step_does_not_continue_a_change_that_was_taken_back_before_it(int back, string scenario, int expected)
    {
        FoundStep small = new(1, "a", 1, "throughput", IsWorse: true, new SeriesStep(60, -0.012, 8, 0.0005), () => true);
        EarlierMark[] earlier = [new(40, 40, Kinds(("a", "throughput", true))), new(back, back, Kinds((scenario, "throughput", false)))];

        Assert.Equal(expected, Assert.Single(ChangeMarking.Of([small], earlier)).Sequence);
    }

    /// <summary>One cell was faster at it, another slower, and a third slower ten runs later: nothing the other way lies between.</summary>
    [Fact]
    public void A_mixed_change_that_went_on_is_not_taken_back_by_itself()
    {
        FoundStep small = new(4, "a", 4, "throughput", IsWorse: true, new SeriesStep(60, -0.012, 8, 0.0005), () => true);
        EarlierMark mixed = new(40, 50, Kinds(("a", "throughput", true), ("a", "throughput", false)));

        Assert.Equal(40, Assert.Single(ChangeMarking.Of([small], [mixed])).Sequence);
    }

    /// <summary>Else a label "noise" would dismiss what came after it.</summary>
    [Theory]
    [InlineData(null, 60, "hello", 50)]
    [InlineData(5, 60, "hello", 50)]
    [InlineData(4, 60, "hello", 60)]
    [InlineData(4, 51, "hello", 50)] // as near as noise may put it
    [InlineData(4, 51, "another", 51)]
    [InlineData(null, 51, "another", 50)]
    public void A_step_that_is_found_after_people_settled_a_change_is_one_of_its_own(int? settled, int at, string scenario, int expected)
    {
        var ended = new DateTimeOffset(2026, 11, 5, 3, 0, 0, TimeSpan.Zero);
        var change = AlertSamples.Change() with { SettledAt = settled is { } day ? ended.AddDays(day - 5) : null };
        FoundStep small = new(1, scenario, 1, "throughput", IsWorse: true, new SeriesStep(at, -0.012, 8, 0.002), () => true);

        var groups = ChangeMarking.Of([small], [ChangeGroups.Earlier(change, AlertSamples.Catalogue, ended)]);

        Assert.Equal(expected, Assert.Single(groups).Sequence);
    }

    [Theory]
    [InlineData(75, 1)]
    [InlineData(100, 1)]
    [InlineData(101, 0)]
    public void A_small_step_that_is_found_after_a_later_one_of_the_same_kind_is_its_beginning(int marked, int joined)
    {
        FoundStep small = new(1, "a", 1, "throughput", IsWorse: true, new SeriesStep(60, -0.012, 5.5, 0.002), () => false);

        var groups = ChangeMarking.Of([small], [new(marked, marked, Kinds(("a", "throughput", true)))]);

        Assert.Equal(Enumerable.Repeat(marked, joined), groups.Select(group => group.Sequence));
    }

    [Theory]
    [InlineData(15, true, "a", -0.05, 15)]
    [InlineData(18, true, "a", -0.05, 18)]
    [InlineData(19, true, "a", -0.05, 10)]
    [InlineData(15, false, "a", -0.05, 10)]
    [InlineData(15, true, "b", -0.05, 10)]
    [InlineData(15, true, "a", -0.2, 10)] // noise does not misplace so much
    public void A_cell_alone_that_is_found_late_near_a_change_of_the_same_kind_belongs_to_it(
        int marked, bool isWorse, string scenario, double shift, int expected)
    {
        FoundStep Found(int cell) => new(cell, "a", cell, "throughput", IsWorse: true, new SeriesStep(10, shift, 8, 0.01), () => true);
        EarlierMark[] earlier = [new(marked, marked, Kinds((scenario, "throughput", isWorse)))];

        Assert.Equal(expected, Assert.Single(ChangeMarking.Of([Found(1)], earlier)).Sequence);
        Assert.Equal(10, Assert.Single(ChangeMarking.Of([Found(1), Found(2)], earlier)).Sequence);
    }

    private static HashSet<(string Scenario, string Metric, bool IsWorse)> Kinds(params (string, string, bool)[] kinds) => [.. kinds];

    private static Division PlainBest(double[] points)
    {
        var count = points.Length;
        double first = 0, second = Enumerable.Range(0, count).Sum(point => Sum(point, point + 1, count)), between = 0;
        var best = new Division(-1, double.NegativeInfinity);
        for (var split = 1; split <= count - 2; split++)
        {
            var (toFirst, toSecond) = (Sum(split - 1, 0, split - 1), Sum(split - 1, split, count));
            (first, second, between) = (first + toFirst, second - toSecond, between + (toSecond - toFirst));
            double m = split, n = count - split;
            var statistic = m * n / (m + n) * ((2 * between / (m * n)) - (2 * first / (m * (m - 1))) - (2 * second / (n * (n - 1))));
            if (split >= 8 && statistic > best.Statistic) best = new(split, statistic);
        }

        return best;

        double Sum(int point, int from, int to) => Enumerable.Range(from, to - from).Sum(other => Math.Abs(points[point] - points[other]));
    }

    private static double Within(double[] points) =>
        (from i in Enumerable.Range(0, points.Length) from k in Enumerable.Range(i + 1, points.Length - i - 1) select Math.Abs(points[i] - points[k]))
        .Sum() * 2 / (points.Length * (points.Length - 1));

    private static List<TrendPoint> Window(int count, double noise, int stepAt, double step, double kept = 0)
    {
        var (random, last) = (new Random(3), 0.0);
        return [.. Enumerable.Range(0, count).Select(i => new TrendPoint(i, Next() + (i >= stepAt ? step : 0), 0, noise))];

        double Next() => last = (kept * last) + (noise * (random.NextDouble() + random.NextDouble() - 1) * 2.4);
    }
}
