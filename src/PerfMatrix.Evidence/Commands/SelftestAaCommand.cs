namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest aa</c>: real gate runs of base against an identical copy; none may fail.</summary>
internal static class SelftestAaCommand
{
    public static Command Create(CommandContext context)
    {
        var (selection, options) = (new SelectionOptions(MatrixDefinition.ComparisonSubset), new SelftestOptions());
        var runs = SelftestOptions.Number(
            "--runs", usual: 20, "Run until this machine has this many A/A runs; earlier ones count if the same code measured and decided.");
        var anyMachine = SelftestMachine.AnyMachineOption();
        var command = new Command(
            "aa", "Runs the gate on this machine with an identical copy as head (A/A); by default for two scenarios and two GC modes. "
                + "Exit code 1: a run does not pass.") { runs, anyMachine, options.All };
        selection.AddWithoutRoundsTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var (series, _) = await SelftestMachine.CreateAsync(
                context, selection, options, line, SelftestMachine.WithModes, anyMachine, cancellation);
            var document = await options.RunAsync(
                line, () => series.RunAsync(line.GetValue(runs), [null], options.Progress(line), cancellation));
            return series.Own(document).Any(trial => trial is { Kind: TrialKind.Aa, Outcome: not Outcome.Pass }) ? CommandLine.Regressed
                : CommandLine.Good;
        });
        return command;
    }
}
