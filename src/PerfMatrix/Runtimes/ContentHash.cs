namespace PerfMatrix.Runtimes;

/// <summary>SHA-256 over names and contents. Every part is preceded by its length, so that no two different sets of parts look alike.</summary>
internal sealed class ContentHash : IDisposable
{
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

    public static string OfFolder(string folder)
    {
        using var hash = new ContentHash();
        hash.AddFiles(folder, Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories));
        return hash.ToHex();
    }

    public void Add(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        _hash.AppendData(BitConverter.GetBytes((long)bytes.Length));
        _hash.AppendData(bytes);
    }

    /// <summary>Adds files under their path relative to a folder: the same files elsewhere have the same hash.</summary>
    public void AddFiles(string folder, IEnumerable<string> files)
    {
        var named = files.Select(file => (Name: Path.GetRelativePath(folder, file).Replace('\\', '/'), File: file));
        foreach (var (name, file) in named.OrderBy(file => file.Name, StringComparer.Ordinal))
        {
            using var stream = File.OpenRead(file);
            Add(name);
            _hash.AppendData(SHA256.HashData(stream));
        }
    }

    public string ToHex() => Convert.ToHexStringLower(_hash.GetCurrentHash());

    public void Dispose() => _hash.Dispose();
}
