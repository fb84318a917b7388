namespace PerfMatrix.Launcher;

/// <summary>Keeps the last lines a process wrote, so that a failure can show them.</summary>
internal sealed class LastLines
{
    private const int MostLines = 20;
    private const int MostFrames = 2;

    /// <summary>Characters of a line that are kept.</summary>
    public const int LongestLine = 500;

    private readonly Queue<string> _lines = new();
    private int _frames;

    /// <summary>Whether any line, kept or not, said that an address to listen on is taken.</summary>
    public bool HaveSaidAddressInUse { get; private set; }

    /// <summary>
    /// Adds a line, cut to a length that a report can show. Of the frames of a stack trace only the first are kept: the traces of an exception that
    /// ends an ASP.NET Core application are longer than all we keep, and its message stands before them.
    /// </summary>
    public void Add(string line)
    {
        lock (_lines)
        {
            HaveSaidAddressInUse |= line.Contains("address already in use", StringComparison.OrdinalIgnoreCase);
            _frames = line.StartsWith("   at ", StringComparison.Ordinal) ? _frames + 1 : 0;
            if (_frames > MostFrames)
                return;
            _lines.Enqueue(line.Length <= LongestLine ? line : line[..LongestLine] + "...");
            if (_lines.Count > MostLines)
                _lines.Dequeue();
        }
    }

    /// <summary>The lines, oldest first.</summary>
    public IReadOnlyList<string> ToList()
    {
        lock (_lines)
            return [.. _lines];
    }
}
