namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest</c>: how sure the gate is, by simulation and by real runs whose truth is known.</summary>
internal static class SelftestCommand
{
    public static Command Create(CommandContext context) => new("selftest", "Measures the error rates of the gate itself.")
    {
        SelftestSimulateCommand.Create(context),
        SelftestAaCommand.Create(context),
        SelftestInjectCommand.Create(context),
        SelftestWhyCommand.Create(context),
        SelftestRecordCommand.Create(context),
        SelftestReplayCommand.Create(context),
        SelftestReportCommand.Create(),
    };
}

/// <summary><c>selftest report</c>: shows what has been run so far. Nothing is measured.</summary>
internal static class SelftestReportCommand
{
    public static Command Create()
    {
        var options = new SelftestOptions();
        var command = new Command("report", "Shows what was measured so far, and every real gate run.") { options.All };
        command.SetAction(line =>
        {
            var document = SelftestDocument.File.Read(options.Path(line));
            options.Show(line, document, Tables(document));
        });
        return command;
    }

    public static IEnumerable<DataTable> Tables(SelftestDocument document) =>
        document.Trials.Count == 0 ? SelftestTables.Of(document) : [.. SelftestTables.Of(document), TrialTables.Runs(document.Trials)];
}

/// <summary>The options of every part of <c>selftest</c>: where the document is and how it is shown.</summary>
internal sealed class SelftestOptions
{
    private readonly Option<string?> _data =
        new("--data") { Description = $"The self-test document; results are added to it. Default: artifacts/{MachineBias.DefaultPath}." };
    private readonly Option<bool> _json = new("--json") { Description = "Print the self-test document instead of tables." };

    public static Option<int> Number(string name, int usual, string description, int most = int.MaxValue) =>
        new Option<int>(name) { Description = description, DefaultValueFactory = _ => usual }.Between(1, most);

    public IReadOnlyList<Option> All => [_data, _json];

    public string Path(ParseResult line) => line.GetValue(_data) ?? DataFolder.In(RepositoryRoot.Find(), MachineBias.DefaultPath);

    /// <summary>Folder of the trials: beside the document, so that all that one series has made is in one place.</summary>
    public string Trials(ParseResult line, SelectionOptions selection) =>
        selection.Of(line).Out ?? System.IO.Path.GetFullPath(System.IO.Path.Combine(Path(line), "..", "trials"));

    /// <summary>Where progress is told: on standard error when standard output is for programs.</summary>
    public TextWriter Told(ParseResult line) => line.GetValue(_json) ? line.InvocationConfiguration.Error : line.InvocationConfiguration.Output;

    public Action<TrialRecord, int> Progress(ParseResult line) => (trial, left) => Told(line).WriteLine(
        $"{trial.Id}: {trial.Injection?.Name ?? "A/A"}, {trial.Outcome.Word()} "
            + $"after {Durations.Text(trial.FinishedAt - trial.StartedAt)}, measured in %: {TrialTables.Measured([trial])}; {left} to go");

    /// <summary>Runs trials when no other self-test is adding to the document, and shows every table of it.</summary>
    public async Task<SelftestDocument> RunAsync(ParseResult line, Func<Task<SelftestDocument>> trials)
    {
        var document = await SelftestTurn.RunAsync(Path(line), $"the trials that had ended are kept in {Path(line)}", trials);
        Show(line, document, SelftestTables.Of(document));
        return document;
    }

    public void Show(ParseResult line, SelftestDocument document, IEnumerable<DataTable> tables) =>
        line.InvocationConfiguration.Output.Write(line.GetValue(_json) ? SelftestDocument.File.Format(document) : Text(tables));

    public static string Text(IEnumerable<DataTable> tables) => string.Join('\n', tables.Select(table =>
        $"{table.Title}\n{ColumnText.Of([.. table.Headings], table.Rows.Select(row => row.Select(cell => cell.Value).ToArray()))}"
            + $"{table.Caption.Replace(". ", ".\n", StringComparison.Ordinal)}\n"));
}
