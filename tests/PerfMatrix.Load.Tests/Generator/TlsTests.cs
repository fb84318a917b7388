using PerfMatrix.Load.Generator;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Tests.Generator;

/// <summary>The load generator over TLS, against a real server with a certificate of its own.</summary>
public sealed class TlsTests
{
    private static readonly Slice s_short = new(TimeSpan.FromMilliseconds(50), TimeSpan.Zero);

    [Theory]
    [InlineData(1, 5)]
    [InlineData(3, 5)]
    [InlineData(1, 300_000)]
    public void Every_answer_is_counted_whatever_its_length(int threads, int length)
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok(new string('x', length)), secure: true);
        var load = new LoadSettings { Connections = 6, Threads = threads, Requests = 301 };
        using var generator = new LoadGenerator([new Target(server.Address, load, server.Certificate)], load, []);
        Assert.Null(generator.Prime(0));

        var result = generator.RunLoad(0, s_short);

        Assert.Equal((301, 0), (result.Requests, result.Failed));
        Assert.Equal(301L * length, generator.TakeTally(0).ResponseBytes);
        Assert.Equal(302, server.Requests);
    }

    [Fact]
    public void A_server_with_another_certificate_is_refused()
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"), secure: true);
        using var other = new ScriptedServer(_ => ScriptedServer.Ok("x"), secure: true);
        var load = new LoadSettings { Connections = 1 };
        using var generator = new LoadGenerator([new Target(server.Address, load, other.Certificate)], load, []);

        Assert.NotNull(generator.Prime(0));
        Assert.Equal(0, server.Requests);
    }

    [Fact]
    public void Without_a_certificate_there_is_no_https_and_with_one_no_http()
    {
        var secure = new Uri("https://127.0.0.1:1");
        Assert.Contains(
            "without a certificate", Assert.Throws<FormatException>(() => new Target(secure, new LoadSettings())).Message, StringComparison.Ordinal);
        var plain = new Uri("http://127.0.0.1:1");
        Assert.Contains("with a certificate", Assert.Throws<FormatException>(() => new Target(plain, new LoadSettings(), "00")).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_connection_that_the_server_closes_is_an_error_and_opened_again()
    {
        using var server = new ScriptedServer(n => n == 2 ? null : ScriptedServer.Ok("x"), secure: true);
        var load = new LoadSettings { Connections = 1, Requests = 4 };
        using var generator = new LoadGenerator([new Target(server.Address, load, server.Certificate)], load, []);

        var result = generator.RunLoad(0, s_short);

        Assert.Equal((3, 1), (result.Requests, result.Failed));
        Assert.Equal(1, generator.TakeTally(0).Errors.Connection);
    }
}
