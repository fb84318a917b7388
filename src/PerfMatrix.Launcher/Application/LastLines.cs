namespace PerfMatrix.Launcher;

/// <summary>Keeps the last lines a process wrote, so that a failure can show them.</summary>
internal sealed class LastLines
{
    private const int MostLines = 20;
    private const int LongestLine = 500;

    private readonly Queue<string> _lines = new();

    /// <summary>Adds a line, cut to a length that a report can show.</summary>
    public void Add(string line)
    {
        lock (_lines)
        {
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
