namespace LargeJson;

/// <summary>The values of all answers, made once: 1,000,000 characters or bytes each, so that only writing them as JSON allocates.</summary>
internal static class LargeValues
{
    private const int Length = 1_000_000;

    /// <summary>Characters that JSON takes as they are.</summary>
    public static string Plain { get; } = Repeat("abcdefghijklmnopqrstuvwxyz0123456789");

    /// <summary>
    /// An emoji is two characters and becomes twelve bytes (<c>\uD83D\uDE00</c>), also with the relaxed encoder of ASP.NET Core: 4.3 MB of JSON, about what the
    /// experiment's answers must have had (1.08 * 2^30 bytes/s at 253 to 271 requests/s).
    /// </summary>
    public static string Escaped { get; } = Repeat("a\uD83D\uDE00");

    /// <summary>Bytes of every value; base64 makes 1.3 MB of them.</summary>
    public static byte[] Binary { get; } = [.. Enumerable.Range(0, Length).Select(i => (byte)i)];

    private static string Repeat(string pattern) => string.Create(Length, pattern, (text, unit) =>
    {
        for (var i = 0; i < text.Length; i++)
            text[i] = unit[i % unit.Length];
    });
}
