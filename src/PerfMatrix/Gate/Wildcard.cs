namespace PerfMatrix.Gate;

/// <summary>Patterns in which <c>*</c> stands for any text, also none; everything else is literal and case counts.</summary>
internal static class Wildcard
{
    public static bool Matches(ReadOnlySpan<char> pattern, ReadOnlySpan<char> text)
    {
        int p = 0, t = 0, star = -1, resume = 0;
        while (t < text.Length)
        {
            if (p < pattern.Length && pattern[p] == '*')
                (star, resume) = (p++, t);
            else if (p < pattern.Length && pattern[p] == text[t])
                (p, t) = (p + 1, t + 1);
            else if (star >= 0)
                (p, t) = (star + 1, ++resume);
            else
                return false;
        }
        return pattern[p..].Trim('*').IsEmpty;
    }
}
