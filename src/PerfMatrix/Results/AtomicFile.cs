namespace PerfMatrix.Results;

/// <summary>Writes whole files: a temporary file in the same folder, flushed to disk, then renamed, so that a full disk or a crash leaves the previous version.</summary>
public static class AtomicFile
{
    /// <summary>Writes <paramref name="content"/> to <paramref name="path"/>, replacing a previous version.</summary>
    /// <exception cref="UsageException">The file could not be written; a previous version is intact.</exception>
    public static void Write(string path, ReadOnlySpan<byte> content) => Write(path, content, Create);

    /// <summary>The same for a file that no option names: the exceptions are those of the system.</summary>
    /// <exception cref="IOException">The file could not be written; a previous version is intact.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder is not writable.</exception>
    public static void Replace(string path, ReadOnlySpan<byte> content) => Replace(path, content, Create);

    internal static void Write(string path, ReadOnlySpan<byte> content, Func<string, FileStream> create)
    {
        try
        {
            Replace(path, content, create);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException(
                $"{path}: cannot write: {problem.Message} What was written before is intact. Free some space or choose another folder with --out.", problem);
        }
    }

    private static void Replace(string path, ReadOnlySpan<byte> content, Func<string, FileStream> create)
    {
        var temporary = Path.Combine(Path.GetDirectoryName(path) ?? ".", $".{Path.GetFileName(path)}.{Guid.NewGuid():N}.tmp");
        try
        {
            using (var stream = create(temporary))
            {
                stream.Write(content);
                stream.Flush(flushToDisk: true);
            }

            File.Move(temporary, path, overwrite: true);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            Discard(temporary);
            throw;
        }
    }

    private static FileStream Create(string path) => new(path, FileMode.CreateNew, FileAccess.Write, FileShare.None);

    private static void Discard(string temporary)
    {
        try
        {
            File.Delete(temporary);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            // The first problem is the one to report; a left-over temporary file has a name nobody reads.
        }
    }
}
