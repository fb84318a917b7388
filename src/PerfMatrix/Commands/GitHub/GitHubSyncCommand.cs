namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github sync</c>: writes the choices of the dispatch form from <c>crank/matrix.yml</c>.</summary>
internal static class GitHubSyncCommand
{
    public static Command Create(CommandContext context)
    {
        var check = new Option<bool>("--check") { Description = "Write nothing; exit code 2 when the file is out of date." };
        var command = new Command(
            "sync", $"Updates the choices in {DispatchInputs.Workflow} from crank/matrix.yml and crank/profiles.yml.") { check };
        command.SetAction(line =>
        {
            var root = context.Root();
            var path = Path.Combine(root, DispatchInputs.Workflow);
            if (ConfigurationFiles.IsOneFile(root))
                throw new UsageException(
                    $"{ConfigurationFiles.Own}: the workflow perf-dispatch that `perfmatrix init` writes has no choices to update");
            if (!File.Exists(path)) throw new UsageException($"{DispatchInputs.Workflow}: no such file. `perfmatrix init` writes the workflows.");
            var text = File.ReadAllText(path);
            var synced = MarkedRegion.Replace(text, DispatchInputs.Load(root), DispatchInputs.Workflow);
            if (synced != text && line.GetValue(check))
                throw new UsageException(
                    $"{DispatchInputs.Workflow}: its choices are not those of crank/. Run `{Invocation.Here} github sync` and commit the file.");
            if (synced != text) AtomicFile.Write(path, Encoding.UTF8.GetBytes(synced));
            line.InvocationConfiguration.Output.WriteLine($"{DispatchInputs.Workflow}: {(synced == text ? "up to date" : "written")}");
        });
        return command;
    }
}
