namespace PerfMatrix.Runtimes;

/// <summary>A workload that an agent fetches from a repository and publishes itself.</summary>
/// <param name="Source">The repository and the commit.</param>
/// <param name="Request">What to publish: the project relative to the root of the source, with forward slashes. The runtime identifier is that of the agent's machine.</param>
public sealed record RemoteBuild(RemoteCommit Source, PublishRequest Request);

/// <summary>A commit of a repository that agents can fetch.</summary>
/// <param name="Repository">The repository.</param>
/// <param name="Sha">The commit, 40 hexadecimal digits.</param>
/// <param name="Root">Folder of the project in the repository, with forward slashes; empty where it is the root.</param>
public sealed record RemoteCommit(RemoteRepository Repository, string Sha, string Root);
