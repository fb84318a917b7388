using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>The family view: what cells with something in common show together, so that a small common shift is seen before any single cell shows it.</summary>
public static class Families
{
    private const int CellsThatTellScatter = 6;
    private const int MachinesThatAgree = 3;

    /// <summary>Whether so many cells tell by themselves how far cells scatter: six all on one side are chance in 3 of 100 cases, fewer are too often.</summary>
    public static bool TellsScatter(int cells) => cells >= CellsThatTellScatter;

    /// <summary>Whether a family shows a common shift: its interval excludes no change, over enough cells, or over fewer that several machines measured.</summary>
    public static bool IsShift(FamilyRecord family) =>
        (family.LowPercent > 0 || family.HighPercent < 0) && (TellsScatter(family.Cells) || family.Machines >= MachinesThatAgree);

    /// <summary>The pooled effect of each family and metric, in the order of their names.</summary>
    /// <param name="members">Pairs with the name of a family they belong to; the same pairs may belong to several.</param>
    /// <param name="random">Source of randomness of the bootstrap.</param>
    /// <param name="resamples">Resamples of the bootstrap.</param>
    /// <exception cref="ArgumentException">A log ratio is NaN or infinite, or rounds are empty.</exception>
    public static IReadOnlyList<FamilyRecord> Pool(IEnumerable<(string Family, PairedRounds Rounds)> members, Random random, int resamples = 1000) =>
    [
        .. from member in members
           group member.Rounds by (member.Family, member.Rounds.Subject.Metric) into family
           orderby family.Key.Metric, family.Key.Family
           select RecordOf(family.Key.Family, family.Key.Metric, [.. family], random, resamples),
    ];

    private static FamilyRecord RecordOf(string family, string metric, List<PairedRounds> rounds, Random random, int resamples)
    {
        var machines = rounds.GroupBy(r => r.Machine).Select(m => (IReadOnlyList<double>)[.. m.SelectMany(r => r.LogRatios)]).ToList();
        var pooled = Bootstrap.OverMachines(machines, random, resamples);
        var cells = rounds.Select(r => r.Subject.Cell).Distinct().Count();
        return new(family, metric, pooled.EffectPercent, pooled.Interval.LowPercent, pooled.Interval.HighPercent, cells, machines.Count);
    }
}
