namespace PerfMatrix.Measurement;

/// <summary>A gate on one machine: measures, decides, measures what the decision waits for, and decides again.</summary>
/// <param name="cells">What is measured first.</param>
/// <param name="asked">The metrics of a cell that are waited for, where it is not all: a second machine is asked about suspects.</param>
/// <param name="looked">Keeps what was seen after each look, should the time run out during the next one.</param>
internal sealed class GatedMeasurement(
    IReadOnlyCollection<string> cells,
    RunSession session,
    Func<RunDocument, ComparisonDocument> compare,
    GateRules rules,
    IMeasuringView view,
    Func<string, IReadOnlyCollection<string>?> asked,
    Action<ComparisonDocument>? looked = null)
{
    private readonly Dictionary<string, int> _spent = [];

    /// <summary>Rounds of an earlier run of the same comparison, decided on together with those that are measured; null when it begins.</summary>
    public ComparisonDocument? Before { get; init; }

    /// <summary>The gate of a measurement that has been published.</summary>
    public static GatedMeasurement Of(
        PreparedMeasurement measurement, RunPlace place, GateRules rules, IMeasuringView view, IReadOnlyCollection<string>? cells = null,
            Func<string, IReadOnlyCollection<string>?>? asked = null, ComparisonDocument? before = null, Action<ComparisonDocument>? looked = null)
    {
        var first = cells ?? [.. measurement.Cells.Pairs.Select(pair => pair.Id)];
        return new(first, measurement.Start(place, cells), Compare, rules, view, asked ?? (_ => null), Keep) { Before = before };

        void Keep(ComparisonDocument sofar)
        {
            place.Folder.Write(ComparisonDocument.File, sofar);
            looked?.Invoke(sofar);
        }

        ComparisonDocument Compare(RunDocument run) => measurement.Compare(new StagedRun(run, place.Stage));
    }

    /// <exception cref="IncompleteException">No round of any cell is good on both sides.</exception>
    public async Task<GatedComparison> MeasureAsync(CancellationToken cancellation)
    {
        foreach (var cell in Before?.Pairs.Select(series => series.Cell).Distinct() ?? []) _spent[cell] = Before!.RoundsOf(cell);
        var compared = Before is null ? await MeasureAsync(new Look(cells, DecisionLooks.InForce.FirstRounds), cancellation) : Judge(Before);
        while (Look.Next(compared.Decision.Wanted, asked, cell => _spent.GetValueOrDefault(cell), rules.Policy) is { } look)
            compared = await MeasureAsync(look, cancellation);
        return compared;
    }

    /// <summary>The same for a verdict that is computed elsewhere, to which cells that could not be measured are missing.</summary>
    public Task<ComparisonDocument> MeasurePartAsync(CancellationToken cancellation) => Errors.OrAsync(
        async () => (await MeasureAsync(cancellation)).Comparison, (UnjudgedException unjudged) => unjudged.Comparison);

    private async Task<GatedComparison> MeasureAsync(Look look, CancellationToken cancellation)
    {
        var run = await session.MeasureAsync(look, view, cancellation);
        foreach (var cell in look.Cells) _spent[cell] = _spent.GetValueOrDefault(cell) + look.Rounds;
        var comparison = Before is null ? compare(run) : RunComparison.Continue(Before, compare(run));
        return comparison.NotGating is { } reason
            ? throw new UnjudgedException($"nothing can be judged: {reason}. {string.Join(' ', Reasons(run))}", comparison) : Judge(comparison);
    }

    private GatedComparison Judge(ComparisonDocument comparison)
    {
        var compared = new GatedComparison(
            comparison with { Policy = rules.Policy, MachineBiasPercent = rules.Bias.KeptFor(comparison) },
            GateDecision.Of([AsFirst(comparison)], rules));
        looked?.Invoke(compared.Comparison);
        return compared;
    }

    /// <summary>A second machine decides when it has seen enough as the first one does.</summary>
    internal static ComparisonDocument AsFirst(ComparisonDocument comparison) => comparison with
    {
        Runs = [.. comparison.Runs.Select(run => run.Stage == Stage.Confirm ? run with { Stage = Stage.Screen } : run)],
    };

    /// <summary>What the gate will say of fresh rounds, as if the first machine had seen the same.</summary>
    internal static VerdictDocument Confirmed(ComparisonDocument comparison, GateRules rules)
    {
        var first = AsFirst(comparison);
        return GateDecision.Of([first with
        {
            Runs = [.. first.Runs.Select(run => run with { Id = First(run.Id) })],
            Pairs = [.. first.Pairs.Select(series => series with { Run = First(series.Run) })],
            Canaries = [.. first.Canaries.Select(series => series with { Run = First(series.Run) })],
        }, comparison], rules).Verdict;

        static string First(string run) => $"{run}/first";
    }

    private static IEnumerable<string> Reasons(RunDocument run) =>
        run.Variants.Where(variant => variant.Status == VariantStatus.Failed).Select(variant => $"{variant.Id}: {variant.Reason}").Take(3);
}

internal sealed record GatedComparison(ComparisonDocument Comparison, GateDecision Decision)
{
    public void Write(RunFolder folder)
    {
        ComparisonDocument.File.Write(ComparisonDocument.File.In(folder.Root), Comparison);
        VerdictDocument.File.Write(VerdictDocument.File.In(folder.Root), Decision.Verdict);
    }
}

internal sealed class UnjudgedException(string message, ComparisonDocument comparison) : IncompleteException(message)
{
    public ComparisonDocument Comparison => comparison;
}

/// <summary>Rounds of some cells that are measured before the next decision.</summary>
internal sealed record Look(IReadOnlyCollection<string> Cells, int Rounds)
{
    /// <summary>Whether its cells have been measured before, and are undecided.</summary>
    public bool IsFurther { get; init; }

    /// <summary>Whether they wait for nothing but start-up, so that no load is needed: a tenth of the time.</summary>
    public bool StartsOnly { get; init; }

    /// <summary>The next look of cells not worse in what is asked; null when the decision waits for none, or for rounds that always fail.</summary>
    /// <param name="asked">The metrics of a cell that are waited for; null for all.</param>
    /// <param name="spent">Rounds measured so far of a cell, failed ones included; it gets at most twice the most rounds.</param>
    /// <remarks>Of cells that wait for different numbers, those that wait for the fewest come first; of those, the ones that need load.</remarks>
    public static Look? Next(
        IReadOnlyList<WantedRounds> wanted, Func<string, IReadOnlyCollection<string>?> asked, Func<string, int> spent, GatePolicy policy)
    {
        var open = wanted.Where(want => Asked(want, want.Metrics).Any() && !Asked(want, want.Worse).Any())
            .Where(want => spent(want.Cell.Id) + want.More <= 2 * policy.MostRounds).ToList();
        if (open.Count == 0) return null;
        var rounds = open.Min(want => want.More);
        var next = open.Where(want => want.More == rounds).ToLookup(StartsOnly, want => want.Cell.Id);
        return new Look([.. next[!next.Contains(false)]], rounds) { IsFurther = true, StartsOnly = !next.Contains(false) };

        bool StartsOnly(WantedRounds want) => Asked(want, want.Metrics).All(metric => metric == Metric.Startup.Name);

        IEnumerable<string> Asked(WantedRounds want, IEnumerable<string> metrics) =>
            metrics.Where(metric => asked(want.Cell.Id)?.Contains(metric) != false);
    }
}
