using System.Net;
using PerfMatrix.GitHub.Rest;

namespace PerfMatrix.Tests.GitHub.Rest;

public sealed class SilentBodyTests
{
    [Fact]
    public async Task A_body_that_stands_still_is_asked_for_again_and_then_given_up()
    {
        var settings = GitHubSettings.Read(name => name == "GITHUB_REPOSITORY" ? "octo/perf" : null, () => null);
        using var http = new HttpClient(new Half());
        var told = new List<string>();
        var sender = new RestSender(http, settings, new PassingClock(new(2026, 11, 22, 9, 0, 0, TimeSpan.Zero)), new Random(1), told.Add)
        {
            Silence = TimeSpan.FromMilliseconds(20),
        };

        await Assert.ThrowsAsync<GitHubException>(() => sender.SendAsync(new(HttpMethod.Get, "x", "read x", "contents: read"),
            CancellationToken.None));

        Assert.NotEmpty(told);
    }

    /// <summary>Sends one byte of each body, and no more.</summary>
    private sealed class Half : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            Task.FromResult(new HttpResponseMessage(HttpStatusCode.OK) { Content = new StreamContent(new OneByte()) });
    }

    private sealed class OneByte : Stream
    {
        private bool _sent;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (_sent) await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken);
            _sent = true;
            return 1;
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
