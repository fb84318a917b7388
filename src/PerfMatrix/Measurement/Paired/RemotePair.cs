using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>The commits of both sides, for agents that fetch them.</summary>
/// <param name="Base">That of base.</param>
/// <param name="Head">That of head.</param>
public sealed record RemotePair(RemoteCommit Base, RemoteCommit Head)
{
    /// <summary>Finds both.</summary>
    /// <exception cref="UsageException">As <see cref="RemoteCommits.RequireAsync"/>.</exception>
    public static async Task<RemotePair> RequireAsync(RemoteCommits commits, PairedRequest request, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(commits);
        ArgumentNullException.ThrowIfNull(request);
        var head = await commits.RequireAsync(request.Head, cancellation);
        return new RemotePair(request.Base == request.Head ? head : await commits.RequireAsync(request.Base, cancellation), head);
    }
}
