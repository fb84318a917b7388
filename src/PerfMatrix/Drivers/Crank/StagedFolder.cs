namespace PerfMatrix.Drivers.Crank;

/// <summary>Gives folders a name with the hash of their content. An agent keeps a source by the path it was sent from, so after a rebuild in the same
/// folder it would run what it had before; under a new name it cannot.</summary>
internal sealed class StagedFolder(string parent)
{
    private const int HashDigits = 16;
    private readonly ConcurrentDictionary<string, string> _links = new();
    private readonly Lock _linking = new();

    /// <summary>The path of a folder by content: a link to it, of which every content has its own.</summary>
    /// <param name="folder">The folder; must not change any more while it is used.</param>
    public string Stage(string folder, string name) =>
        _links.GetOrAdd(Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder)),
            full => LinkTo(full, Path.Combine(parent, $"{name}-{ContentHash.OfFolder(full)[..HashDigits]}")));

    /// <summary>The paths under which staged folders are sent in one job. An agent that has one of them already, from a job with others beside it,
    /// neither asks for it again nor recognises what it has, and the job starts without (seen with crank 0.2.0-alpha.26316.1: it blanks the local
    /// folder, which is a part of what it compares). So every set of sources has paths of its own.</summary>
    /// <param name="others">Sources of the same job that are no folders, in words.</param>
    public IReadOnlyList<string> Together(IReadOnlyList<string> staged, params IEnumerable<string> others)
    {
        using var set = new ContentHash();
        foreach (var folder in staged) set.Add(Path.GetFileName(folder));
        foreach (var other in others) set.Add(other);
        var home = Path.Combine(parent, $"set-{set.ToHex()[..HashDigits]}");
        return [.. staged.Select(folder => LinkTo(folder, Path.Combine(home, Path.GetFileName(folder))))];
    }

    // The lanes of several agents stage the same programs at the same time.
    private string LinkTo(string full, string link)
    {
        using var turn = _linking.EnterScope();
        Directory.CreateDirectory(Path.GetDirectoryName(link)!);
        var existing = new DirectoryInfo(link);
        if (existing.LinkTarget == full) return link;
        // The same content elsewhere, e.g. where it was before it moved. A link to nothing is no folder that could be deleted.
        if (existing.Exists) existing.Delete();
        else File.Delete(link);
        Directory.CreateSymbolicLink(link, full);
        return link;
    }
}

/// <summary>Folders of the two programs of a block, named by content.</summary>
internal sealed record StagedFolders(string Launcher, string Load);

/// <summary>Stages our programs for the agents of this machine and of others, each when it is first needed.</summary>
internal sealed class StagedPrograms(OwnPrograms programs, StagedFolder staged) : IDisposable
{
    public const string LauncherName = "PerfMatrix.Launcher";
    public const string LoadName = "PerfMatrix.Load";
    private readonly SemaphoreSlim _turn = new(1);
    private StagedFolders? _here;
    private StagedFolders? _elsewhere;

    public async Task<StagedFolders> OfAsync(bool isHere, CancellationToken cancellation)
    {
        await _turn.WaitAsync(cancellation);
        try
        {
            return isHere ? _here ??= Stage(programs.Here) : _elsewhere ??= Stage(await programs.Elsewhere(cancellation));
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose() => _turn.Dispose();

    private StagedFolders Stage(LocalPrograms own) =>
        new(staged.Stage(Path.GetDirectoryName(own.Launcher)!, LauncherName), staged.Stage(Path.GetDirectoryName(own.Load)!, LoadName));
}

/// <summary>Where the files of a block's deployment are here. Disposing removes them: the configuration holds the token of the block.</summary>
internal sealed class BlockFiles : IDisposable
{
    public BlockFiles(string folder)
    {
        Folder = Path.GetFullPath(folder);
        WorkFolder.Create(Folder);
    }

    public string Folder { get; }
    public string Configuration => Path.Combine(Folder, "block.yml");
    public string Result => Path.Combine(Folder, "result.json");

    public string Rounds => Path.Combine(Folder, "rounds");

    public string WriteTool(string name)
    {
        var path = Path.Combine(Folder, Path.GetFileName(name));
        File.WriteAllText(path, ConfigurationFiles.ToolText(name));
        return path;
    }

    public void Dispose() => WorkFolder.Remove(Folder);
}
