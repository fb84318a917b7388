using PerfMatrix.Configuration;

namespace PerfMatrix.Matrix;

/// <summary>Names of axis values go into ids and file names, so they are kept to what both can hold.</summary>
internal static class AxisName
{
    /// <summary>Refuses names that could not be told apart, or told from a separator, in a file name.</summary>
    public static void Check(YamlEntry entry)
    {
        var isPlain = entry.Key.Length > 0 && entry.Key.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.');
        if (!isPlain || entry.Key.Contains("--", StringComparison.Ordinal) || entry.Key[0] is '-' or '.')
            throw entry.KeyPlace.Error($"found the name '{entry.Key}', expected letters, digits, dots and single hyphens, beginning with a letter or digit");
    }
}
