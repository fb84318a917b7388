namespace PerfMatrix.GitHub.Plans;

internal static class GroupPacking
{
    /// <summary>Most jobs of a matrix on GitHub.</summary>
    public const int MostGroups = 256;

    /// <summary>Jobs of a matrix for which _measure.yml has an output, so that nobody can replace what they have measured.</summary>
    public const int MostSealed = 16;

    /// <summary>Minutes of measuring that a job should not exceed, even when every cell needs all looks: one that fails has to be repeated.</summary>
    public const double LongestMinutes = 90;

    /// <summary>Groups of about equal time, longest block first onto the group with the least. As many groups as runners are wanted, more where a
    /// group could take longer than <see cref="LongestMinutes"/> (<see cref="JobTimes"/> gives each job the time that its group could take), never
    /// more than <see cref="MostGroups"/> or than blocks. A block is never split: what is compared stays on one machine.</summary>
    public static IReadOnlyList<PlannedGroup> Pack(IReadOnlyList<PlannedBlock> blocks, int runners)
    {
        var shares = Shares(blocks, block => block.MostMinutes, runners, LongestMinutes);
        // In the order of the plan.
        return [.. blocks.GroupBy(block => shares.Find(share => share.Contains(block))).Select((share, index) => Group(index + 1, [.. share]))];
    }

    /// <summary>Shares of about equal time: the longest part first, each onto the share with the least.</summary>
    /// <param name="count">How many are wanted: fewer where there are fewer parts, more where one could take longer than the longest.</param>
    public static List<List<T>> Shares<T>(IReadOnlyList<T> parts, Func<T, double> minutes, int count, double longest)
    {
        var most = Math.Min(parts.Count, MostGroups);
        for (count = Math.Min(most, Math.Max(count, (int)Math.Ceiling(parts.Sum(minutes) / longest))); ; count++)
        {
            var shares = Enumerable.Range(0, count).Select(_ => new List<T>()).ToList();
            foreach (var part in parts.OrderByDescending(minutes)) shares.MinBy(share => share.Sum(minutes))!.Add(part);
            // More shares do not help a part that is too long by itself.
            if (count == most || !shares.Exists(share => share.Count > 1 && share.Sum(minutes) > longest)) return shares;
        }
    }

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
    /// <summary>Each by itself, or in <see cref="GroupPacking.MostSealed"/> equal shares; in more only where a job could not end its share.</summary>
    public static IReadOnlyList<ConfirmGroup> Pack(SuspectsDocument suspects, JobPlan plan)
    {
        var processes = suspects.MostRounds * Counterparts.ProcessesOfPair;
        var cells = suspects.Suspects.Select(suspect => (suspect.Id, Minutes: processes * plan.SecondsOf(suspect.Id) / 60)).ToList();
        return [.. GroupPacking.Shares(cells, cell => cell.Minutes, GroupPacking.MostSealed, JobTimes.MostConfirming).Select(
            (share, index) => new ConfirmGroup(index + 1, [.. share.Select(cell => cell.Id)], share.Sum(cell => cell.Minutes)))];
    }
}
