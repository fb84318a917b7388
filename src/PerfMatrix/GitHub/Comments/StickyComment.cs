namespace PerfMatrix.GitHub.Comments;

/// <summary>Keeps one comment a pull request: finds it by its marker, updates it in place, and never puts older over newer.</summary>
/// <param name="author">Account whose comments are ours; a marker in somebody else's comment is only text.</param>
internal sealed class StickyComment(GitHubApi api, string author)
{
    public Task<string> PutAsync(int pullRequest, CommentMarker marker, string body, CancellationToken cancellation) =>
        SecondLook.TryAsync(() => TryAsync(pullRequest, marker, body, cancellation));

    private async Task<string> TryAsync(int pullRequest, CommentMarker marker, string body, CancellationToken cancellation)
    {
        var own = (await api.CommentsAsync(pullRequest, cancellation))
            .Where(comment => comment.User?.Login == author && CommentMarker.Of(comment.Body) is not null).ToList();
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

/// <summary>The hidden first line by which the comment is found again, and which says what run it tells of.</summary>
/// <param name="Run">Id of the workflow run; ids grow.</param>
internal sealed partial record CommentMarker(long Run, int Attempt)
{
    public string Line => $"<!-- perfmatrix verdict run={Run} attempt={Attempt} -->";

    public static CommentMarker? Of(string? body) => body is not null && Pattern().Match(body) is { Success: true } match
        ? new(long.Parse(match.Groups["run"].ValueSpan), int.Parse(match.Groups["attempt"].ValueSpan)) : null;

    public bool IsNewerThan(CommentMarker other) => (Run, Attempt).CompareTo((other.Run, other.Attempt)) > 0;

    [GeneratedRegex(@"\A<!-- perfmatrix verdict run=(?<run>[0-9]{1,18}) attempt=(?<attempt>[0-9]{1,9}) -->", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Pattern();
}
