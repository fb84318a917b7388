namespace PerfMatrix.GitHub.Rest;

/// <summary>The archive of an artifact that somebody else made. It is read in memory and never unpacked to disk; an archive that tries to leave its
/// folder, to be larger than it says, or to hold one file twice is refused as a whole.</summary>
internal static class ArtifactArchive
{
    private const int MostEntries = 50_000;
    private const int UnixType = 0xF000;
    private const int UnixLink = 0xA000;

    /// <param name="largest">Most bytes taken from all wanted files together.</param>
    /// <exception cref="ArtifactException">It is no archive, or a hostile one.</exception>
    public static IReadOnlyDictionary<string, byte[]> Read(byte[] archive, string name, long largest, Func<string, bool> isWanted) => Errors.Or(() =>
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
            if (!files.TryAdd(entry.FullName, content)) throw Hostile(name, $"a file is in it twice: '{entry.FullName}'");
        }

        return files;
    }, (InvalidDataException problem) =>
        throw new ArtifactException($"artifact '{name}': not an archive, or a damaged one: {problem.Message}", problem));

    private static void Check(string name, ZipArchiveEntry entry)
    {
        var path = entry.FullName;
        var isPlain = path.Length > 0 && path[0] != '/' && !path.Contains('\\', StringComparison.Ordinal)
            && !path.Contains(':', StringComparison.Ordinal) && !path.Any(char.IsControl) && !path.Split('/').Any(part => part is ".." or "." or "");
        if (!isPlain) throw Hostile(name, $"a path leads out of its folder: '{path}'");
        if (((entry.ExternalAttributes >> 16) & UnixType) == UnixLink) throw Hostile(name, $"a file is a link: '{path}'");
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
            if (content.Length + read > left)
                throw Hostile(name, $"a file unpacks to more than the limit of {largest >> 20} MiB: '{entry.FullName}'");
            content.Write(buffer, 0, read);
        }

        return content.ToArray();
    }

    // The reason stands before a path of theirs, of which a long one is cut.
    private static ArtifactException Hostile(string name, string what) => new($"artifact '{name}': refused, {what}");
}

internal static class ArtifactCheck
{
    private const string Algorithm = "sha256:";

    /// <summary>Refuses what is known to be useless before it is downloaded.</summary>
    public static void Before(Artifact artifact, long largest)
    {
        if (artifact.Expired) throw Expired(artifact);
        if (artifact.SizeInBytes > largest)
            throw new ArtifactException($"artifact '{artifact.Name}': {artifact.SizeInBytes >> 20} MiB, the limit is {largest >> 20} MiB");
    }

    public static ArtifactException Expired(Artifact artifact) =>
        new($"artifact '{artifact.Name}': expired, its content is gone; run the workflow again");

    /// <summary>Refuses an archive that is not what was uploaded. An artifact without a digest, or with another kind, cannot be checked.</summary>
    public static void Digest(Artifact artifact, byte[] archive)
    {
        if (artifact.Digest is not { } digest || !digest.StartsWith(Algorithm, StringComparison.OrdinalIgnoreCase)) return;
        var found = Convert.ToHexStringLower(SHA256.HashData(archive));
        if (!digest[Algorithm.Length..].Equals(found, StringComparison.OrdinalIgnoreCase))
            throw new ArtifactException(
                $"artifact '{artifact.Name}': its digest is {digest}, what came has {Algorithm}{found}; it was changed or "
                    + $"cut off on the way");
    }
}

/// <summary>What came from outside is expired, damaged, too large, or made to harm. The message says what was found, and is safe to show.</summary>
internal sealed class ArtifactException(string message, Exception? inner = null) : Exception(ForeignText.Clean(message), inner);

/// <summary>Names of artifacts that tell the attempt of the run: <c>run-g01-attempt2</c>. Without one it is the first.</summary>
/// <param name="Name">The name without the attempt.</param>
internal sealed record AttemptName(string Name, int Attempt)
{
    private const string Word = "-attempt";
    private const int MostAttempts = 9999;

    public static AttemptName Of(string name)
    {
        var at = name.LastIndexOf(Word, StringComparison.Ordinal);
        return at > 0 && int.TryParse(name[(at + Word.Length)..], NumberStyles.None, CultureInfo.InvariantCulture, out var attempt)
            && attempt is > 0 and <= MostAttempts ? new(name[..at], attempt) : new(name, 1);
    }
}
