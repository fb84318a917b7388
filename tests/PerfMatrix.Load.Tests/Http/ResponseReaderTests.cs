using System.Text;
using PerfMatrix.Load.Http;

namespace PerfMatrix.Load.Tests.Http;

public sealed class ResponseReaderTests
{
    private const string Chunked =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;note=x\r\n0123456789\r\n0\r\n\r\n";
    private const string WithLength = "HTTP/1.1 200 OK\r\nContent-Length: 11\r\nServer: Kestrel\r\n\r\nhello world";

    public static TheoryData<string, int, long, bool> Responses => new()
    {
        { WithLength, 200, 11, true },
        { Chunked, 200, 15, true },
        { "HTTP/1.1 200 OK\r\nTRANSFER-ENCODING: Chunked\r\n\r\n1\r\nx\r\n0\r\nTrailer: y\r\n\r\n", 200, 1, true },
        { $"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1b\r\n{new string('x', 27)}\r\n0\r\n\r\n", 200, 27, true },
        { "HTTP/1.1 204 No Content\r\n\r\n", 204, 0, true },
        { "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n", 304, 0, true },
        { "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", 500, 0, false },
        { "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, 2, false },
        { "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok", 200, 2, true },
        { "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes", 200, 3, true },
    };

    [Theory]
    [MemberData(nameof(Responses))]
    public void A_response_is_read_the_same_however_it_is_cut_into_pieces(string text, int status, long length, bool keepAlive)
    {
        var bytes = Encoding.ASCII.GetBytes(text);
        for (var seed = 0; seed < 200; seed++)
        {
            var (state, response) = ReadInPieces(bytes, new Random(seed));
            Assert.Equal(ReadState.Complete, state);
            Assert.Equal(new Response(status, length, keepAlive), response);
        }
    }

    [Theory]
    [InlineData("SMTP ready\r\n\r\n")]
    [InlineData("HTTP/1.1 abc\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nthree")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabcd\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nmore")]
    public void What_is_not_a_response_is_malformed(string text)
    {
        var bytes = Encoding.ASCII.GetBytes(text);
        for (var seed = 0; seed < 50; seed++)
            Assert.Equal(ReadState.Malformed, ReadInPieces(bytes, new Random(seed)).State);
    }

    [Fact]
    public void A_body_without_a_length_ends_with_the_connection()
    {
        var reader = new ResponseReader();
        Assert.Equal(ReadState.Incomplete, reader.Read("HTTP/1.1 200 OK\r\n\r\npart"u8));
        Assert.Equal(ReadState.Incomplete, reader.Read(" two"u8));
        Assert.Equal(ReadState.Complete, reader.Close());
        Assert.Equal(new Response(200, 8, KeepAlive: false), reader.Response);
    }

    [Fact]
    public void A_connection_that_closes_within_a_body_of_known_length_is_malformed()
    {
        var reader = new ResponseReader();
        reader.Read("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\npart"u8);
        Assert.Equal(ReadState.Malformed, reader.Close());
    }

    [Fact]
    public void The_answer_to_HEAD_has_no_body_whatever_length_it_names()
    {
        var reader = new ResponseReader(answersHead: true);
        Assert.Equal(ReadState.Complete, reader.Read("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"u8));
        Assert.Equal(0, reader.Response.BodyLength);
    }

    [Fact]
    public void A_head_that_never_ends_is_malformed()
    {
        var reader = new ResponseReader();
        var state = reader.Read("HTTP/1.1 200 OK\r\n"u8);
        for (var i = 0; i < 100 && state == ReadState.Incomplete; i++)
            state = reader.Read(new byte[1024]);
        Assert.Equal(ReadState.Malformed, state);
    }

    [Fact]
    public void A_remembered_response_is_recalled_by_its_bytes_only()
    {
        var memory = new ResponseMemory();
        var response = new Response(200, 11, true);
        memory.Remember(Encoding.ASCII.GetBytes(WithLength), response);
        Assert.True(memory.TryRecall(Encoding.ASCII.GetBytes(WithLength), out var recalled));
        Assert.Equal(response, recalled);
        Assert.False(memory.TryRecall(Encoding.ASCII.GetBytes(WithLength.Replace("world", "w0rld")), out _));
        Assert.False(memory.TryRecall(Encoding.ASCII.GetBytes(WithLength[..^1]), out _));
        Assert.False(new ResponseMemory().TryRecall([], out _));
    }

    private static (ReadState State, Response Response) ReadInPieces(byte[] bytes, Random random)
    {
        var reader = new ResponseReader();
        var state = ReadState.Incomplete;
        for (var at = 0; at < bytes.Length && state != ReadState.Malformed;)
        {
            var piece = random.Next(1, random.Next(2, bytes.Length + 2));
            var end = Math.Min(bytes.Length, at + piece);
            // Bytes behind the end of a response only show as malformed when they arrive with it; the connection sees to the rest.
            state = state == ReadState.Complete ? ReadState.Malformed : reader.Read(bytes.AsSpan(at..end));
            at = end;
        }

        return (state, reader.Response);
    }
}
