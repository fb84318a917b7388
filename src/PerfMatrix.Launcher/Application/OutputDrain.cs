using System.Text;

namespace PerfMatrix.Launcher;

/// <summary>Reads a stream of the application to its end, so that the application never waits for us, and keeps its last lines. A line of any length takes the same memory.</summary>
internal static class OutputDrain
{
    /// <summary>Reads until the stream closes.</summary>
    public static async Task RunAsync(StreamReader output, LastLines lines)
    {
        var buffer = new char[4096];
        var line = new StringBuilder();
        while (await output.ReadAsync(buffer) is > 0 and var count)
            Split(buffer.AsSpan(0, count), line, lines);
        if (line.Length > 0)
            lines.Add(line.ToString());
    }

    private static void Split(ReadOnlySpan<char> text, StringBuilder line, LastLines lines)
    {
        for (var end = text.IndexOf('\n'); end >= 0; end = text.IndexOf('\n'))
        {
            Append(line, text[..end]);
            lines.Add(line.ToString().TrimEnd('\r'));
            line.Clear();
            text = text[(end + 1)..];
        }

        Append(line, text);
    }

    // One character more than is kept shows that the line was longer.
    private static void Append(StringBuilder line, ReadOnlySpan<char> text) =>
        line.Append(text[..Math.Min(text.Length, Math.Max(0, LastLines.LongestLine + 1 - line.Length))]);
}
