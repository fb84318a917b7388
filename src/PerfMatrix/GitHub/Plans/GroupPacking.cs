namespace PerfMatrix.GitHub.Plans;

internal static class GroupPacking
{
    /// <summary>Most jobs of a matrix on GitHub.</summary>
    public const int MostGroups = 256;

    /// <summary>Minutes of measuring that a job should not exceed, even when every cell needs all looks: one that fails has to be repeated.</summary>
    public const double LongestMinutes = 90;

    /// <summary>Groups of about equal time, longest block first onto the group with the least. As many groups as runners are wanted, more where a
    /// group could take longer than <see cref="LongestMinutes"/> (<see cref="JobTimes"/> gives each job the time that its group could take), never
    /// more than <see cref="MostGroups"/> or than blocks. A block is never split: what is compared stays on one machine.</summary>
    public static IReadOnlyList<PlannedGroup> Pack(IReadOnlyList<PlannedBlock> blocks, int runners)
    {
        var most = Math.Min(blocks.Count, MostGroups);
        var count = Math.Min(most, Math.Max(runners, (int)Math.Ceiling(blocks.Sum(block => block.MostMinutes) / LongestMinutes)));
        var shares = Shares(blocks, count);
        while (count < most && shares.Exists(IsTooLong)) shares = Shares(blocks, ++count);
        // In the order of the plan.
        return [.. blocks.GroupBy(block => shares.Find(share => share.Contains(block))).Select((share, index) => Group(index + 1, [.. share]))];
    }

    private static List<List<PlannedBlock>> Shares(IReadOnlyList<PlannedBlock> blocks, int count)
    {
        var shares = Enumerable.Range(0, count).Select(_ => new List<PlannedBlock>()).ToList();
        foreach (var block in blocks.OrderByDescending(block => block.MostMinutes)) shares.MinBy(Time)!.Add(block);
        return shares;
    }

    // More groups do not help a block that is too long by itself.
    private static bool IsTooLong(List<PlannedBlock> share) => share.Count > 1 && Time(share) > LongestMinutes;

    private static double Time(List<PlannedBlock> share) => share.Sum(block => block.MostMinutes);

    private static PlannedGroup Group(int number, IReadOnlyList<PlannedBlock> blocks) => new(
        number, $"g{number:00}", Math.Round(blocks.Sum(block => block.Minutes), 2), Math.Round(blocks.Sum(block => block.MostMinutes), 2), blocks);
}

internal sealed record ConfirmGroup(int Group, IReadOnlyList<string> Cells, double Minutes)
{
    /// <summary>Name in artifacts: <c>c01</c>.</summary>
    public string Slug => $"c{Group:00}";
}

/// <summary>Spreads suspects over runners. A function of plan and suspects, so that the verdict knows which artifacts there should be.</summary>
internal static class ConfirmGroups
{
    private const double TargetMinutes = 6;

    /// <summary>Suspects of one scenario and core count together, as many as fit into about six minutes; more where jobs would be too many.</summary>
    public static IReadOnlyList<ConfirmGroup> Pack(SuspectsDocument suspects, JobPlan plan)
    {
        var target = TargetMinutes;
        var groups = Pack(suspects, plan, target);
        while (groups.Count > GroupPacking.MostGroups) groups = Pack(suspects, plan, target *= 2);
        return groups;
    }

    private static List<ConfirmGroup> Pack(SuspectsDocument suspects, JobPlan plan, double target)
    {
        var groups = new List<ConfirmGroup>();
        foreach (var block in suspects.Suspects.GroupBy(suspect => (suspect.Scenario, suspect.Cores))
            .SelectMany(cells => cells.Chunk(PairedBlock.MostPairs)))
        {
            var minutes = suspects.MostRounds * Counterparts.ProcessesOfPair * block.Length * plan.SecondsOf(block[0].Id) / 60;
            if (groups.Count > 0 && groups[^1].Minutes + minutes <= target)
                groups[^1] = groups[^1] with
                {
                    Cells = [.. groups[^1].Cells, .. block.Select(cell => cell.Id)],
                    Minutes = groups[^1].Minutes + minutes,
                };
            else
                groups.Add(new(groups.Count + 1, [.. block.Select(cell => cell.Id)], minutes));
        }

        return groups;
    }
}
