using System.IO.Compression;

namespace PerfMatrix.GitHub;

/// <summary>
/// The archive of an artifact that somebody else made. It is read in memory and never unpacked to disk; an archive that tries to leave its folder, to be
/// larger than it says, or to hold one file twice is refused as a whole.
/// </summary>
public static class ArtifactArchive
{
    private const int MostEntries = 50_000;
    private const int UnixType = 0xF000;
    private const int UnixLink = 0xA000;

    /// <summary>The wanted files by path.</summary>
    /// <param name="archive">The bytes.</param>
    /// <param name="name">Name of the artifact, for messages.</param>
    /// <param name="largest">Most bytes taken from all wanted files together.</param>
    /// <param name="isWanted">Whether a path is wanted.</param>
    /// <exception cref="ArtifactException">It is no archive, or a hostile one.</exception>
    public static IReadOnlyDictionary<string, byte[]> Read(byte[] archive, string name, long largest, Func<string, bool> isWanted)
    {
        try
        {
            using var zip = new ZipArchive(new MemoryStream(archive), ZipArchiveMode.Read);
            if (zip.Entries.Count > MostEntries) throw Hostile(name, $"{zip.Entries.Count} files, the limit is {MostEntries}");
            var files = new Dictionary<string, byte[]>(StringComparer.OrdinalIgnoreCase);
            var left = largest;
            foreach (var entry in zip.Entries.Where(entry => !entry.FullName.EndsWith('/')))
            {
                Check(name, entry);
                if (!isWanted(entry.FullName)) continue;
                var content = Content(name, entry, left, largest);
                left -= content.Length;
                if (!files.TryAdd(entry.FullName, content)) throw Hostile(name, $"'{RestProblem.OneLine(entry.FullName)}' is in it twice");
            }

            return files;
        }
        catch (InvalidDataException problem)
        {
            throw new ArtifactException($"artifact '{name}': not an archive, or a damaged one: {RestProblem.OneLine(problem.Message)}", problem);
        }
    }

    private static void Check(string name, ZipArchiveEntry entry)
    {
        var path = entry.FullName;
        var isPlain = path.Length > 0 && path[0] != '/' && !path.Contains('\\', StringComparison.Ordinal) && !path.Contains(':', StringComparison.Ordinal)
            && !path.Any(char.IsControl) && !path.Split('/').Any(part => part is ".." or "." or "");
        if (!isPlain) throw Hostile(name, $"the path '{RestProblem.OneLine(path)}' leads out of its folder");
        if (((entry.ExternalAttributes >> 16) & UnixType) == UnixLink) throw Hostile(name, $"'{RestProblem.OneLine(path)}' is a link");
    }

    // What an entry says of its size is its own claim: count what really comes.
    private static byte[] Content(string name, ZipArchiveEntry entry, long left, long largest)
    {
        using var stream = entry.Open();
        using var content = new MemoryStream();
        var buffer = new byte[81920];
        int read;
        while ((read = stream.Read(buffer)) > 0)
        {
            if (content.Length + read > left) throw Hostile(name, $"'{RestProblem.OneLine(entry.FullName)}' unpacks to more than the limit of {largest >> 20} MiB");
            content.Write(buffer, 0, read);
        }

        return content.ToArray();
    }

    private static ArtifactException Hostile(string name, string what) => new($"artifact '{name}': refused, {what}");
}
