using System.Globalization;
using System.Text.RegularExpressions;

namespace PerfMatrix.GitHub;

/// <summary>The hidden first line by which the comment is found again, and which says what run it tells of.</summary>
/// <param name="Run">Id of the workflow run; ids grow.</param>
/// <param name="Attempt">Attempt, from 1.</param>
public sealed partial record CommentMarker(long Run, int Attempt)
{
    /// <summary>The line.</summary>
    public string Line => string.Create(CultureInfo.InvariantCulture, $"<!-- perfmatrix verdict run={Run} attempt={Attempt} -->");

    /// <summary>The marker of a comment; null when it is another's.</summary>
    public static CommentMarker? Of(string? body) => body is not null && Pattern().Match(body) is { Success: true } match
        ? new(long.Parse(match.Groups["run"].ValueSpan, CultureInfo.InvariantCulture), int.Parse(match.Groups["attempt"].ValueSpan, CultureInfo.InvariantCulture))
        : null;

    /// <summary>Whether this tells of something newer than the other.</summary>
    public bool IsNewerThan(CommentMarker other) => (Run, Attempt).CompareTo((other.Run, other.Attempt)) > 0;

    [GeneratedRegex(@"\A<!-- perfmatrix verdict run=(?<run>[0-9]{1,18}) attempt=(?<attempt>[0-9]{1,9}) -->", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Pattern();
}
