namespace PerfMatrix.Commands;

internal static class HistoryCommand
{
    public static Command Create(CommandContext context, params IEnumerable<Command> others)
    {
        var place = new HistoryPlace();
        var command = new Command("history", "Rebuilds, checks, prunes, imports or generates a history.")
        {
            Rebuild(place), Verify(place), Prune(place, context.Clock), Import(place),
        };
        foreach (var other in others) command.Subcommands.Add(other);
        return command;
    }

    private static Command Rebuild(HistoryPlace place)
    {
        var command = new Command("rebuild", "Regenerates derived files from the runs.");
        place.AddTo(command);
        command.SetAction((line, cancellation) => place.ChangeAsync(line, "rebuild", files => Rebuilding.Rebuild(files), cancellation));
        return command;
    }

    private static Command Verify(HistoryPlace place)
    {
        var json = new Option<bool>("--json") { Description = "Print the result as JSON." };
        var command = new Command("verify", "Checks that every run can be read and that derived files match the runs.") { json };
        place.AddTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var result = await place.ReadAsync(line, HistoryCheck.Of, cancellation);
            await line.InvocationConfiguration.Output.WriteAsync(line.GetValue(json) ? result.ToJson() : result.ToText());
            return result.IsWhole ? CommandLine.Good : CommandLine.Incomplete;
        });
        return command;
    }

    private static Command Prune(HistoryPlace place, TimeProvider clock)
    {
        var days = new Option<int>("--days") { DefaultValueFactory = _ => 90 }.Help(
            "Runs older than this lose their single rounds.").Between(0, 36_500);
        var command = new Command("prune", "Removes the single rounds of old runs; their summaries stay.") { days };
        place.AddTo(command);
        command.SetAction((line, cancellation) =>
        {
            var oldest = clock.GetUtcNow() - TimeSpan.FromDays(line.GetValue(days));
            return place.ChangeAsync(line, "prune", files => Pruning.Prune(files, oldest), cancellation);
        });
        return command;
    }

    private static Command Import(HistoryPlace place)
    {
        var file = new Argument<string>("data") { Description = "data.js of github-action-benchmark, or the same as JSON." };
        var command = new Command("import", "Imports a history of github-action-benchmark.") { file };
        place.AddTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var runs = await ActionBenchmarkImport.ReadFileAsync(line.GetValue(file)!, cancellation);
            await place.ChangeAsync(
                line, $"import {runs.Count} runs of github-action-benchmark", files => ActionBenchmarkImport.Add(files, runs), cancellation);
        });
        return command;
    }
}

/// <summary>Where the history is: a branch, or a folder.</summary>
internal sealed class HistoryPlace
{
    private readonly BranchOptions _branch = new();
    private readonly Option<string?> _folder = new("--folder") { Description = "A folder that holds the history, instead of a branch." };

    public void AddTo(Command command)
    {
        command.Add(_branch.All);
        command.Options.Add(_folder);
        foreach (var option in _branch.All) command.Exclude(_folder, option, "the history is in a folder or on a branch, so give one of them");
    }

    public bool IsGiven(ParseResult line) => line.IsGiven(_folder) || _branch.All.Any(line.IsGiven);

    public async Task<T> ReadAsync<T>(ParseResult line, Func<IHistoryFiles, T> read, CancellationToken cancellation) =>
        line.GetValue(_folder) is { } folder ? read(Folder(folder))
        : await BranchOptions.Update(await _branch.FindAsync(line, cancellation)).ReadAsync(read, cancellation);

    public async Task ChangeAsync(ParseResult line, string what, Func<IHistoryFiles, FileChanges> change, CancellationToken cancellation)
    {
        var changes = new FileChanges();
        if (line.GetValue(_folder) is { } folder)
        {
            var files = Folder(folder);
            files.Apply(changes = change(files));
        }
        else
        {
            var branch = await _branch.FindAsync(line, cancellation);
            await BranchOptions.Update(branch).ApplyAsync(files => new(changes = change(files), $"history: {what}\n"), _ => { }, cancellation);
        }

        await line.InvocationConfiguration.Output.WriteLineAsync(
            changes.Files.Count == 0 ? $"{what}: nothing to change." : $"{what}: {changes.Files.Count} files changed.");
    }

    internal static FolderFiles Folder(string folder) =>
        Directory.Exists(folder) ? new FolderFiles(folder)
        : throw new UsageException($"--folder {folder}: no such folder. Give one that holds a history, e.g. a checkout of gh-pages.");
}
