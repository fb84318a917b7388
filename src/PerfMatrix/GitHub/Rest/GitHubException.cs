using System.Net;

namespace PerfMatrix.GitHub;

/// <summary>The REST API did not do what it was asked for. The message names what was asked, the answer, and what to do next; never a token.</summary>
/// <param name="message">The message.</param>
/// <param name="status">Status of the last answer; null when there was none.</param>
/// <param name="inner">What happened below; null when an answer came.</param>
public sealed class GitHubException(string message, HttpStatusCode? status, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Status of the last answer; null when there was none.</summary>
    public HttpStatusCode? Status => status;

    /// <summary>Whether a permission or a setting has to change first: asking again would not help.</summary>
    public bool IsRefused => status is HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden or HttpStatusCode.NotFound or HttpStatusCode.UnprocessableEntity;

    /// <summary>Whether the request may have been carried out although no good answer came.</summary>
    public bool IsAmbiguous => status is null || (int)status >= 500;
}
