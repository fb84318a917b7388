using PerfMatrix.Gate;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>A whole gate in one process: measures, decides, measures what the decision waits for, and decides again.</summary>
/// <param name="cells">Ids of all pairs.</param>
/// <param name="start">Begins a stage with some of the pairs.</param>
/// <param name="compare">Compares the sides in the runs of the stages.</param>
/// <param name="rules">Policy and acknowledgements.</param>
/// <param name="show">Shows the progress of each look.</param>
public sealed class GatedMeasurement(
    IReadOnlyCollection<string> cells,
    Func<Stage, IReadOnlyCollection<string>, StageMeasurement> start,
    Func<IReadOnlyList<StagedRun>, IReadOnlyList<ComparisonDocument>> compare,
    GateRules rules,
    ShowLook show)
{
    /// <summary>The last stage that is measured here; what is suspect then is confirmed elsewhere.</summary>
    public Stage Last { get; init; } = Stage.Confirm;

    private readonly Dictionary<Stage, StageMeasurement> _stages = [];
    private readonly SortedDictionary<Stage, RunDocument> _runs = [];
    private readonly Dictionary<(Stage Stage, string Cell), int> _spent = [];

    /// <summary>The gate of a measurement that has been published.</summary>
    /// <param name="measurement">Measures.</param>
    /// <param name="folder">Receives the runs; call <see cref="ComparisonFolder.Write"/> with the result.</param>
    /// <param name="rules">Policy and acknowledgements.</param>
    /// <param name="show">Shows the progress of each look.</param>
    public static GatedMeasurement Of(PairedMeasurement measurement, ComparisonFolder folder, GateRules rules, ShowLook show) => new(
        [.. measurement.Cells.Pairs.Select(pair => pair.Id)],
        (stage, cells) => measurement.Start(folder.StageOf(stage), stage == Stage.Screen ? null : cells),
        runs => measurement.Compare(runs, folder.Catalogue),
        rules,
        show);

    /// <summary>Measures all looks.</summary>
    /// <param name="cancellation">Interrupts; the run documents hold what was measured.</param>
    /// <exception cref="OperationCanceledException">Interrupted.</exception>
    /// <exception cref="IncompleteException">No round of any cell is good on both sides.</exception>
    public async Task<GatedComparison> MeasureAsync(CancellationToken cancellation)
    {
        await MeasureAsync(new Look(Stage.Screen, cells, rules.Policy.Screen.Looks[0]), [], cancellation);
        var comparison = Decide();
        while (Look.Next(Wanted(comparison), Spent, rules.Policy) is { } look)
        {
            await MeasureAsync(look, Wanted(comparison), cancellation);
            comparison = Decide();
        }

        return comparison;
    }

    /// <summary>What was measured so far, whether or not it can be judged.</summary>
    public IReadOnlyList<ComparisonDocument> Compare() => compare([.. _runs.Select(run => new StagedRun(run.Value, run.Key))]);

    private async Task MeasureAsync(Look look, IReadOnlyList<WantedRounds> wanted, CancellationToken cancellation)
    {
        if (!_stages.TryGetValue(look.Stage, out var stage))
            _stages[look.Stage] = stage = start(look.Stage, [.. look.Cells.Union(wanted.Where(want => want.Stage == look.Stage).Select(want => want.Cell.Id))]);
        _runs[look.Stage] = await show(look, stage.Estimates(look.Rounds, look.Cells), progress => stage.MeasureAsync(look.Rounds, look.Cells, progress, cancellation));
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

    private List<WantedRounds> Wanted(GatedComparison comparison) => [.. comparison.Decision.Wanted.Where(wanted => wanted.Stage <= Last)];

    private int Spent(Stage stage, string cell) => _spent.GetValueOrDefault((stage, cell));

    private static IEnumerable<string> Reasons(RunDocument run) =>
        run.Variants.Where(variant => variant.Status == VariantStatus.Failed).Select(variant => $"{variant.Id}: {variant.Reason}").Take(3);
}

/// <summary>What was measured, and what the gate says of it.</summary>
/// <param name="Comparisons">The comparison of both stages, or one a stage where two values of an axis are compared.</param>
/// <param name="Decision">The decision.</param>
public sealed record GatedComparison(IReadOnlyList<ComparisonDocument> Comparisons, GateDecision Decision);
