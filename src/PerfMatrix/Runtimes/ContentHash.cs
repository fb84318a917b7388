using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

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

/// <summary>What of a published folder can execute, or be read while it executes: all of its files, except what only a debugger looks at. In an
/// assembly that is the module's id, the debug directory, the time stamp and the checksum, which a comment in the source changes; IL, metadata and
/// resources are compared byte for byte. A file that is no assembly, or one that cannot be read, counts as it is.</summary>
internal static class ExecutedContent
{
    private static readonly string[] s_debugFiles = [".pdb", ".dbg"];

    // The list of what wwwroot holds. It has hashes of all of it, and when git wrote each file.
    private const string StaticFiles = ".staticwebassets.endpoints.json";

    /// <summary>The first file, by name, in which two published folders differ; null when they are the same program.</summary>
    public static string? FirstDifference(string folder, string other)
    {
        var (files, others) = (Files(folder), Files(other));
        return files.Keys.Union(others.Keys).Order(StringComparer.Ordinal).FirstOrDefault(name =>
            !files.TryGetValue(name, out var file) || !others.TryGetValue(name, out var counterpart) || !AreSame(file, counterpart));
    }

    private static Dictionary<string, FileInfo> Files(string folder) => new DirectoryInfo(folder).EnumerateFiles("*", SearchOption.AllDirectories)
        .Where(file => !s_debugFiles.Contains(file.Extension.ToLowerInvariant()))
        .ToDictionary(file => Path.GetRelativePath(folder, file.FullName));

    private static bool AreSame(FileInfo file, FileInfo other)
    {
        if (file.Name.EndsWith(StaticFiles, StringComparison.Ordinal)) return WithoutTimes(file) == WithoutTimes(other);
        if (file.Length != other.Length) return false;
        var (bytes, others) = (File.ReadAllBytes(file.FullName), File.ReadAllBytes(other.FullName));
        return bytes.AsSpan().SequenceEqual(others) || (Blank(bytes) && Blank(others) && bytes.AsSpan().SequenceEqual(others));
    }

    private static string WithoutTimes(FileInfo list) => Regex.Replace(
        File.ReadAllText(list.FullName), """ "Name":\s*"Last-Modified",\s*"Value":\s*"[^"]*" """.Trim(), "", RegexOptions.NonBacktracking,
        TimeSpan.FromSeconds(10));

    /// <summary>Overwrites with zeros what does not execute; false, with nothing overwritten, when it is no assembly.</summary>
    private static bool Blank(byte[] file) => Errors.Or(() =>
    {
        using var image = new PEReader(new MemoryStream(file, writable: false));
        if (!image.HasMetadata) return false;
        foreach (var part in NotExecuted(image).ToList()) file.AsSpan(part).Clear();
        return true;
    }, problem => problem is BadImageFormatException or InvalidOperationException or ArgumentException or OverflowException, _ => false);

    private static IEnumerable<Range> NotExecuted(PEReader image)
    {
        yield return Part(image.PEHeaders.CoffHeaderStartOffset + 4, sizeof(uint)); // TimeDateStamp; a hash of the content in a deterministic build
        yield return Part(image.PEHeaders.PEHeaderStartOffset + 64, sizeof(uint)); // CheckSum
        yield return ModuleId(image);
        foreach (var signature in Directory(image, image.PEHeaders.CorHeader!.StrongNameSignatureDirectory)) yield return signature;
        foreach (var entries in Directory(image, image.PEHeaders.PEHeader!.DebugTableDirectory)) yield return entries;
        foreach (var entry in image.ReadDebugDirectory().Where(entry => entry.DataSize > 0)) yield return Part(entry.DataPointer, entry.DataSize);
    }

    private static Range ModuleId(PEReader image)
    {
        var metadata = image.GetMetadataReader();
        var id = metadata.GetModuleDefinition().Mvid;
        const int size = 16;
        // Handles of the heap of GUIDs count from 1.
        var heap = image.PEHeaders.MetadataStartOffset + metadata.GetHeapMetadataOffset(HeapIndex.Guid);
        return Part(heap + ((MetadataTokens.GetHeapOffset(id) - 1) * size), size);
    }

    private static IEnumerable<Range> Directory(PEReader image, DirectoryEntry directory)
    {
        if (directory.Size > 0 && image.PEHeaders.TryGetDirectoryOffset(directory, out var offset)) yield return Part(offset, directory.Size);
    }

    private static Range Part(int start, int length) => start..(start + length);
}
