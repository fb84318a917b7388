namespace PerfMatrix.GitHub;

/// <summary>A part of a file that is generated, between two marks; everything else belongs to people and is left alone.</summary>
public static class MarkedRegion
{
    /// <summary>What the line before the region holds.</summary>
    public const string Begin = "# perfmatrix github sync: generated from crank/, begin";

    /// <summary>What the line after it holds.</summary>
    public const string End = "# perfmatrix github sync: end";

    /// <summary>The text with another region.</summary>
    /// <param name="text">The text.</param>
    /// <param name="region">Lines of the region, each ending in LF.</param>
    /// <param name="name">The file, for messages.</param>
    /// <exception cref="UsageException">The marks are missing, or there twice.</exception>
    public static string Replace(string text, string region, string name)
    {
        var lines = text.Split('\n');
        var (begin, end) = (Only(lines, Begin, name), Only(lines, End, name));
        if (end < begin) throw new UsageException($"{name}:{end + 1}: the region ends before it begins; put '{Begin}' before '{End}'");
        return string.Join('\n', [.. lines[..(begin + 1)], .. region.TrimEnd('\n').Split('\n'), .. lines[end..]]);
    }

    private static int Only(string[] lines, string mark, string name)
    {
        var found = Enumerable.Range(0, lines.Length).Where(line => lines[line].Trim() == mark).ToList();
        return found.Count == 1
            ? found[0]
            : throw new UsageException($"{name}: found the line '{mark}' {found.Count} times, expected it once, around the generated inputs. Take the file from git again, or add the line.");
    }
}
