using System.Net;
using System.Text;
using System.Text.Json;
using PerfMatrix.Load.Conductor;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Tests.Conductor;

/// <summary>What applications and launchers may answer, and what a variant makes of it: its round fails, and nothing is thrown at the
/// block.</summary>
public sealed class ConductedVariantTests
{
    private const string Json = "application/json";
    private static readonly StartAnswer s_start = new() { ProcessId = 1, Application = new("http://127.0.0.1:2"), Startup = TimeSpan.FromSeconds(1) };

    [Theory]
    [InlineData("{ cut", Json)]
    [InlineData("[]", Json)]
    [InlineData("{}", Json)]
    [InlineData("{}", "application/json; charset=no-such-charset")]
    public async Task An_answer_of_the_probe_that_cannot_be_read_fails_the_variant(string body, string type)
    {
        var variant = await StartAsync(request => request.RequestUri!.AbsolutePath == ProbeRoutes.Proof ? Text(body, type) : Started());
        Assert.Contains("the answer to /_perfmatrix/proof cannot be read", variant.Failure?.Reason, StringComparison.Ordinal);
        Assert.False(variant.Failure!.EndsBlock);
    }

    [Fact]
    public async Task A_launcher_that_does_not_answer_in_time_fails_the_variant()
    {
        var variant = await StartAsync(_ => throw new TaskCanceledException());
        Assert.StartsWith("The launcher at http://127.0.0.1:1/ does not answer /start: there was no answer within ", variant.Failure?.Reason,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_time_limit_ends_what_never_answers()
    {
        var problem = await Assert.ThrowsAsync<TimeoutException>(() => Patience.WithinAsync(
            TimeSpan.FromMilliseconds(1), async cancellation =>
            {
                await Task.Delay(Timeout.InfiniteTimeSpan, cancellation);
                return 0;
            }, TestContext.Current.CancellationToken));
        Assert.Equal("there was no answer within 0.001 s", problem.Message);
    }

    [Fact]
    public async Task An_interruption_is_no_failure_of_a_variant()
    {
        using var interrupt = new CancellationTokenSource();
        await interrupt.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => StartAsync(_ => Started(), interrupt.Token));
    }

    [Fact]
    public async Task A_refusal_of_the_path_ends_the_block()
    {
        var failure = new LaunchFailure { Kind = LaunchFailureKind.Refused, Message = "status 404" };
        var variant = await StartAsync(_ => Text(JsonSerializer.Serialize(failure, ContractJson.Default.LaunchFailure), Json,
            HttpStatusCode.BadGateway));
        Assert.Equal(("status 404", true), (variant.Failure!.Reason, variant.Failure.EndsBlock));
    }

    private static async Task<ConductedVariant> StartAsync(
        Func<HttpRequestMessage, HttpResponseMessage> answer, CancellationToken cancellation = default)
    {
        using var http = new HttpClient(new Answers(answer));
        var variant = new ConductedVariant(new BlockVariant { Id = "a", Launcher = new("http://127.0.0.1:1") }, http, new AcceptedCertificates(),
            "token");
        await variant.StartAsync(cancellation);
        return variant;
    }

    private static HttpResponseMessage Started() => Text(JsonSerializer.Serialize(s_start, ContractJson.Default.StartAnswer), Json);

    private static HttpResponseMessage Text(string body, string type, HttpStatusCode status = HttpStatusCode.OK)
    {
        var content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
        content.Headers.TryAddWithoutValidation("Content-Type", type);
        return new HttpResponseMessage(status) { Content = content };
    }

    private sealed class Answers(Func<HttpRequestMessage, HttpResponseMessage> answer) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return Task.FromResult(answer(request));
        }
    }
}
