using System.Collections.Concurrent;
using System.Security.Cryptography.X509Certificates;
using PerfMatrix.Contract;

namespace PerfMatrix.Load.Conductor;

/// <summary>The certificates of the applications of a block, as their launchers told; no other is trusted, whoever signed it.</summary>
internal sealed class AcceptedCertificates
{
    private readonly ConcurrentDictionary<string, bool> _hashes = new();

    /// <summary>Accepts a certificate from now on.</summary>
    /// <param name="hash">Its <see cref="CertificateHash"/>; null for an application without TLS.</param>
    public void Accept(string? hash)
    {
        if (hash is not null)
            _hashes[hash] = true;
    }

    /// <summary>Whether a server that presents it is one of the applications.</summary>
    public bool Has(X509Certificate? certificate) => certificate is not null && _hashes.ContainsKey(CertificateHash.Of(certificate));
}
