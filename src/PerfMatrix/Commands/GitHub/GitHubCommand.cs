using System.CommandLine;

namespace PerfMatrix.Commands;

/// <summary><c>github</c>: what the steps of the workflows call. A new step is a new command in this folder and a line here.</summary>
public static class GitHubCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(GitHubConnection connection) => new("github", "What the steps of the GitHub workflows call.")
    {
        CommentCommand.Create(connection),
        PublishGroupsCommand.Create(connection),
        SyncCommand.Create(connection),
    };
}
