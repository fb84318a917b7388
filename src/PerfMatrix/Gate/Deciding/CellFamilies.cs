namespace PerfMatrix.Gate;

/// <summary>The families of a comparison: the cells of a scenario, a runtime, a GC leg, a core count. Each cell counts once, with its estimate of stage 1.</summary>
internal static class CellFamilies
{
    // The same documents give the same intervals.
    private const int Seed = 20260901;

    // Draws of the bootstrap over all families together: 1,000 resamples of a usual pull request, 100 of one with a thousand cells.
    private const int Draws = 1_000_000;

    /// <summary>The pooled effect of every family of two cells or more. Only stage 1 counts: stage 2 measures what stood out.</summary>
    public static IReadOnlyList<FamilyRecord> Pool(IReadOnlyList<ScreenFinding> findings, IReadOnlyDictionary<string, ComparedCell> cells)
    {
        var families = findings
            .Where(finding => finding.Verdict is { Estimate: not null, Gates: true, Stage: Stage.Screen })
            .Select(finding => (Cell: cells[finding.Subject.Cell], Rounds: new PairedRounds(finding.Subject, "", "", [finding.Verdict.Estimate!.Location])))
            .SelectMany(member => Names(member.Cell).Select(family => (Family: family, member.Rounds)))
            .GroupBy(member => (member.Rounds.Subject.Metric, member.Family))
            .Where(family => family.Count() > 1)
            .OrderBy(family => family.Key.Metric, StringComparer.Ordinal).ThenBy(family => family.Key.Family, StringComparer.Ordinal)
            .ToList();
        var resamples = Math.Clamp(Draws / Math.Max(1, families.Sum(family => family.Count())), 100, 1000);
        return [.. families.AsParallel().AsOrdered().SelectMany(family => Families.Pool(family, new Random(Seed), resamples))];
    }

    private static string[] Names(ComparedCell cell) =>
        [cell.Scenario, $"runtime {cell.Runtime}", $"gc {cell.Gc}", cell.Cores == 1 ? "1 core" : $"{cell.Cores} cores"];
}
