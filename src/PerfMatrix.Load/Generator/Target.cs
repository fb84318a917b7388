namespace PerfMatrix.Load.Generator;

/// <summary>One variant as the load generator sees it: an address, the request, and what a correct answer is.</summary>
internal sealed class Target
{
    /// <param name="address">Scheme http or https, an IP address or a host name, and a port. The path is that of <paramref name="load"/>.</param>
    /// <param name="certificate">For https the <see cref="CertificateHash"/> of the only certificate that is accepted; null for http.</param>
    public Target(Uri address, LoadSettings load, string? certificate = null)
    {
        if (address.Scheme != (certificate is null ? Uri.UriSchemeHttp : Uri.UriSchemeHttps))
            throw new FormatException(
                $"The load generator speaks http, and https to a server whose certificate it was told; found "
                    + $"'{address}' {(certificate is null ? "without" : "with")} a certificate.");
        (Certificate, Host) = (certificate, address.Host);
        EndPoint = new IPEndPoint(Resolve(address), address.Port);
        Request = RequestBytes.Render(load, address);
        AnswersHead = load.Method == "HEAD";
        ExpectedLength = load.ResponseLength is "first" or "any" ? null : ParseLength(load.ResponseLength);
        LearnsLength = load.ResponseLength == "first";
    }

    public string? Certificate { get; }
    public string Host { get; }
    public IPEndPoint EndPoint { get; }
    public byte[] Request { get; }

    /// <summary>Whether answers have no body although they name a length (HEAD).</summary>
    public bool AnswersHead { get; }

    /// <summary>Bytes a response body must have; null when any length is right.</summary>
    public long? ExpectedLength { get; private set; }

    /// <summary>Whether the first answer's length is the length that all others must have.</summary>
    public bool LearnsLength { get; }

    public void Learn(Response first)
    {
        if (LearnsLength) ExpectedLength ??= first.BodyLength;
    }

    private static IPAddress Resolve(Uri address) =>
        IPAddress.TryParse(address.Host.Trim('[', ']'), out var ip) ? ip : Dns.GetHostAddresses(address.Host)[0];

    private static long ParseLength(string text) => long.TryParse(text, out var length) && length >= 0 ? length
        : throw new FormatException($"'{text}' is not a response length. Expected 'first', 'any' or a number of bytes.");
}
