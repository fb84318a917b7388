namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest record</c>: measures and keeps real rounds with known changes, from which <c>replay</c> draws pull requests.</summary>
internal static class SelftestRecordCommand
{
    public static Command Create(CommandContext context)
    {
        var selection = new SelectionOptions(MatrixDefinition.ComparisonSubset, $"Folder of the pool. Default: {PoolDocument.DefaultFolder}.");
        var rounds = SelftestOptions.Number(
            "--rounds", usual: 40, "Measure until this machine has this many rounds of each cell and kind; earlier ones of its settings count.");
        var kinds = SelftestInjectCommand.KindOption();
        var command = new Command(
            "record", "Measures rounds of this checkout against an identical copy, and against copies with a regression put in, and keeps them for "
                + "replay; by default for two scenarios and two GC modes. Takes hours; the same command continues.") { rounds, kinds };
        selection.AddWithoutRoundsTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var chosen = SelftestInjectCommand.Kinds(context, selection.Of(line), plan => plan, NameList.Of(line, kinds));
            var folder = selection.Of(line).Out ?? Path.Combine(context.Root(), PoolDocument.DefaultFolder);
            var runner = await SelftestMachine.RunnerAsync(context, selection, line, folder, spreads: null, SelftestMachine.WithModes, cancellation);
            var leaveOut = SelftestInjectCommand.LeaveOut(line, kinds);
            var recorder = new PoolRecorder(runner, folder, ThisTool.Info, context.Clock, Random.Shared) { LeaveOut = leaveOut };
            var output = line.InvocationConfiguration.Output;
            Directory.CreateDirectory(folder);
            await SelftestTurn.RunAsync(
                PoolDocument.File.In(folder),
                $"the runs that had ended are kept in {folder}",
                () => recorder.RecordAsync(line.GetValue(rounds), chosen, (recording, left) => Tell(output, recording, left), cancellation));
            output.Write(SelftestOptions.Text(PoolTables.Of(PoolFindings.Of(RoundPool.Read(folder)))));
        });
        return command;
    }

    private static void Tell(TextWriter output, PoolRecording recording, int left) => output.WriteLine(
        $"{recording.Id}: {recording.Name}, {recording.Cell}, {Wording.Counted(recording.Rounds, "round")} "
            + $"in {Durations.Text(recording.FinishedAt - recording.StartedAt)}; {left} to go");
}
