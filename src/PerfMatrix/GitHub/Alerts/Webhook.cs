namespace PerfMatrix.GitHub.Alerts;

/// <summary>Tells a chat or a program that an issue was opened or closed. Its address is a secret, and stands in no message.</summary>
/// <param name="address">Address; at <c>slack.com</c>, or ending in <c>/slack</c>, it gets what Slack takes, else all fields.</param>
internal sealed class Webhook(HttpClient http, Uri address)
{
    private const string Silence = "the webhook did not answer";
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(20);

    // One that does not answer is waited for once, not for every issue.
    private bool _isSilent;

    public static Uri Parse(string text) => Uri.TryCreate(text, UriKind.Absolute, out var address) && GitHubSettings.IsPrivate(address) ? address
        : throw new UsageException("PERF_WEBHOOK: found something that is no https address");

    /// <returns>What went wrong; null when it was taken.</returns>
    public async Task<string?> SendAsync(AlertNotice notice, CancellationToken cancellation)
    {
        if (_isSilent) return Silence;
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(s_longest);
        using var content = new ByteArrayContent(Payload(notice)) { Headers = { ContentType = new("application/json") } };
        return await Errors.OrAsync<string?>(async () =>
        {
            using var answer = await http.PostAsync(address, content, patience.Token);
            return answer.IsSuccessStatusCode ? null : $"the webhook answered {(int)answer.StatusCode}";
        }, problem => problem is HttpRequestException || (problem is OperationCanceledException && !cancellation.IsCancellationRequested), _ =>
        {
            _isSilent = true;
            return Silence;
        });
    }

    private bool IsSlack =>
        address.Host.EndsWith(".slack.com", StringComparison.Ordinal) || address.AbsolutePath.EndsWith("/slack", StringComparison.Ordinal);

    private byte[] Payload(AlertNotice news)
    {
        var said = $"{char.ToUpperInvariant(news.Event[0])}{news.Event[1..]}: {news.Title}" + (news.Reason is { } why ? $" ({why})" : "");
        // https://api.slack.com/reference/surfaces/formatting: only these three are read.
        var text = said.Replace("&", "&amp;", StringComparison.Ordinal).Replace("<", "&lt;", StringComparison.Ordinal)
            .Replace(">", "&gt;", StringComparison.Ordinal) + $" <{news.Issue}>";
        object payload = IsSlack ? new { text }
            : new { SchemaVersion = 1, text, news.Event, news.Title, news.Issue, news.Change, news.ShaBefore, news.ShaAfter, news.Reason };
        return JsonSerializer.SerializeToUtf8Bytes(payload, DocumentJson.Compact);
    }
}

/// <param name="Event"><c>opened</c>, <c>closed</c> or <c>reopened</c>.</param>
/// <param name="Issue">Address of the issue.</param>
/// <param name="Reason">Why it was closed, as Markdown; null while it is open.</param>
internal sealed record AlertNotice(string Event, string Title, string Issue, string Change, string? ShaBefore, string? ShaAfter, string? Reason);
