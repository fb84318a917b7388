using System.Security.Cryptography.X509Certificates;

namespace PerfMatrix.Launcher.Application;

/// <summary>A certificate for an application that is to answer on https: made when the launcher starts, for this machine only, and gone with it.
/// Kestrel takes it from its own settings, so the application needs no code for it.</summary>
internal sealed class DevelopmentCertificate : IDisposable
{
    private static readonly TimeSpan s_lifetime = TimeSpan.FromDays(2);

    private readonly string _password = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));

    private DevelopmentCertificate(DateTimeOffset now)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var certificate = Request(key).CreateSelfSigned(now - TimeSpan.FromHours(1), now + s_lifetime);
        Hash = CertificateHash.Of(certificate);
        using (var file = WorkFolder.CreateFile(FilePath)) file.Write(certificate.Export(X509ContentType.Pkcs12, _password));
        // However the launcher ends, short of being killed; what is left then is of no use in two days.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Dispose();
    }

    public string Hash { get; }

    /// <summary>The variables that make Kestrel use it (ASP.NET Core docs: hosting images over HTTPS).</summary>
    public IEnumerable<KeyValuePair<string, string>> Environment =>
    [
        new("ASPNETCORE_Kestrel__Certificates__Default__Path", FilePath),
        new("ASPNETCORE_Kestrel__Certificates__Default__Password", _password),
    ];

    /// <summary>The folder of its file, which this user alone can read.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("perfmatrix-certificate-").FullName;

    private string FilePath => Path.Combine(Folder, "certificate.pfx");

    /// <summary>Makes one for an address; null when it is not https.</summary>
    public static DevelopmentCertificate? For(Uri address, TimeProvider clock) =>
        address.Scheme == Uri.UriSchemeHttps ? new DevelopmentCertificate(clock.GetUtcNow()) : null;

    public void Dispose() => WorkFolder.Delete(Folder);

    private static CertificateRequest Request(ECDsa key)
    {
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        names.AddIpAddress(IPAddress.IPv6Loopback);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1")], critical: false));
        return request;
    }
}
