using System.Globalization;
using System.Text;
using PerfMatrix.History;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Demo;

/// <summary>How well the marks of many generated histories, each of its own seed, match their truth: the error rates of the rule for change points.</summary>
/// <param name="Scores">One a history, in order of seeds.</param>
public sealed record DemoTrials(IReadOnlyList<DemoScore> Scores)
{
    /// <summary>False marks that a whole history may have.</summary>
    public const int MostFalse = 1;

    /// <summary>Steps marked at their place; null without steps.</summary>
    public WilsonInterval? Found => Share(Scores.Sum(score => score.Found), Scores.Sum(score => score.Steps));

    /// <summary>Steps marked at their place within <see cref="DemoScore.Runs"/> runs; null without steps.</summary>
    public WilsonInterval? Within => Share(Scores.Sum(score => score.Within), Scores.Sum(score => score.Steps));

    /// <summary>Drifts with a mark inside; null without drifts.</summary>
    public WilsonInterval? Drifts => Share(Scores.Sum(score => score.DriftsFound), Scores.Sum(score => score.Drifts));

    /// <summary>Histories with more false marks than <see cref="MostFalse"/>.</summary>
    public WilsonInterval? Misleading => Share(Scores.Count(score => score.False.Count > MostFalse), Scores.Count);

    /// <summary>All false marks.</summary>
    public int False => Scores.Sum(score => score.False.Count);

    /// <summary>Generates histories in memory, as many at a time as there are CPUs, and compares their marks with the truth.</summary>
    /// <param name="options">How to generate them; the seed is that of the first.</param>
    /// <param name="count">Number of histories.</param>
    /// <param name="done">Told the seed and score of each, one at a time, in the order they end.</param>
    /// <param name="cancellation">Ends it.</param>
    public static DemoTrials Run(DemoOptions options, int count, Action<int, DemoScore> done, CancellationToken cancellation)
    {
        var scores = new DemoScore[count];
        var telling = new Lock();
        Parallel.For(0, count, new ParallelOptions { CancellationToken = cancellation, MaxDegreeOfParallelism = Environment.ProcessorCount }, index =>
        {
            var seeded = options with { Seed = options.Seed + index, RunsWithRounds = 0 };
            scores[index] = Score(seeded, cancellation);
            lock (telling) done(seeded.Seed, scores[index]);
        });
        return new(scores);
    }

    /// <summary>For people: a line a rate.</summary>
    public string ToText()
    {
        var text = new StringBuilder();
        if (Found is { } found) text.Append(Line("steps marked at their place", found));
        if (Within is { } within) text.Append(Line($"steps marked within {DemoScore.Runs} runs", within));
        if (Drifts is { } drifts) text.Append(Line("drifts marked", drifts));
        if (Misleading is { } misleading) text.Append(Line($"histories with more than {MostFalse} false mark", misleading));
        return text.Append(CultureInfo.InvariantCulture, $"false marks: {False}, {(double)False / Math.Max(1, Scores.Count):0.00} a history\n").ToString();
    }

    /// <summary>E.g. <c>200 of 200, 100 % (98.1 to 100 %)</c>.</summary>
    public static string Text(WilsonInterval share) =>
        string.Create(CultureInfo.InvariantCulture, $"{share.Successes} of {share.Trials}, {100 * share.Share:0.#} % ({100 * share.Low:0.#} to {100 * share.High:0.#} %)");

    private static string Line(string what, WilsonInterval share) => $"{what}: {Text(share)}\n";

    private static WilsonInterval? Share(int successes, int trials) => trials == 0 ? null : WilsonInterval.Of(successes, trials);

    /// <summary>Runs are taken in as if their files were there: only what is derived from them is wanted.</summary>
    private static DemoScore Score(DemoOptions options, CancellationToken cancellation)
    {
        var demo = new DemoHistory(options);
        var store = new HistoryStore(new MemoryFiles());
        foreach (var run in demo.Generate())
        {
            cancellation.ThrowIfCancellationRequested();
            store.Append(run, isStored: true);
        }

        return DemoScore.Of(demo.Truth, store);
    }
}
