using System.CommandLine;

namespace PerfMatrix.Commands;

/// <summary><c>github</c>: what the steps of the workflows call. A new step is a new command in this folder and a line here.</summary>
public static class GitHubCommand
{
    /// <summary>Creates the command.</summary>
    /// <param name="connection">How steps reach GitHub.</param>
    public static Command Create(GitHubConnection connection) => Create(new StepContext(connection.Environment) { Clock = connection.Clock, Root = connection.Root }, connection);

    private static Command Create(StepContext step, GitHubConnection connection) => new("github", "The commands that the GitHub workflows call.")
    {
        JobPlanCommand.Create(step),
        IntroductionCommand.Create(step),
        BuildCommand.Create(step, connection.Log),
        SuspectsCommand.Create(step),
        VerdictCommand.Create(step),
        CommentCommand.Create(connection),
        PublishGroupsCommand.Create(connection),
        SyncCommand.Create(connection),
        DispatchCommand.Create(),
    };
}
