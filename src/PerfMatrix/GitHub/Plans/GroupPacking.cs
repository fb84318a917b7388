namespace PerfMatrix.GitHub;

/// <summary>Spreads blocks over runners.</summary>
public static class GroupPacking
{
    /// <summary>Most jobs of a matrix on GitHub.</summary>
    public const int MostGroups = 256;

    /// <summary>Minutes that a job should not exceed: GitHub ends a job after six hours, and one that fails has to be repeated.</summary>
    public const double LongestMinutes = 60;

    /// <summary>
    /// Groups of about equal time, longest block first onto the group with the least. As many groups as runners are wanted, more where a group would take longer than
    /// <see cref="LongestMinutes"/>, never more than <see cref="MostGroups"/> or than blocks. A block is never split: what is compared stays on one machine.
    /// </summary>
    /// <param name="blocks">The blocks in the order of the plan.</param>
    /// <param name="runners">Runners wanted, at least 1.</param>
    public static IReadOnlyList<PlannedGroup> Pack(IReadOnlyList<PlannedBlock> blocks, int runners)
    {
        var byTime = (int)Math.Ceiling(blocks.Sum(block => block.Minutes) / LongestMinutes);
        var shares = Enumerable.Range(0, Math.Min(blocks.Count, Math.Min(MostGroups, Math.Max(runners, byTime)))).Select(_ => new List<PlannedBlock>()).ToList();
        foreach (var block in blocks.OrderByDescending(block => block.Minutes))
            shares.MinBy(share => share.Sum(own => own.Minutes))!.Add(block);
        return [.. shares
            .OrderBy(share => share.Min(block => IndexOf(blocks, block)))
            .Select((share, index) => Group(index + 1, [.. share.OrderBy(block => IndexOf(blocks, block))]))];
    }

    private static PlannedGroup Group(int number, IReadOnlyList<PlannedBlock> blocks) => new(
        number, $"g{number:00}", Math.Round(blocks.Sum(block => block.Minutes), 2), Math.Round(blocks.Sum(block => block.MostMinutes), 2), blocks);

    private static int IndexOf(IReadOnlyList<PlannedBlock> blocks, PlannedBlock block) => Enumerable.Range(0, blocks.Count).First(index => ReferenceEquals(blocks[index], block));
}
