using System.Collections.Concurrent;
using System.Security.Cryptography;

namespace PerfMatrix.GitHub.StandIn;

/// <summary>What the stand-in knows: one repository, in memory.</summary>
public sealed class StandInState(string repository)
{
    private long _nextId = 1000;

    public string Repository => repository;

    public long RepositoryId { get; set; } = 1;

    public string DefaultBranch { get; set; } = "main";

    /// <summary>Newest commit of every branch; null when nobody asks for it.</summary>
    public StoredCommit? Newest { get; set; }
    public string Writer { get; set; } = "github-actions[bot]";

    public List<StoredPullRequest> PullRequests { get; } = [];

    public List<StoredRun> Runs { get; } = [];

    public List<StoredArtifact> Artifacts { get; } = [];

    public List<StoredComment> Comments { get; } = [];

    public List<StoredIssue> Issues { get; } = [];

    /// <summary>Commits, oldest first, and files between two commits, by <c>BEFORE...AFTER</c>.</summary>
    public Dictionary<string, (IReadOnlyList<StoredCommit> Commits, IReadOnlyList<string> Files)> Comparisons { get; } = [];

    public Dictionary<int, IReadOnlyList<string>> ChangedFiles { get; } = [];

    /// <summary>Files of commits, as far as somebody asks for them.</summary>
    public HashSet<(string Commit, string Path)> Files { get; } = [];

    public Dictionary<string, string> Variables { get; } = [];

    /// <summary>Branch that Pages serves; null without a site, "workflow" for a site from artifacts.</summary>
    public string? PagesBranch { get; set; }

    public List<Fault> Faults { get; } = [];

    /// <summary>Method and path of every request, with <c> +token</c> where one was sent.</summary>
    public ConcurrentQueue<string> Requests { get; } = new();

    public long NewId() => Interlocked.Increment(ref _nextId);

    public StoredArtifact Upload(long run, string name, byte[] archive, DateTimeOffset? createdAt = null)
    {
        var artifact = new StoredArtifact(NewId(), run, name, archive, createdAt ?? new DateTimeOffset(2026, 11, 22, 8, 0, 0, TimeSpan.Zero))
        {
            Digest = "sha256:" + Convert.ToHexStringLower(SHA256.HashData(archive)),
        };
        Artifacts.Add(artifact);
        return artifact;
    }

    public StoredIssue Open(string author, string title, string body)
    {
        var issue = new StoredIssue(Issues.Count + 12, author) { Title = title, Body = body };
        Issues.Add(issue);
        return issue;
    }

    public StoredComment Comment(int pullRequest, string author, string body)
    {
        var comment = new StoredComment(NewId(), pullRequest, author) { Body = body };
        Comments.Add(comment);
        return comment;
    }
}

public sealed record StoredCommit(string Sha, string Message);

public sealed record StoredPullRequest(int Number, string HeadRepository, long HeadRepositoryId, string HeadRef, string HeadSha)
{
    public string State { get; set; } = "open";

    public string BaseRef { get; init; } = "main";

    public string BaseSha { get; init; } = new('b', 40);
}

public sealed record StoredRun(long Id, string Workflow, string HeadBranch, string HeadSha)
{
    public int Attempt { get; init; } = 1;

    public string Event { get; init; } = "push";

    public string Conclusion { get; init; } = "success";

    /// <summary>What somebody has dispatched it with; null when nobody has.</summary>
    public IReadOnlyDictionary<string, string>? Inputs { get; init; }

    /// <summary>Repository of the branch; the stand-in's own unless given.</summary>
    public string? HeadRepository { get; init; }

    public long? HeadRepositoryId { get; init; }

    public DateTimeOffset StartedAt { get; init; } = new(2026, 11, 22, 7, 0, 0, TimeSpan.Zero);
}

public sealed record StoredArtifact(long Id, long Run, string Name, byte[] Archive, DateTimeOffset CreatedAt)
{
    public bool Expired { get; set; }

    public string? Digest { get; set; }

    public long? ClaimedSize { get; set; }
}

public sealed record StoredComment(long Id, int PullRequest, string Author)
{
    public string Body { get; set; } = "";
}

public sealed record StoredIssue(int Number, string Author)
{
    public string Title { get; set; } = "";

    public string Body { get; set; } = "";

    public string State { get; set; } = "open";

    public string? StateReason { get; set; }
}

/// <summary>An answer to give instead of the real one.</summary>
/// <param name="Path">What the path has to contain.</param>
/// <param name="Status">Status; 0 cuts the connection.</param>
/// <param name="Times">How often; 0 for ever.</param>
public sealed record Fault(string Method, string Path, int Status, int Times = 1)
{
    private int _used;

    public string Body { get; init; } = "{\"message\":\"fault\"}";

    public Dictionary<string, string> Headers { get; init; } = [];

    /// <summary>Whether the request is carried out nevertheless, as when only the answer is lost.</summary>
    public bool CarriedOut { get; init; }

    public bool Hits(string method, string path) =>
        (Method == "*" || Method == method) && path.Contains(Path, StringComparison.Ordinal)
        && (Times == 0 || Interlocked.Increment(ref _used) <= Times);
}
