using System.Text;
using PerfMatrix.Load.Http;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Tests.Http;

public sealed class RequestBytesTests
{
    private static readonly Uri s_target = new("http://127.0.0.1:5000");

    [Fact]
    public void A_GET_has_host_and_the_given_headers()
    {
        var load = new LoadSettings { Path = "/hello?x=1", Headers = new Dictionary<string, string> { ["Accept"] = "application/json" } };
        Assert.Equal("GET /hello?x=1 HTTP/1.1\r\nHost: 127.0.0.1:5000\r\nAccept: application/json\r\n\r\n", Render(load));
    }

    [Fact]
    public void A_POST_has_the_length_of_its_body_in_bytes()
    {
        var load = new LoadSettings { Method = "POST", Path = "/hello", Body = "{\"n\":\"ä\"}" };
        Assert.Equal("POST /hello HTTP/1.1\r\nHost: 127.0.0.1:5000\r\nContent-Length: 10\r\n\r\n{\"n\":\"ä\"}", Render(load));
    }

    [Theory]
    [InlineData("hello", "GET", "begins with '/'")]
    [InlineData("/a\r\nX: y", "GET", "The path")]
    [InlineData("/", "GET /\r\nX: y", "The method")]
    public void What_would_break_the_request_line_is_refused(string path, string method, string expected)
    {
        var error = Assert.Throws<FormatException>(() => Render(new LoadSettings { Path = path, Method = method }));
        Assert.Contains(expected, error.Message);
    }

    [Fact]
    public void A_header_cannot_smuggle_a_line_break()
    {
        var load = new LoadSettings { Headers = new Dictionary<string, string> { ["X"] = "a\r\nY: b" } };
        Assert.Contains("line break", Assert.Throws<FormatException>(() => Render(load)).Message);
    }

    private static string Render(LoadSettings load) => Encoding.UTF8.GetString(RequestBytes.Render(load, s_target));
}
