using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Tests.Generator;

/// <summary>A real TCP server on loopback that answers the n-th request with whatever the test says; null closes the connection.</summary>
internal sealed class ScriptedServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Func<int, string?> _answer;
    private readonly X509Certificate2? _certificate;
    private int _requests;
    private int _closed;

    public ScriptedServer(Func<int, string?> answer, bool secure = false)
    {
        _answer = answer;
        _certificate = secure ? NewCertificate() : null;
        _listener.Start(512);
        _ = AcceptAsync();
    }

    public Uri Address => new($"{(_certificate is null ? "http" : "https")}://{_listener.LocalEndpoint}");

    /// <summary>Hash of its certificate; null without TLS.</summary>
    public string? Certificate => _certificate is null ? null : CertificateHash.Of(_certificate);

    public int Requests => Volatile.Read(ref _requests);

    /// <summary>Whether it closes a connection behind its answer, which does not say so.</summary>
    public bool ClosesSilently { get; init; }

    /// <summary>Connections that it has closed.</summary>
    public int Closed => Volatile.Read(ref _closed);

    public static string Ok(string body) => $"HTTP/1.1 200 OK\r\nContent-Length: {body.Length}\r\n\r\n{body}";

    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        while (true)
        {
            try
            {
                _ = ServeAsync(await _listener.AcceptTcpClientAsync());
            }
            catch (Exception exception) when (exception is ObjectDisposedException or SocketException or InvalidOperationException)
            {
                return;
            }
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using (client)
            await AnswerAsync(client);
        Interlocked.Increment(ref _closed);
    }

    private async Task AnswerAsync(TcpClient client)
    {
        client.NoDelay = true;
        await using var stream = await OpenAsync(client);
        using var reader = new StreamReader(stream);
        while (await ReadRequestAsync(reader))
        {
            if (_answer(Interlocked.Increment(ref _requests)) is not { } answer)
                return;
            await stream.WriteAsync(Encoding.ASCII.GetBytes(answer));
            if (ClosesSilently)
                return;
        }
    }

    private async Task<Stream> OpenAsync(TcpClient client)
    {
        if (_certificate is null)
            return client.GetStream();
        var secure = new SslStream(client.GetStream());
        await secure.AuthenticateAsServerAsync(_certificate);
        return secure;
    }

    private static X509Certificate2 NewCertificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var certificate = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256).CreateSelfSigned(
            DateTimeOffset.UtcNow.AddHours(-1), DateTimeOffset.UtcNow.AddHours(1));
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null);
    }

    private static async Task<bool> ReadRequestAsync(StreamReader reader)
    {
        try
        {
            var length = 0;
            while (await reader.ReadLineAsync() is { } line)
            {
                if (line.StartsWith("Content-Length:", StringComparison.OrdinalIgnoreCase))
                    length = int.Parse(line.AsSpan(15));
                if (line.Length > 0)
                    continue;
                return length == 0 || await reader.ReadBlockAsync(new char[length]) == length;
            }
        }
        catch (IOException)
        {
            // The client is gone.
        }

        return false;
    }
}
