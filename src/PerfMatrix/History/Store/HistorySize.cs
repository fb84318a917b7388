
using PerfMatrix.Contract;

namespace PerfMatrix.History;

/// <summary>
/// The size of a history. Its entry point holds it, and every change adds what it adds, because nobody can ask a branch for its size without bringing every file: a partial fetch has no sizes.
/// </summary>
internal static class HistorySize
{
    /// <summary>The size of a history as it will be after changes; looks at every file.</summary>
    public static Bytes Of(IHistoryFiles files, FileChanges changes)
    {
        var counted = files.Paths.Union(changes.Files.Keys).Where(HistoryPaths.IsCounted).ToList();
        files.Prepare(counted);
        return new(counted.Sum(path => changes.Files.TryGetValue(path, out var content) ? content?.LongLength ?? 0 : files.SizeOf(path)));
    }

    /// <summary>Bytes that changes add; below 0 when they take some away.</summary>
    public static long Added(IHistoryFiles before, FileChanges changes) =>
        changes.Files.Where(file => HistoryPaths.IsCounted(file.Key)).Sum(file => (file.Value?.LongLength ?? 0) - before.SizeOf(file.Key));

    /// <summary>The size that the entry point has after changes; null when it has none, because an older program wrote it, or cannot be read.</summary>
    public static Bytes? Noted(IHistoryFiles files, FileChanges changes)
    {
        try
        {
            return Index(files, changes)?.Size;
        }
        catch (HistoryException)
        {
            return null;
        }
    }

    /// <summary>Counts anew, and notes the size in the entry point.</summary>
    /// <param name="files">The history.</param>
    /// <param name="changes">Changes of it, to which that of the entry point is added.</param>
    /// <exception cref="HistoryException">The entry point cannot be read.</exception>
    public static FileChanges Note(IHistoryFiles files, FileChanges changes) => Note(files, changes, Of(files, changes));

    /// <summary>Notes in the entry point what changes add; counts when nobody has yet.</summary>
    /// <inheritdoc cref="Note(IHistoryFiles, FileChanges)"/>
    public static FileChanges NoteAdded(IHistoryFiles files, FileChanges changes) =>
        Index(files, new FileChanges())?.Size is { } before ? Note(files, changes, new Bytes(before.Count + Added(files, changes))) : Note(files, changes);

    private static FileChanges Note(IHistoryFiles files, FileChanges changes, Bytes size)
    {
        if (Index(files, changes) is { } index) changes.Set(files, HistoryPaths.Index, HistoryJson.Write(index with { Size = size }));
        return changes;
    }

    private static IndexDocument? Index(IHistoryFiles files, FileChanges changes)
    {
        var content = changes.Files.TryGetValue(HistoryPaths.Index, out var written) ? written : files.Read(HistoryPaths.Index);
        return content is null ? null : HistoryJson.Read<IndexDocument>(HistoryPaths.Index, content);
    }
}
