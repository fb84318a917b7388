namespace PerfMatrix.Matrix;

/// <summary>Finds the blocks that <c>--blocks</c> names.</summary>
public static class BlockNames
{
    /// <summary>The blocks named, in the order of the plan.</summary>
    /// <param name="names">Ids of blocks.</param>
    /// <param name="blocks">The blocks of the plan.</param>
    /// <param name="idOf">Id of one.</param>
    /// <exception cref="UsageException">The plan has no such block, as when it was made for a machine with other cores.</exception>
    public static IReadOnlyList<T> Of<T>(IReadOnlyList<string> names, IReadOnlyList<T> blocks, Func<T, string> idOf)
    {
        var ids = blocks.Select(idOf).ToList();
        return names.FirstOrDefault(name => !ids.Contains(name)) is { } unknown
            ? throw new UsageException(
                $"--blocks: found '{unknown}', which is not a block of this selection on this machine; it has {string.Join(", ", ids.Take(20))}. "
                + "Give the selection of the plan, on a machine with the same number of cores")
            : [.. blocks.Where(block => names.Contains(idOf(block)))];
    }
}
