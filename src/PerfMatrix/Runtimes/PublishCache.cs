namespace PerfMatrix.Runtimes;

/// <summary>The folder of publications: for each entry <c>NAME/</c>, and beside it the marker <c>NAME.json</c>, written last, without which an entry
/// does not count. A shared lock keeps an entry in use; an exclusive one is needed to make or remove it.</summary>
/// <param name="folder">Folder of the cache, absolute.</param>
internal sealed class PublishCache(string folder, TimeProvider time)
{
    public string FolderOf(string entry) => Path.Combine(folder, entry);

    /// <summary>Where an entry is built; the same for every try, so that paths in the output do not differ.</summary>
    public string WorkshopOf(string entry) => Path.Combine(folder, "building", entry);

    /// <summary>The lock that keeps an entry in use; waits while somebody makes or removes it.</summary>
    public Task<IDisposable> LockAsync(string entry, CancellationToken cancellation) =>
        FileLock.AcquireAsync(LockOf(entry), exclusive: false, time, cancellation);

    /// <summary>The exclusive lock, or null when somebody builds or uses the entry.</summary>
    public IDisposable? TryLockExclusively(string entry) => FileLock.TryAcquire(LockOf(entry), exclusive: true);

    public Publication? Find(string entry)
    {
        var marker = ReadMarker(entry);
        if (marker is null || !File.Exists(Path.Combine(FolderOf(entry), marker.Executable))) return null;

        File.SetLastWriteTimeUtc(MarkerOf(entry), time.GetUtcNow().UtcDateTime);
        return new Publication(FolderOf(entry), marker.Executable, marker.ContentHash, marker.RuntimeVersion);
    }

    /// <summary>Takes the output of a build into the cache. Needs the exclusive lock.</summary>
    public void Add(string entry, string output, string executable, string runtimeVersion)
    {
        WorkFolder.Delete(FolderOf(entry));
        var size = new DirectoryInfo(output).EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Length);
        var marker = new Marker(executable, ContentHash.OfFolder(output), runtimeVersion, new Bytes(size));
        Directory.Move(output, FolderOf(entry));
        AtomicFile.Replace(MarkerOf(entry), JsonSerializer.SerializeToUtf8Bytes(marker));
    }

    /// <summary>Removes what nobody uses: left-overs of interrupted builds, and the longest unused entries beyond the limit.</summary>
    public void Prune(Bytes limit)
    {
        foreach (var entry in LeftOvers().ToList()) TryRemove(entry, keepComplete: true);

        var entries = Entries().OrderByDescending(entry => entry.LastUse).ToList();
        var total = entries.Sum(entry => entry.Size.Count);
        foreach (var entry in Enumerable.Reverse(entries).TakeWhile(_ => total > limit.Count))
            total -= TryRemove(entry.Name, keepComplete: false) ? entry.Size.Count : 0;
    }

    private IEnumerable<(string Name, DateTime LastUse, Bytes Size)> Entries() =>
        from file in Directory.Exists(folder) ? Directory.GetFiles(folder, "*.json") : []
        let name = Path.GetFileNameWithoutExtension(file)
        let marker = ReadMarker(name)
        where marker is not null
        select (name, File.GetLastWriteTimeUtc(file), marker.Size);

    /// <summary>Every entry that has a folder; the complete ones stay.</summary>
    private IEnumerable<string> LeftOvers()
    {
        string[] containers = [folder, Path.Combine(folder, "building")];
        return containers
            .Where(Directory.Exists)
            .SelectMany(Directory.GetDirectories)
            .Select(path => Path.GetFileName(path)!)
            .Where(name => name is not ("building" or "locks"))
            .Distinct();
    }

    private bool TryRemove(string entry, bool keepComplete)
    {
        using var held = FileLock.TryAcquire(LockOf(entry), exclusive: true);
        if (held is null) return false;

        WorkFolder.Delete(WorkshopOf(entry));
        if (keepComplete && ReadMarker(entry) is not null) return false;

        File.Delete(MarkerOf(entry));
        WorkFolder.Delete(FolderOf(entry));
        return true;
    }

    private Marker? ReadMarker(string entry) => FileErrors.JsonOrNull(MarkerOf(entry), file => JsonSerializer.Deserialize<Marker>(file));

    private string MarkerOf(string entry) => Path.Combine(folder, entry + ".json");

    private string LockOf(string entry) => Path.Combine(folder, "locks", entry);

    private sealed record Marker(string Executable, string ContentHash, string RuntimeVersion, Bytes Size);
}

/// <summary>Names of cache entries: who reads the folder sees what is in it, and the hash says from what exactly it was made.</summary>
internal static partial class PublishKey
{
    private const int KeyLength = 16;

    /// <summary><c>WORKLOAD-PATCH-RID-KEY</c>.</summary>
    public static string For(PublishRequest request, string project, string sdkVersion)
    {
        var folder = Path.GetDirectoryName(project)!;
        using var hash = new ContentHash();
        hash.AddFiles(folder, ProjectSources.Of(project));
        hash.Add(sdkVersion);
        foreach (var argument in PublishArguments.For(request.Target, Path.GetFileName(project), workshop: "", output: ""))
            hash.Add(argument);
        var workload = Unsafe().Replace(Path.GetFileNameWithoutExtension(project), "-");
        return $"{workload}-{request.Patch}-{request.Rid}-{hash.ToHex()[..KeyLength]}";
    }

    [GeneratedRegex("[^A-Za-z0-9.-]", RegexOptions.None, 1000)]
    private static partial Regex Unsafe();
}
