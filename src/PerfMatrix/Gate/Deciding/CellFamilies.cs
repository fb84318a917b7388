using PerfMatrix.Matrix;

namespace PerfMatrix.Gate;

/// <summary>The families of a comparison: the cells of a scenario, a runtime, a GC mode, a core count, with the machines that measured them.</summary>
/// <param name="screen">The rounds of stage 1. Only they count: stage 2 measures what stood out.</param>
/// <param name="cells">The cells by id.</param>
/// <param name="scales">The policy.</param>
internal sealed class CellFamilies(StageData screen, IReadOnlyDictionary<string, ComparedCell> cells, PolicyScales scales)
{
    // The same documents give the same intervals.
    private const int Seed = 20260901;

    // Draws of the bootstrap over all families together: 1,000 resamples of a usual pull request, 100 of one with a thousand cells.
    private const int Draws = 1_000_000;

    private readonly Dictionary<Subject, PairedRounds> _rounds = screen.Rounds.ToDictionary(rounds => rounds.Subject);

    /// <summary>The pooled effect of every family of two cells or more.</summary>
    public IReadOnlyList<FamilyRecord> Pool(IReadOnlyList<ScreenFinding> findings)
    {
        var families = findings
            .Where(finding => finding.Verdict is { Estimate: not null, Gates: true, Stage: Stage.Screen })
            .SelectMany(finding => Names(cells[finding.Subject.Cell]).Select(family => (Family: family, Finding: finding)))
            .GroupBy(member => (member.Finding.Subject.Metric, member.Family), member => member.Finding)
            .Where(family => family.Count() > 1)
            .OrderBy(family => family.Key.Metric, StringComparer.Ordinal).ThenBy(family => family.Key.Family, StringComparer.Ordinal)
            .Select(family => (family.Key.Family, Members: Members([.. family])))
            .ToList();
        var resamples = Math.Clamp(Draws / Math.Max(1, families.Sum(family => family.Members.Sum(member => member.LogRatios.Count))), 100, 1000);
        return [.. families.AsParallel().AsOrdered().Select(family => Record(family.Family, family.Members, resamples))];
    }

    // The estimates of a few cells do not tell how far cells scatter, so their pairs are drawn, of each the same number, and the doubt about the machines is added.
    private List<PairedRounds> Members(List<ScreenFinding> family) => family.ConvertAll(finding =>
    {
        var rounds = _rounds[finding.Subject];
        return rounds with { LogRatios = Families.TellsScatter(family.Count) ? [finding.Verdict.Estimate!.Location] : [.. rounds.LogRatios.Take(scales.Policy.Screen.Looks[0])] };
    });

    private FamilyRecord Record(string family, List<PairedRounds> members, int resamples)
    {
        var record = Families.Pool(members.Select(member => (family, member)), new Random(Seed), resamples).Single();
        return Families.TellsScatter(members.Count) ? record : Evidence.Widen(record, scales.BiasOfInterval);
    }

    private static string[] Names(ComparedCell cell) =>
        [cell.Scenario, $"runtime {cell.Runtime}", $"gc {cell.Gc}", cell.Cores == 1 ? "1 core" : $"{cell.Cores} cores", .. Axis.Limits.Where(axis => axis.IsIn(cell)).Select(axis => $"{axis} {axis.ValueOf(cell)}")];
}
