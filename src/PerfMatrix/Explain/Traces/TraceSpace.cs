namespace PerfMatrix.Explain.Traces;

/// <summary>The room on the disk that all traces of a cell share. What reading them needs for a moment comes on top, for two files at a time, so that
/// they take half a gigabyte at most.</summary>
internal sealed class TraceSpace(long most = TraceSpace.Most)
{
    /// <summary>Bytes of all files together.</summary>
    public const long Most = 300L << 20;

    /// <summary>Bytes of one file; one that would be larger is ended early.</summary>
    public const long LargestFile = 48L << 20;

    private long _taken;

    /// <summary>Bytes that the next file may have; 0 when there is no room.</summary>
    public long Left => Math.Clamp(most - Interlocked.Read(ref _taken), 0, LargestFile);

    public string Words => Left > 0 ? $"its trace became larger than {LargestFile >> 20} MB"
        : $"all traces together reached {most >> 20} MB, the most there is room for";

    /// <returns>Whether there was room for so many.</returns>
    public bool Take(long count) => Interlocked.Add(ref _taken, count) <= most;
}
