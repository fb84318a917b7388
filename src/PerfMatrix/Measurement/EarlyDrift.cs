namespace PerfMatrix.Measurement;

/// <summary>Notes results that depend on the warm-up: a variant and its anchor that moved differently when the slices began, so that the first fifth
/// of the slices gives another ratio than the rest. What all variants do together changes no ratio.</summary>
internal sealed class EarlyDrift
{
    // The smallest influence on a pair, a log ratio, that is worth a note.
    private const double Limit = 0.01;
    private const int Parts = 5;
    private const int FewestCycles = 25;

    private readonly Dictionary<(string Anchor, string Variant), List<double>> _drifts = [];

    public void Add(RoundObservation round)
    {
        var cycles = round.Slices.Count == 0 ? 0 : round.Slices.Max(slice => slice.Cycle) + 1;
        if (cycles < FewestCycles) return;
        var levels = round.Variants.Select((seen, v) => seen.Failure is null ? Drift([.. round.Slices.Where(slice => slice.Variant == v)], cycles)
            : double.NaN).ToList();
        for (var v = 1; v < levels.Count; v++)
        {
            if (!double.IsFinite(levels[v] - levels[0])) continue;
            var key = (round.Variants[0].Variant, round.Variants[v].Variant);
            if (!_drifts.TryGetValue(key, out var drifts)) _drifts[key] = drifts = [];
            drifts.Add((levels[v] - levels[0]) / Parts);
        }
    }

    /// <summary>One sentence, however many there are: the remedy is the same.</summary>
    public IEnumerable<string> Warnings()
    {
        var found = _drifts.Select(drift => (drift.Key.Anchor, drift.Key.Variant, Influence: Estimate.Of([.. drift.Value])))
            .Where(drift => drift.Influence.Interval is { } interval && !interval.Contains(0) && Math.Abs(drift.Influence.Location) >= Limit)
            .OrderByDescending(drift => Math.Abs(drift.Influence.Location)).ToList();
        if (found.Count == 0) yield break;
        yield return FormattableString.Invariant(
            $"{found[0].Variant} and {found[0].Anchor} still warmed up differently when the slices began, which moves their throughput ratio by ")
            + FormattableString.Invariant($"{found[0].Influence.EffectPercent:+0.0;-0.0} %")
            + $"{(found.Count > 1 ? $" (and {found.Count - 1} more)" : "")}. A longer --warmup prevents it.";
    }

    // How far the first part of the slices is above the rest.
    private static double Drift(List<SliceObservation> slices, int cycles)
    {
        var early = slices.ToLookup(slice => slice.Cycle * Parts < cycles);
        return Math.Log(Rate(early[true]) / Rate(early[false]));
    }

    private static double Rate(IEnumerable<SliceObservation> slices) =>
        slices.Sum(slice => (double)slice.Requests) / slices.Sum(slice => slice.Elapsed.TotalSeconds);
}
