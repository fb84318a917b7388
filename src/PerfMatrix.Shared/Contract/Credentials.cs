using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace PerfMatrix.Shared.Contract;

/// <summary>The token that an application's probe answers to. That of the block opens the launchers of both sides, so the code that is measured must
/// not get it; this one is made from it, and nobody comes back from here to there.</summary>
public static class ApplicationToken
{
    private const int Digits = 32;

    public static string Of(string token) => Convert.ToHexStringLower(HMACSHA256.HashData(Encoding.UTF8.GetBytes(token), "probe"u8))[..Digits];
}

/// <summary>How the certificate of an application under test is recognised: by its hash, since nobody has signed it.</summary>
public static class CertificateHash
{
    /// <summary>Lower-case hexadecimal SHA-256 of the whole certificate.</summary>
    public static string Of(X509Certificate certificate) => Convert.ToHexStringLower(SHA256.HashData(certificate.GetRawCertData()));

    /// <summary>Whether this is the certificate expected; none never is.</summary>
    public static bool Matches(string? expected, X509Certificate? certificate) =>
        expected is not null && certificate is not null && Of(certificate) == expected;
}
