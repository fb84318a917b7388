using PerfMatrix.Gate;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>A whole gate in one process: measures, decides, measures what the decision waits for, and decides again.</summary>
/// <param name="start">Begins a stage with some of the pairs.</param>
/// <param name="compare">Compares the sides in the runs of the stages.</param>
internal sealed class GatedMeasurement(
    IReadOnlyCollection<string> cells,
    Func<Stage, IReadOnlyCollection<string>, RunSession> start,
    Func<IReadOnlyList<StagedRun>, IReadOnlyList<ComparisonDocument>> compare,
    GateRules rules,
    IMeasuringView view)
{
    private readonly Dictionary<Stage, RunSession> _stages = [];
    private readonly SortedDictionary<Stage, RunDocument> _runs = [];
    private readonly Dictionary<(Stage Stage, string Cell), int> _spent = [];

    /// <summary>The gate of a measurement that has been published.</summary>
    public static GatedMeasurement Of(PreparedMeasurement measurement, RunPlace place, GateRules rules, IMeasuringView view) => new(
        [.. measurement.Cells.Pairs.Select(pair => pair.Id)],
        (stage, cells) => stage == Stage.Screen ? measurement.Start(place) : measurement.Start(place.Confirming(), cells),
        measurement.Compare,
        rules,
        view);

    /// <summary>Measures stage 1 alone: the first look, and more rounds of what is undecided. What is suspect then is confirmed elsewhere.</summary>
    /// <returns>What was measured; a cell without pairs says why.</returns>
    public async Task<ComparisonDocument> ScreenAsync(CancellationToken cancellation)
    {
        try
        {
            await MeasureAsync(Stage.Screen, cancellation);
        }
        catch (IncompleteException)
        {
            // Whoever judges learns from the comparison that every cell is missing, and why.
        }

        return Compare()[0];
    }

    /// <param name="cancellation">Interrupts; the run documents hold what was measured.</param>
    /// <exception cref="OperationCanceledException">Interrupted.</exception>
    /// <exception cref="IncompleteException">No round of any cell is good on both sides.</exception>
    public Task<GatedComparison> MeasureAsync(CancellationToken cancellation) => MeasureAsync(Stage.Confirm, cancellation);

    private async Task<GatedComparison> MeasureAsync(Stage last, CancellationToken cancellation)
    {
        await MeasureAsync(new Look(Stage.Screen, cells, rules.Policy.Screen.Looks[0]), [], cancellation);
        var comparison = Decide();
        while (Look.Next(Wanted(comparison, last), Spent, rules.Policy) is { } look)
        {
            await MeasureAsync(look, Wanted(comparison, last), cancellation);
            comparison = Decide();
        }

        return comparison;
    }

    private IReadOnlyList<ComparisonDocument> Compare() => compare([.. _runs.Select(run => new StagedRun(run.Value, run.Key))]);

    private async Task MeasureAsync(Look look, IReadOnlyList<WantedRounds> wanted, CancellationToken cancellation)
    {
        if (!_stages.TryGetValue(look.Stage, out var stage))
            _stages[look.Stage] = stage = start(
                look.Stage, [.. look.Cells.Union(wanted.Where(want => want.Stage == look.Stage).Select(want => want.Cell.Id))]);
        _runs[look.Stage] = await stage.MeasureAsync(look, view, cancellation);
        foreach (var cell in look.Cells)
            _spent[(look.Stage, cell)] = Spent(look.Stage, cell) + look.Rounds;
    }

    private GatedComparison Decide()
    {
        var comparisons = Compare();
        if (comparisons[0].NotGating is { } reason)
            throw new IncompleteException($"nothing can be judged: {reason}. {string.Join(' ', Reasons(_runs[Stage.Screen]))}");
        return new GatedComparison(comparisons, GateDecision.Of(comparisons, rules));
    }

    private static List<WantedRounds> Wanted(GatedComparison comparison, Stage last) =>
        [.. comparison.Decision.Wanted.Where(wanted => wanted.Stage <= last)];

    private int Spent(Stage stage, string cell) => _spent.GetValueOrDefault((stage, cell));

    private static IEnumerable<string> Reasons(RunDocument run) =>
        run.Variants.Where(variant => variant.Status == VariantStatus.Failed).Select(variant => $"{variant.Id}: {variant.Reason}").Take(3);
}

/// <summary>What was measured, and what the gate says of it.</summary>
/// <param name="Comparisons">The comparison of both stages, or one a stage where two values of an axis are compared.</param>
internal sealed record GatedComparison(IReadOnlyList<ComparisonDocument> Comparisons, GateDecision Decision)
{
    /// <summary>Writes comparison and verdict; where each stage has a comparison of its own, that of the second goes beside its run.</summary>
    /// <exception cref="UsageException">A file cannot be written.</exception>
    public void Write(RunFolder folder)
    {
        string[] folders = [folder.Root, Path.Combine(folder.Root, RunPlace.Confirm)];
        foreach (var (document, place) in Comparisons.Zip(folders))
            ComparisonDocument.File.Write(Path.Combine(place, ComparisonDocument.File.Name), document);
        VerdictDocument.File.Write(Path.Combine(folder.Root, VerdictDocument.File.Name), Decision.Verdict);
    }
}

/// <summary>Rounds of some cells that are measured before the next decision.</summary>
/// <param name="Stage">screen, or confirm for fresh rounds of suspects.</param>
internal sealed record Look(Stage Stage, IReadOnlyCollection<string> Cells, int Rounds)
{
    /// <summary>Whether its cells have been measured in this stage before, and are undecided.</summary>
    public bool IsFurther { get; init; }

    /// <summary>The next look, null when the decision waits for nothing, or for rounds that fail again and again.</summary>
    /// <param name="spent">Rounds measured so far of a cell in a stage, failed ones included.</param>
    /// <param name="policy">The policy; a cell gets at most twice the rounds of its last look.</param>
    /// <remarks>Stage 1 comes first, because it says who is suspect. Of cells that wait for different numbers, those that wait for the fewest come
    /// first.</remarks>
    public static Look? Next(IReadOnlyList<WantedRounds> wanted, Func<Stage, string, int> spent, GatePolicy policy)
    {
        var open = wanted.Where(want => spent(want.Stage, want.Cell.Id) + want.More <= 2 * LastLook(want.Stage, policy)).ToList();
        var first = open.Where(want => want.Stage == Stage.Screen).DefaultIfEmpty().MinBy(want => want?.More) ?? open.MinBy(want => want.More);
        return first is null
            ? null
            : new Look(first.Stage, [.. open.Where(want => want.Stage == first.Stage && want.More == first.More).Select(want => want.Cell.Id)],
                first.More)
            { IsFurther = true };
    }

    private static int LastLook(Stage stage, GatePolicy policy) => stage == Stage.Screen ? policy.Screen.Looks[^1] : policy.Confirm.Looks[^1];
}
