using System.Net.Http.Headers;

namespace PerfMatrix.GitHub.Rest;

/// <summary>Sends requests to the REST API: waits where it is told to, tries again what may work, and says what went wrong.</summary>
/// <param name="http">The client; must not follow redirections by itself.</param>
/// <param name="tell">Told before each pause, so that a silent job can be understood.</param>
internal sealed class RestSender(HttpClient http, GitHubSettings settings, TimeProvider clock, Random random, Action<string> tell)
{
    // The version of the API whose fields the payloads have.
    private const string Version = "2022-11-28";

    /// <summary>How long a body that has begun may stand still. The client limits the time to its first byte only.</summary>
    public TimeSpan Silence { get; init; } = TimeSpan.FromMinutes(1);

    private TimeSpan _waited;

    public async Task<RestAnswer> SendAsync(RestRequest request, CancellationToken cancellation)
    {
        for (var attempt = 1; ; attempt++)
        {
            var (head, answer, problem) = await TryAsync(request, cancellation);
            if (head.Refusal == Refusal.None || (answer is not null && request.Expected.Contains(answer.Status))) return answer!;
            // What is no POST does the same twice as once, so it is tried again although it may have been carried out.
            var isSafe = request.Method != HttpMethod.Post || head.Refusal != Refusal.Failure;
            if ((isSafe ? RetryRule.PauseAfter(head, attempt, clock.GetUtcNow(), _waited, random.NextDouble()) : null) is not { } wait)
                throw RestProblem.Of(request, head, settings.Token is not null, attempt, clock.GetUtcNow(), problem);
            tell($"GitHub: could not {request.What}: {RestProblem.Reason(head, problem)}; trying again in {Math.Ceiling(wait.TotalSeconds)} s");
            _waited += wait;
            await Task.Delay(wait, clock, cancellation);
        }
    }

    private Task<(AnswerHead Head, RestAnswer? Answer, Exception? Problem)> TryAsync(RestRequest request, CancellationToken cancellation) =>
        Errors.OrAsync<(AnswerHead Head, RestAnswer? Answer, Exception? Problem)>(async () =>
        {
            using var message = Message(request);
            using var response = await http.SendAsync(message, HttpCompletionOption.ResponseHeadersRead, cancellation);
            var content = await ReadAsync(await response.Content.ReadAsStreamAsync(cancellation), request, cancellation);
            return (HeadOf(response, content), new(response.StatusCode, content, NextPage(response), response.Headers.Location), null);
        }, problem => problem is HttpRequestException or IOException
            || (problem is OperationCanceledException && !cancellation.IsCancellationRequested), problem => (new(null), null, problem));

    // Never more than is wanted.
    private async Task<byte[]> ReadAsync(Stream stream, RestRequest request, CancellationToken cancellation)
    {
        using var content = new MemoryStream();
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        var buffer = new byte[81920];
        while (true)
        {
            patience.CancelAfter(Silence);
            var read = await stream.ReadAsync(buffer, patience.Token);
            if (read == 0) return content.ToArray();
            if (content.Length + read > request.Largest)
                throw new ArtifactException($"{request.What}: more than {request.Largest >> 20} MiB came, which is the limit");
            content.Write(buffer, 0, read);
        }
    }

    private HttpRequestMessage Message(RestRequest request)
    {
        var address = new Uri(settings.Api, request.Path);
        var message = new HttpRequestMessage(request.Method, address);
        message.Headers.UserAgent.ParseAdd("perfmatrix");
        if (IsApi(address))
        {
            message.Headers.Accept.ParseAdd("application/vnd.github+json");
            message.Headers.Add("X-GitHub-Api-Version", Version);
            if (settings.Token is { } token) message.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        }

        if (request.Body is not null) message.Content = new ByteArrayContent(request.Body) { Headers = { ContentType = new("application/json") } };
        return message;
    }

    // The token is for the API and for no other host, wherever a redirection or a next page leads.
    private bool IsApi(Uri address) => address.Scheme == settings.Api.Scheme && address.Authority == settings.Api.Authority;

    private static AnswerHead HeadOf(HttpResponseMessage response, byte[] content) => new(
        response.StatusCode,
        response.Headers.RetryAfter?.Delta,
        int.TryParse(Header(response, "x-ratelimit-remaining"), out var remaining) ? remaining : null,
        long.TryParse(Header(response, "x-ratelimit-reset"), out var reset) && reset is > 0 and < 1L << 40
            ? DateTimeOffset.FromUnixTimeSeconds(reset) : null,
        response.IsSuccessStatusCode ? null : MessageIn(content));

    private static string? Header(HttpResponseMessage response, string name) =>
        response.Headers.TryGetValues(name, out var values) ? values.First() : null;

    private static string? MessageIn(byte[] content) => Errors.Or(
        () => JsonElement.Parse(content) is { ValueKind: JsonValueKind.Object } body && body.TryGetProperty("message", out var message)
            && message.ValueKind == JsonValueKind.String ? ForeignText.Clean(message.GetString()!) : null,
        (JsonException _) => null);

    /// <summary>The address marked <c>rel="next"</c> in the header <c>link</c> (RFC 8288).</summary>
    private static string? NextPage(HttpResponseMessage response) =>
        Header(response, "link")?.Split(',').FirstOrDefault(link => link.Contains("rel=\"next\"", StringComparison.Ordinal)) is { } next
        && next.IndexOf('<') is >= 0 and var start && next.IndexOf('>') is var end && end > start ? next[(start + 1)..end] : null;
}

/// <param name="Path">Path below the address of the API, without a slash before it, or a whole address that the API gave.</param>
/// <param name="What">What it is for, for messages: <c>list the comments of #7</c>.</param>
/// <param name="Permission">The permission a workflow job needs for it: <c>pull-requests: write</c>.</param>
/// <param name="Largest">Largest answer in bytes; a larger one is an error.</param>
internal sealed record RestRequest(
    HttpMethod Method, string Path, string What, string Permission, byte[]? Body = null, long Largest = 32L << 20)
{
    /// <summary>Statuses that are an answer, not an error.</summary>
    public IReadOnlyList<HttpStatusCode> Expected { get; init; } = [];
}

/// <param name="Location">Where the answer really is, for a redirection.</param>
internal sealed record RestAnswer(HttpStatusCode Status, byte[] Content, string? Next, Uri? Location);
