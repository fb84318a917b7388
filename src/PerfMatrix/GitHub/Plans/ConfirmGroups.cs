using PerfMatrix.Gate;
using PerfMatrix.Measurement;

namespace PerfMatrix.GitHub;

/// <summary>Suspects that one runner confirms.</summary>
/// <param name="Group">Number, from 1.</param>
/// <param name="Cells">Ids of the suspects.</param>
/// <param name="Minutes">Estimated minutes of measuring.</param>
public sealed record ConfirmGroup(int Group, IReadOnlyList<string> Cells, double Minutes)
{
    /// <summary>Name of one of its machines in artifacts: <c>c01-m2</c>.</summary>
    public string SlugOf(int machine) => $"c{Group:00}-m{machine}";
}

/// <summary>Spreads suspects over runners. A function of plan and suspects, so that the verdict knows which artifacts there should be.</summary>
public static class ConfirmGroups
{
    private const double TargetMinutes = 6;

    /// <summary>Suspects of one scenario and core count together, as many in a group as fit into about six minutes; larger groups where there would be too many jobs.</summary>
    public static IReadOnlyList<ConfirmGroup> Pack(SuspectsDocument suspects, JobPlan plan)
    {
        var target = TargetMinutes;
        var groups = Pack(suspects, plan, target);
        while (groups.Count * suspects.Machines > GroupPacking.MostGroups)
            groups = Pack(suspects, plan, target *= 2);
        return groups;
    }

    private static List<ConfirmGroup> Pack(SuspectsDocument suspects, JobPlan plan, double target)
    {
        var groups = new List<ConfirmGroup>();
        foreach (var block in suspects.Suspects.GroupBy(suspect => (suspect.Scenario, suspect.Cores)).SelectMany(cells => cells.Chunk(PairedBlock.MostPairs)))
        {
            // Both sides of each, and the copy of the first base.
            var minutes = suspects.MostRoundsPerMachine * ((2 * block.Length) + 1) * plan.SecondsOf(block[0].Id) / 60;
            if (groups.Count > 0 && groups[^1].Minutes + minutes <= target)
                groups[^1] = groups[^1] with { Cells = [.. groups[^1].Cells, .. block.Select(cell => cell.Id)], Minutes = groups[^1].Minutes + minutes };
            else
                groups.Add(new(groups.Count + 1, [.. block.Select(cell => cell.Id)], minutes));
        }

        return groups;
    }
}
