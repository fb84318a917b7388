namespace PerfMatrix.Gate;

/// <summary>The families of a comparison: the cells of a scenario, a runtime, a GC leg, a core count. Each cell counts once, with its estimate of stage 1.</summary>
internal static class CellFamilies
{
    // The same documents give the same intervals.
    private const int Seed = 20260901;

    /// <summary>The pooled effect of every family of two cells or more. Only stage 1 counts: stage 2 measures what stood out.</summary>
    public static IReadOnlyList<FamilyRecord> Pool(IReadOnlyList<ScreenFinding> findings, IReadOnlyDictionary<string, ComparedCell> cells)
    {
        var members = findings
            .Where(finding => finding.Verdict is { Estimate: not null, Gates: true, Stage: Stage.Screen })
            .Select(finding => (Cell: cells[finding.Subject.Cell], Rounds: new PairedRounds(finding.Subject, "", "", [finding.Verdict.Estimate!.Location])))
            .SelectMany(member => Names(member.Cell).Select(family => (Family: family, member.Rounds)))
            .GroupBy(member => (member.Family, member.Rounds.Subject.Metric))
            .Where(family => family.Count() > 1)
            .SelectMany(family => family);
        return Families.Pool(members, new Random(Seed), resamples: 200);
    }

    private static string[] Names(ComparedCell cell) =>
        [cell.Scenario, $"runtime {cell.Runtime}", $"gc {cell.Gc}", cell.Cores == 1 ? "1 core" : $"{cell.Cores} cores"];
}
