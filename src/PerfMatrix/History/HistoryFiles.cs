namespace PerfMatrix.History;

/// <summary>The files of a history, wherever they are: a folder, a commit, memory. Paths have forward slashes.</summary>
internal interface IHistoryFiles
{
    byte[]? Read(string path);

    IReadOnlyCollection<string> Paths { get; }

    long SizeOf(string path) => Read(path)?.LongLength ?? 0;

    /// <summary>Says which files will be read, so that a distant store can bring them in one go.</summary>
    void Prepare(IReadOnlyCollection<string> paths)
    {
    }
}

/// <summary>Files to write, and to remove: null content.</summary>
internal sealed class FileChanges
{
    private readonly SortedDictionary<string, byte[]?> _files = new(StringComparer.Ordinal);

    public IReadOnlyDictionary<string, byte[]?> Files => _files;

    /// <summary>Writes a file unless it has that content already.</summary>
    public void Set(IHistoryFiles before, string path, byte[] content)
    {
        if (before.Read(path) is { } old && old.AsSpan().SequenceEqual(content)) _files.Remove(path);
        else _files[path] = content;
    }

    public void Set(string path, byte[] content) => _files[path] = content;

    public void Remove(string path) => _files[path] = null;

    /// <summary>The content of a file once the changes are made; null when there is none then.</summary>
    public byte[]? Read(IHistoryFiles before, string path) => _files.TryGetValue(path, out var content) ? content : before.Read(path);

    /// <summary>Changes the entry point of a history; nothing without one.</summary>
    /// <exception cref="HistoryException">It cannot be read.</exception>
    public void SetIndex(IHistoryFiles before, Func<IndexDocument, IndexDocument> change)
    {
        if (Read(before, HistoryPaths.Index) is { } content)
            Set(before, HistoryPaths.Index, HistoryJson.Write(change(HistoryJson.Read<IndexDocument>(HistoryPaths.Index, content))));
    }
}

internal sealed class EmptyFiles : IHistoryFiles
{
    public IReadOnlyCollection<string> Paths => [];

    public byte[]? Read(string path) => null;
}

/// <param name="isFlushed">Whether what is written outlives a power failure, too; each file then waits for the disk.</param>
internal sealed class FolderFiles(string root, bool isFlushed = true) : IHistoryFiles
{
    public IReadOnlyCollection<string> Paths => !Directory.Exists(root) ? [] :
    [
        .. Directory.EnumerateFiles(root, "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(root, path).Replace(Path.DirectorySeparatorChar, '/'))
            .Where(path => !path.StartsWith(".git/", StringComparison.Ordinal)),
    ];

    public byte[]? Read(string path) => File.Exists(PathOf(path)) ? File.ReadAllBytes(PathOf(path)) : null;

    public long SizeOf(string path) => new FileInfo(PathOf(path)) is { Exists: true } file ? file.Length : 0;

    /// <summary>Writes changes; a reader sees every file as it was or as it will be, never a part.</summary>
    public void Apply(FileChanges changes)
    {
        foreach (var (path, content) in changes.Files)
        {
            if (content is null) File.Delete(PathOf(path));
            else Write(PathOf(path), content);
        }
    }

    private void Write(string path, byte[] content) => FileErrors.Explain(() =>
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        AtomicFile.Replace(path, content, isFlushed: isFlushed);
    }, problem => $"{path}: cannot write: {problem.Message} Free some space or choose another folder.");

    private string PathOf(string path) => Path.Combine(root, path);
}
