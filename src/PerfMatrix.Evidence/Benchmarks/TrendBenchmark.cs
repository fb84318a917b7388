using PerfMatrix.Evidence.Demo;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>The error rates of the change points: generated histories of 200 cells x 1,000 runs with known changes, each of its own seed.</summary>
internal static class TrendBenchmark
{
    private const int Histories = 20;

    /// <summary>Shares of true steps that are found in time, and of histories whose marks mislead.</summary>
    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var trials = DemoTrials.Run(new DemoOptions(), Histories, (seed, score) => Console.WriteLine($"seed {seed}: {score.Sentence}"), CancellationToken.None);
        IReadOnlyList<BenchmarkRow> rows =
        [
            Row($"trend/steps of 5 % missed after {DemoScore.Runs} runs", Missed(trials.Within!.Value)),
            Row($"trend/histories with more than {DemoTrials.MostFalse} false mark", trials.Misleading!.Value),
        ];
        return Task.FromResult(rows);
    }

    private static WilsonInterval Missed(WilsonInterval found) => WilsonInterval.Of(found.Trials - found.Successes, found.Trials);

    private static BenchmarkRow Row(string name, WilsonInterval wrong) =>
        new(name, "%", 100 * wrong.Share, null, "no peer", null, "none", wrong.Successes == 0, DemoTrials.Text(wrong));
}
