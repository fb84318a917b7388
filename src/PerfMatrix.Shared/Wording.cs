namespace PerfMatrix.Shared;

public static class Wording
{
    private const int Digits = 8;

    /// <summary>A number with its noun: <c>1 round</c>, <c>2 rounds</c>.</summary>
    public static string Counted(long number, string noun) => number == 1 ? $"1 {noun}" : $"{number.ToString(CultureInfo.InvariantCulture)} {noun}s";

    /// <summary>The beginning of a commit or of another id.</summary>
    public static string ShortId(string id) => id.Length > Digits ? id[..Digits] : id;

    /// <summary>The beginning of a commit that somebody else names; a question mark when it is none.</summary>
    public static string ShortCommit(string? sha) => sha is { Length: >= Digits } && sha.All(char.IsAsciiHexDigit) ? ShortId(sha) : "?";
}
