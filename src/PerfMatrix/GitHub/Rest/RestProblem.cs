namespace PerfMatrix.GitHub.Rest;

/// <summary>What to tell when the REST API refuses: what was asked, what came back, what to do.</summary>
internal static class RestProblem
{
    public static GitHubException Of(RestRequest request, AnswerHead head, bool hasToken, int attempts, DateTimeOffset now, Exception? inner) => new(
        $"GitHub: could not {request.What}: {Reason(head, inner)}{(attempts > 1 ? $" ({attempts} attempts)" : "")}. "
            + $"{Advice(request, head, hasToken, now)}", head.Status, inner);

    public static string Reason(AnswerHead head, Exception? inner) => head.Status is not { } status
        ? $"no answer ({ForeignText.Clean(inner?.Message ?? "the connection ended")})"
        : head.Refusal switch
        {
            Refusal.RateLimit => $"{(int)status}, the requests of this hour are used up",
            Refusal.SecondaryLimit => $"{(int)status}, too many requests in a short time (secondary rate limit)",
            _ => head.Message is { } message ? $"{(int)status}, \"{message}\"" : $"{(int)status}",
        };

    private static string Advice(RestRequest request, AnswerHead head, bool hasToken, DateTimeOffset now) => head.Refusal switch
    {
        Refusal.Failure => "Look at https://www.githubstatus.com and run the job again.",
        Refusal.RateLimit when head.Reset is { } reset && reset > now =>
            $"Run the job again after {reset.UtcDateTime:HH:mm} UTC.",
        Refusal.RateLimit => "Run the job again in an hour.",
        Refusal.SecondaryLimit => "Run the job again in a few minutes.",
        _ when !hasToken => "No token is set: give the step `GITHUB_TOKEN: ${{ github.token }}` in its env.",
        _ => head.Status switch
        {
            HttpStatusCode.Unauthorized => "The token is not valid, or no longer.",
            HttpStatusCode.Forbidden => $"The token lacks a permission; the job needs `{request.Permission}`.",
            HttpStatusCode.NotFound => $"It is not there, or the token may not see it; the job needs `{request.Permission}`.",
            _ => "This is probably a mistake in perfmatrix; please report it with this message.",
        },
    };
}

/// <summary>The REST API did not do what it was asked. The message names what was asked, the answer, and what to do next; never a token.</summary>
internal sealed class GitHubException(string message, HttpStatusCode? status, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Whether a permission or a setting has to change first: asking again would not help.</summary>
    public bool IsRefused =>
        status is HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden or HttpStatusCode.NotFound or HttpStatusCode.UnprocessableEntity;

    /// <summary>Whether the request may have been carried out although no good answer came.</summary>
    public bool IsAmbiguous => status is null || (int)status >= 500;
}
