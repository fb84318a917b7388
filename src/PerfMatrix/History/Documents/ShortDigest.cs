using System.Buffers.Text;

namespace PerfMatrix.History;

/// <summary>SHA-256 in 43 characters of base64url instead of 64 hexadecimal digits: a run has one for every raw file.</summary>
internal static class ShortDigest
{
    private const int HexDigits = 64;

    /// <summary>The short form; what is no SHA-256 in hexadecimal digits stays as it is.</summary>
    public static string Of(string hash) => hash.Length == HexDigits && hash.All(char.IsAsciiHexDigit) ? Base64Url.EncodeToString(Convert.FromHexString(hash)) : hash;
}
