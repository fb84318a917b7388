namespace PerfMatrix.Runtimes;

/// <summary>Files that are there whole or not at all.</summary>
internal static class AtomicFile
{
    /// <summary>Writes beside the file, then renames: a reader never sees half of it, whoever else writes at the same time.</summary>
    public static void Write(string path, ReadOnlySpan<byte> content)
    {
        var draft = $"{path}.{Environment.ProcessId}-{Guid.NewGuid():n}";
        try
        {
            File.WriteAllBytes(draft, content);
            File.Move(draft, path, overwrite: true);
        }
        finally
        {
            File.Delete(draft);
        }
    }
}
