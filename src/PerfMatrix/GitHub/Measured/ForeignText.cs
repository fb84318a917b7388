using System.Text;

namespace PerfMatrix.GitHub;

/// <summary>Texts from an artifact. Whoever opens a pull request may have written them, so they must neither fill a page nor be taken for commands of the runner.</summary>
public static class ForeignText
{
    /// <summary>Longest text that is kept.</summary>
    public const int Longest = 400;

    /// <summary>One line without control characters, cut at <see cref="Longest"/>; it cannot begin a command (<c>::error</c>, <c>##[group]</c>). Markdown is escaped where it is written.</summary>
    public static string Clean(string text)
    {
        var clean = new StringBuilder(Math.Min(text.Length, Longest));
        foreach (var rune in text.EnumerateRunes())
        {
            if (clean.Length >= Longest)
                return Defused(clean.Append('…'));
            _ = Rune.IsControl(rune) || Rune.GetUnicodeCategory(rune) is System.Globalization.UnicodeCategory.Format or System.Globalization.UnicodeCategory.LineSeparator or System.Globalization.UnicodeCategory.ParagraphSeparator
                ? clean.Append(' ')
                : clean.Append(rune.ToString());
        }

        return Defused(clean);
    }

    private static string Defused(StringBuilder text) => text.Replace("::", ": :").Replace("##[", "# #[").ToString();
}
