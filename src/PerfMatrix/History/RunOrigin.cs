using System.Buffers.Text;

namespace PerfMatrix.History;

/// <summary>What github-action-benchmark kept of a run besides values. Nothing is computed with it, so it is text as it stood there.</summary>
/// <param name="Texts">Range and extra text of the values, by metric; a metric without either is left out.</param>
internal sealed record RunOrigin(OriginCommit Commit, IReadOnlyList<OriginEntry> Entries, IReadOnlyDictionary<string, OriginTexts> Texts);

/// <summary>A commit as the payload of a push has it; null where something is missing.</summary>
internal sealed record OriginCommit(string? Message, string? Timestamp, string? Url, OriginPerson? Author, OriginPerson? Committer);

internal sealed record OriginPerson(string? Name, string? Email, string? Username);

/// <summary>An entry: what one call of the action stored.</summary>
/// <param name="Suite">The suite, the action's input <c>name</c>.</param>
internal sealed record OriginEntry(string Suite, string Tool, DateTimeOffset Date);

/// <summary>Texts beside the values of a metric, by variant; empty when no variant has one.</summary>
/// <param name="Range">Scatter, e.g. <c>± 5</c>.</param>
internal sealed record OriginTexts(IReadOnlyList<string?> Range, IReadOnlyList<string?> Extra);

/// <summary>SHA-256 in 43 characters of base64url instead of 64 hexadecimal digits: a run has one for every raw file.</summary>
internal static class ShortDigest
{
    private const int HexDigits = 64;

    /// <summary>The short form; what is no SHA-256 in hexadecimal digits stays as it is.</summary>
    public static string Of(string hash) =>
        hash.Length == HexDigits && hash.All(char.IsAsciiHexDigit) ? Base64Url.EncodeToString(Convert.FromHexString(hash)) : hash;
}
