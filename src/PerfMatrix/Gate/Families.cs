namespace PerfMatrix.Gate;

/// <summary>The family view: cells with something in common together, the cells of a scenario, a runtime, a GC mode or a core count, so that a small
/// shift of all is seen before one cell shows it. It fails nothing.</summary>
internal static class Families
{
    // Fewer do not tell how far cells scatter.
    private const int LeastCells = 6;

    // Chance that an unchanged comparison shows a shift in any of its families.
    private const double Level = 0.05;

    // An interval of a few cells that scatter much has no end worth a number.
    private static readonly double s_widest = Math.Log(1000);

    /// <summary>Whether a family shows a common shift: its interval excludes no change, over enough cells.</summary>
    public static bool IsShift(FamilyRecord family) => (family.LowPercent > 0 || family.HighPercent < 0) && family.Cells >= LeastCells;

    /// <summary>The mean effect of every family of enough cells, with Student's interval: a cell counts once, however many rounds it has, because
    /// what its machine does to it is in all of them. All intervals have the level at which Benjamini and Hochberg's procedure ends, so those without
    /// 0 are what it finds, and each is one of many (Y. Benjamini and D. Yekutieli 2005, J. Am. Stat. Assoc. 100).</summary>
    /// <param name="screened">What the first machines say. Only they count: a second one measures what stood out.</param>
    public static IReadOnlyList<FamilyRecord> Pool(
        IEnumerable<SubjectVerdict> screened, IReadOnlyDictionary<string, ComparedCell> cells, GatePolicy policy)
    {
        var families = screened.Where(verdict => verdict is { Estimate: not null, Gates: true } && policy.Of(verdict.Metric).IsPaired)
            .SelectMany(verdict => Names(cells[verdict.Cell]).Select(family => (Family: family, Verdict: verdict)))
            .GroupBy(member => (member.Verdict.Metric, member.Family), member => member.Verdict)
            .Where(family => family.Count() >= LeastCells)
            .OrderBy(family => family.Key.Metric, StringComparer.Ordinal).ThenBy(family => family.Key.Family, StringComparer.Ordinal)
            .Select(family => (family.Key.Family, Verdicts: family.ToList(), Mean: Mean([.. family.Select(verdict => verdict.Estimate!.Location)])))
            .ToList();
        var found = BenjaminiHochberg.Adjust([.. families.Select(family => family.Mean.P)]).Count(p => p <= Level);
        return [.. families.Select(family => Record(family.Family, family.Verdicts, family.Mean, Level * Math.Max(1, found) / families.Count))];
    }

    private static (double Effect, double Error, double P) Mean(double[] effects)
    {
        var (mean, error) = (effects.Average(), Spread.StandardDeviation(effects) / Math.Sqrt(effects.Length));
        return (mean, error, error > 0 ? StudentT.TwoSided(mean / error, effects.Length - 1) : mean == 0 ? 1 : 0);
    }

    private static FamilyRecord Record(string family, List<SubjectVerdict> verdicts, (double Effect, double Error, double P) mean, double level)
    {
        var half = StudentT.TwoSidedQuantile(level, verdicts.Count - 1) * mean.Error;
        return new(family, verdicts[0].Metric, Percent(mean.Effect), Percent(mean.Effect - half), Percent(mean.Effect + half),
            verdicts.Count, verdicts.Select(verdict => verdict.Machine).Distinct().Count());

        static double Percent(double effect) => LogRatio.ToPercent(Math.Clamp(effect, -s_widest, s_widest));
    }

    private static string[] Names(ComparedCell cell) =>
        [cell.Scenario, $"runtime {cell.Runtime}", $"gc {cell.Gc}", cell.Cores == 1 ? "1 core"
            : $"{cell.Cores} cores", .. Axis.Limits.Where(axis => axis.IsIn(cell)).Select(axis => $"{axis} {axis.ValueOf(cell)}")];
}
