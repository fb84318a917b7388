namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github introduction</c>: what the pull request that brings perfmatrix is told, whose base has no tool that could speak.</summary>
internal static class GitHubIntroductionCommand
{
    public static Command Create(CommandContext context)
    {
        var old = new Option<string>("--base") { Description = "Commit without perfmatrix.", Required = true };
        var command = new Command(
            "introduction", "For the pull request that adds perfmatrix: says that there is nothing to compare with. Exit code 2: its base already "
                + "has perfmatrix.") { old };
        command.SetAction(async (line, cancellation) =>
        {
            var revision = line.GetValue(old)!;
            var git = new Git(context.Root());
            var commit = await new Revisions(git).CommitAsync(revision, cancellation);
            if (await git.AskAsync(cancellation, ["ls-tree", "--name-only", commit, "--", .. RepositoryRoot.Files]) is { Length: > 0 } file)
                throw new UsageException(
                    $"--base: {revision} has {file.Split('\n')[0]}, expected a commit without perfmatrix; compare with it: "
                        + $"`{Invocation.Here} github plan --base {revision}`");
            var summary = Introduction.Summary(commit);
            context.Files(line.InvocationConfiguration.Output).Summary(summary);
            await line.InvocationConfiguration.Output.WriteAsync(
                $"{summary}{WorkflowCommand.Notice(Introduction.Title, Introduction.Sentence(commit))}\n");
        });
        return command;
    }
}
