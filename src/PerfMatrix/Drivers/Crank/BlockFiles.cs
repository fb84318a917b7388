namespace PerfMatrix.Drivers.Crank;

/// <summary>Where the files of one block's deployment are on this machine. Disposing removes them: the configuration holds the token of the block.</summary>
internal sealed class BlockFiles : IDisposable
{
    /// <summary>Makes the folder.</summary>
    /// <param name="folder">Folder of the block.</param>
    public BlockFiles(string folder) => Folder = Directory.CreateDirectory(folder).FullName;

    /// <summary>The folder.</summary>
    public string Folder { get; }

    /// <summary>The crank configuration.</summary>
    public string Configuration => Path.Combine(Folder, "block.yml");

    /// <summary>What crank writes with <c>--json</c>.</summary>
    public string Result => Path.Combine(Folder, "result.json");

    /// <summary>Where crank downloads the files of the rounds to.</summary>
    public string Rounds => Path.Combine(Folder, "rounds");

    /// <inheritdoc />
    public void Dispose()
    {
        if (Directory.Exists(Folder))
            Directory.Delete(Folder, recursive: true);
        var parent = Path.GetDirectoryName(Folder)!;
        if (Directory.Exists(parent) && !Directory.EnumerateFileSystemEntries(parent).Any())
            Directory.Delete(parent);
    }
}
