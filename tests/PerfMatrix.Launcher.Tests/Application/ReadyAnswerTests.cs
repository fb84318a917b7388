using System.Text;
using PerfMatrix.Launcher.Application;

namespace PerfMatrix.Launcher.Tests.Application;

public sealed class ReadyAnswerTests
{
    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, true, false)]
    [InlineData("HTTP/1.1 200 OK\r\ncontent-length:5\r\nX: y\r\n\r\nhello", 200, true, false)]
    [InlineData("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n", 204, true, false)]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello", 200, false, true)]
    [InlineData("HTTP/1.1 500 Broken\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 500, false, false)]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", null, false, false)]
    [InlineData("HTTP/1.1 \r\n\r\n", null, false, false)]
    [InlineData("HTTP/1.1\r\n\r\n", null, false, false)]
    [InlineData("GET / HTTP/1.1\r\n\r\n", null, false, false)]
    public void An_answer_is_understood_however_it_is_cut_into_reads(string text, int? status, bool isComplete, bool isCutShort)
    {
        var bytes = Encoding.ASCII.GetBytes(text);
        for (var size = 1; size <= bytes.Length; size++)
        {
            var answer = new ReadyAnswer();
            foreach (var read in bytes.Chunk(size))
                answer.Add(read);
            Assert.Equal((status, isComplete, isCutShort), (answer.Status, answer.IsComplete, answer.IsCutShort));
        }
    }
}
