namespace PerfMatrix.GitHub.Rest;

/// <summary>Why an answer is not the one hoped for.</summary>
internal enum Refusal
{
    None,

    /// <summary>The network or the service failed; the next attempt may work. The request may have been carried out.</summary>
    Failure,
    RateLimit,

    /// <summary>Too many requests in too short a time (secondary rate limit).</summary>
    SecondaryLimit,

    /// <summary>The request itself is wrong, forbidden, or about something that is not there.</summary>
    Final,
}

/// <summary>What the head of an answer says about trying again.</summary>
/// <param name="Remaining">Header <c>x-ratelimit-remaining</c>: requests left in the hour.</param>
/// <param name="Reset">Header <c>x-ratelimit-reset</c>: when the hour ends.</param>
internal sealed record AnswerHead(
    HttpStatusCode? Status, TimeSpan? RetryAfter = null, int? Remaining = null, DateTimeOffset? Reset = null, string? Message = null)
{
    public Refusal Refusal => Status switch
    {
        null or HttpStatusCode.RequestTimeout or >= HttpStatusCode.InternalServerError => Refusal.Failure,
        HttpStatusCode.Forbidden or HttpStatusCode.TooManyRequests => Limit,
        >= HttpStatusCode.BadRequest => Refusal.Final,
        _ => Refusal.None,
    };

    private Refusal Limit =>
        Remaining == 0 ? Refusal.RateLimit
        : RetryAfter is not null || Status == HttpStatusCode.TooManyRequests || Says("secondary rate") || Says("abuse detection")
        ? Refusal.SecondaryLimit
        : Refusal.Final;

    private bool Says(string words) => Message?.Contains(words, StringComparison.OrdinalIgnoreCase) == true;
}

/// <summary>When to try again: as https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api says. <c>retry-after</c> is
/// obeyed, a used-up hour is waited for, a secondary limit without a time costs a minute and doubles, failures wait a random growing time.</summary>
internal static class RetryRule
{
    public const int Attempts = 6;

    // What takes longer in all is not worth a runner, so the request is given up. Together with the set-up of a job it stays below the shortest time
    // limit of one that asks the API, 15 minutes of perf-comment.yml: a job that is ended from outside could not say why.
    private static readonly TimeSpan s_longest = TimeSpan.FromMinutes(8);
    private static readonly TimeSpan s_minute = TimeSpan.FromMinutes(1);

    /// <summary>The pause before the next attempt; null to give up.</summary>
    /// <param name="waited">Pauses of this job so far, of all requests together.</param>
    /// <param name="chance">From 0 to 1; spreads those who failed together.</param>
    public static TimeSpan? PauseAfter(AnswerHead head, int attempt, DateTimeOffset now, TimeSpan waited, double chance)
    {
        if (attempt >= Attempts) return null;
        var doubled = 1 << Math.Min(attempt - 1, 10);
        TimeSpan? usual = head.Refusal switch
        {
            Refusal.Failure => TimeSpan.FromSeconds(doubled * (0.5 + (chance / 2))),
            Refusal.RateLimit when head.Reset is { } reset => TimeSpan.FromSeconds(1 + Math.Max(0, (reset - now).TotalSeconds)),
            Refusal.RateLimit => s_minute,
            Refusal.SecondaryLimit => s_minute * doubled,
            _ => null,
        };
        var pause = usual is null ? null : head.RetryAfter ?? usual;
        return waited + pause <= s_longest ? pause : null;
    }
}

/// <summary>Writing again where nobody knows whether the first time succeeded.</summary>
internal static class SecondLook
{
    private const int Attempts = 3;

    /// <exception cref="GitHubException">The service refused.</exception>
    public static async Task<T> TryAsync<T>(Func<Task<T>> lookAndWrite)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await lookAndWrite();
            }
            catch (GitHubException problem) when (problem.IsAmbiguous && attempt < Attempts)
            {
                // It may have been written all the same: look again before writing a second one.
            }
        }
    }
}
