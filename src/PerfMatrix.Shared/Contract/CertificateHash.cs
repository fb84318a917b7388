using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace PerfMatrix.Shared.Contract;

/// <summary>How the certificate of an application under test is recognised: by its hash, since nobody has signed it.</summary>
public static class CertificateHash
{
    /// <summary>Lower-case hexadecimal SHA-256 of the whole certificate.</summary>
    public static string Of(X509Certificate certificate) => Convert.ToHexStringLower(SHA256.HashData(certificate.GetRawCertData()));

    /// <summary>Whether this is the certificate expected; none never is.</summary>
    public static bool Matches(string? expected, X509Certificate? certificate) =>
        expected is not null && certificate is not null && Of(certificate) == expected;
}
