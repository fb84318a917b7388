using PerfMatrix.Evidence.Demo;
using PerfMatrix.History;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Tests.Demo;

/// <summary>How often the interval of a marked step holds its true size, which generated histories know.</summary>
[Trait("kind", "slow")]
public sealed class StepIntervalTests
{
    private const int Seeds = 20;
    private const int Near = 5;

    private static readonly (int RunsBefore, double Percent)[] s_steps = [(12, 5), (12, 10), (30, 3), (30, 10), (60, 3), (60, 5)];

    /// <summary>The least shares are below 95 % by more than twice the binomial error of a hundred steps; the cells of a history count for fewer,
    /// because they share the noise of their reference. In the last row most steps are too small to be marked unless noise
    /// makes them larger.</summary>
    [Theory]
    [InlineData(0.003, 0.0, 0.9)]
    [InlineData(0.006, 0.7, 0.9)]
    [InlineData(0.02, 0.7, 0.85)]
    public void The_interval_of_a_marked_step_holds_its_true_size(double luck, double autocorrelation, double least)
    {
        var options = new DemoOptions(Cells: 4, HasChanges: false) { RunsWithRounds = 0, RunLuck = luck, Autocorrelation = autocorrelation };
        var trials = from step in s_steps from seed in Enumerable.Range(1, Seeds) select (step.RunsBefore, step.Percent, Seed: seed);
        var held = trials.AsParallel().AsOrdered()
            .SelectMany(trial => Intervals(options with { Seed = trial.Seed }, trial.RunsBefore, trial.Percent)).ToList();

        var share = WilsonInterval.Of(held.Count(isHeld => isHeld), held.Count);
        TestContext.Current.TestOutputHelper?.WriteLine($"{100 * luck} % of each run, autocorrelation {autocorrelation}: {DemoTrials.Text(share)}");
        Assert.InRange(share.Trials, 100, s_steps.Length * Seeds * options.Cells);
        Assert.True(share.Share >= least, DemoTrials.Text(share));
    }

    /// <returns>For each cell whose step was marked, whether its interval holds the true size.</returns>
    private static IEnumerable<bool> Intervals(DemoOptions options, int before, double percent)
    {
        var runs = new DemoHistory(options with { Runs = before + HistoryInjection.Late }).Generate().Select(HiddenStepTests.Throughput).ToList();
        var step = new InjectedStep(Assert.Single(runs[0].Table.Metrics), percent, IsWhole: true, before, runs[0].Table.Cells[0]);
        var store = new HistoryStore(new EmptyFiles());
        foreach (var (at, run) in runs.Index()) store.Append(at < before ? run : step.In(run), isStored: true);
        return store.Changes.SelectMany(change => change.Members)
            .Where(member => member.Verdict == ChangeGroups.Worse && Math.Abs(member.Sequence - before) <= Near && member.LowPercent is not null)
            .Select(member => member.LowPercent <= -percent && -percent <= member.HighPercent);
    }
}
