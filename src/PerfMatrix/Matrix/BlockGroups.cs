namespace PerfMatrix.Matrix;

/// <summary>Blocks that one runner measures, one after the other.</summary>
/// <param name="Blocks">The blocks in order.</param>
/// <param name="Estimate">Time of all of them.</param>
public sealed record BlockGroup(IReadOnlyList<Block> Blocks, TimeSpan Estimate);

/// <summary>Packs blocks into groups for runners. A block is never split, so cells that are compared stay on one machine.</summary>
public static class BlockGroups
{
    /// <summary>Most jobs of a matrix on GitHub.</summary>
    public const int MostGroups = 256;

    /// <summary>Time of a group to aim at: checking out and building cost minutes, so much smaller groups waste runners.</summary>
    public static readonly TimeSpan Target = TimeSpan.FromMinutes(15);

    /// <summary>Neighbouring blocks together until the target is reached; larger groups where there would be more than <see cref="MostGroups"/>.</summary>
    public static IReadOnlyList<BlockGroup> Pack(IReadOnlyList<Block> blocks, Func<Block, TimeSpan> estimateOf)
    {
        var target = Target;
        var groups = Pack(blocks, estimateOf, target);
        while (groups.Count > MostGroups) groups = Pack(blocks, estimateOf, target *= 2);
        return groups;
    }

    private static List<BlockGroup> Pack(IReadOnlyList<Block> blocks, Func<Block, TimeSpan> estimateOf, TimeSpan target)
    {
        var groups = new List<BlockGroup>();
        foreach (var block in blocks)
        {
            var estimate = estimateOf(block);
            if (groups.Count > 0 && groups[^1].Estimate + estimate <= target)
                groups[^1] = new([.. groups[^1].Blocks, block], groups[^1].Estimate + estimate);
            else
                groups.Add(new([block], estimate));
        }

        return groups;
    }
}
