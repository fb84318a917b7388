namespace PerfMatrix.Runtimes;

/// <summary>Locks between processes, held by an open file: the system releases them when the holder dies, however it dies. (On Unix .NET opens files
/// with flock(2), shared or exclusive as <see cref="FileShare"/> says.) The file stays: removing it would let two holders in.</summary>
internal static class FileLock
{
    /// <summary>EWOULDBLOCK of Linux and of macOS, ERROR_SHARING_VIOLATION of Windows.</summary>
    private static readonly int[] s_heldElsewhere = [11, 35, unchecked((int)0x80070020)];

    private static readonly TimeSpan s_retry = TimeSpan.FromMilliseconds(50);

    /// <summary>Waits for a lock. Wait for an exclusive one only where nobody keeps a shared one for long.</summary>
    public static async Task<IDisposable> AcquireAsync(string path, bool exclusive, TimeProvider time, CancellationToken cancellation)
    {
        while (true)
        {
            if (TryAcquire(path, exclusive) is { } held) return held;
            await Task.Delay(s_retry, time, cancellation);
        }
    }

    /// <summary>The lock, or null when someone holds it.</summary>
    /// <exception cref="UnauthorizedAccessException">The file cannot be created.</exception>
    public static IDisposable? TryAcquire(string path, bool exclusive)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        return Errors.Or<FileStream?>(
            () => exclusive
                ? new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None)
                : new FileStream(path, FileMode.OpenOrCreate, FileAccess.Read, FileShare.Read),
            problem => problem is IOException && s_heldElsewhere.Contains(problem.HResult), _ => null);
    }
}
