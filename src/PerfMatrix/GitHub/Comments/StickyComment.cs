namespace PerfMatrix.GitHub;

/// <summary>Keeps one comment a pull request: finds it by its marker, updates it in place, and never puts something older over something newer.</summary>
/// <param name="api">The service.</param>
/// <param name="author">Account whose comments are ours; a marker in somebody else's comment is only text.</param>
public sealed class StickyComment(GitHubApi api, string author)
{
    private const int Attempts = 3;

    /// <summary>Writes or updates the comment.</summary>
    /// <returns>What was done, for people.</returns>
    /// <exception cref="GitHubException">The service refused.</exception>
    public async Task<string> PutAsync(int pullRequest, CommentMarker marker, string body, CancellationToken cancellation)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await TryAsync(pullRequest, marker, body, cancellation);
            }
            catch (GitHubException problem) when (problem.IsAmbiguous && attempt < Attempts)
            {
                // It may have been written all the same: look again before writing a second one.
            }
        }
    }

    private async Task<string> TryAsync(int pullRequest, CommentMarker marker, string body, CancellationToken cancellation)
    {
        var own = (await api.CommentsAsync(pullRequest, cancellation)).Where(comment => comment.User?.Login == author && CommentMarker.Of(comment.Body) is not null).ToList();
        if (own.FirstOrDefault(comment => CommentMarker.Of(comment.Body)!.IsNewerThan(marker)) is not null)
            return $"#{pullRequest} already shows a newer run";
        foreach (var second in own.Skip(1)) await api.DeleteCommentAsync(second.Id, cancellation);
        if (own is [{ } first, ..])
        {
            if (first.Body == body) return $"the comment on #{pullRequest} says so already";
            if (await api.UpdateCommentAsync(first.Id, body, cancellation)) return $"updated the comment on #{pullRequest}";
        }

        await api.CreateCommentAsync(pullRequest, body, cancellation);
        return $"commented on #{pullRequest}";
    }
}
