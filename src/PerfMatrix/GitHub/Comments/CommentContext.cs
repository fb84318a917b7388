namespace PerfMatrix.GitHub;

/// <summary>What a comment is made of besides the verdict: all of it from the service or this checkout, nothing from the artifact.</summary>
public sealed record CommentContext
{
    /// <summary>The run.</summary>
    public required WorkflowRun Run { get; init; }

    /// <summary>Number of the pull request.</summary>
    public required int PullRequest { get; init; }

    /// <summary>Commit it is to be merged into; null when the service did not say.</summary>
    public string? BaseSha { get; init; }

    /// <summary>Address of the repository's page, without a slash at its end.</summary>
    public required string RepositoryPage { get; init; }

    /// <summary>Address of the trend site, ending in a slash.</summary>
    public required string Site { get; init; }

    /// <summary>Files that the pull request changes and that decide, or carry out, what judges it. Their names are the pull request's.</summary>
    public required IReadOnlyList<string> PolicyChanges { get; init; }

    /// <summary>Today, for the date that an acknowledgement expires on.</summary>
    public required DateOnly Today { get; init; }

    /// <summary>Whether the branch is in the repository itself and not in a fork, so that a workflow of it finds the commit.</summary>
    public bool IsOwnBranch => Run.HeadRepository?.FullName is { } name && RepositoryPage.EndsWith($"/{name}", StringComparison.OrdinalIgnoreCase);

    /// <summary>Address of the full report: the page of the run, with its summaries.</summary>
    public string Report => $"{RepositoryPage}/actions/runs/{Run.Id}/attempts/{Marker.Attempt}";

    /// <summary>The marker.</summary>
    public CommentMarker Marker => new(Run.Id, Math.Max(1, Run.RunAttempt));
}
