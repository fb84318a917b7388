namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest simulate</c>: sends made-up pull requests of known truth through the code of the gate.</summary>
internal static class SelftestSimulateCommand
{
    public static Command Create(CommandContext context)
    {
        var defaults = new SimulationOptions();
        var pullRequests = SelftestOptions.Number("--pull-requests", defaults.PullRequests,
            "Simulated pull requests for each row; with fewer than 2,000, goals are inconclusive.", 1_000_000);
        var cells = SelftestOptions.Number("--cells", defaults.Cells, "Cells of a pull request.", 10_000);
        var threads = SelftestOptions.Number("--threads", defaults.Threads, "Number of threads; the results do not depend on it.", 1024);
        var seed = new Option<ulong>("--seed") { Description = "The same seed gives the same numbers.", DefaultValueFactory = _ => defaults.Seed };
        var open = new Option<bool>("--allow-open") { Description = "Exit 0 when goals are inconclusive; missed goals still fail." };
        var shown = new SelftestOptions();
        var command = new Command(
            "simulate", "Judges simulated pull requests whose changes are known. Exit code 1: a goal is missed; 3: a goal is inconclusive.")
            {
                pullRequests, cells, seed, threads, open, shown.All,
            };
        command.SetAction((line, cancellation) => Task.Run(() =>
        {
            var options = new SimulationOptions(line.GetValue(pullRequests), line.GetValue(cells), line.GetValue(seed))
            {
                Threads = line.GetValue(threads),
                Policy = Workspace.Policy(),
            };
            using var turn = SelftestTurn.Take(shown.Path(line));
            _ = SelftestDocument.File.Find(shown.Path(line)); // one that does not read is told before the computation, not after it
            // On standard error, so that output stays what was asked for.
            var record = GateSimulation.Record(options, context.Clock, line.InvocationConfiguration.Error.WriteLine, cancellation);
            var document = SelftestDocument.Update(shown.Path(line), ThisTool.Info, old => old with { Simulation = record });
            shown.Show(line, document, SimulationTables.Of(record));
            shown.Told(line).WriteLine($"{Summary(record)} in {Durations.Text(TimeSpan.FromSeconds(record.ElapsedSeconds))}");
            return ExitCode([.. GoalsOf(record).Select(goal => goal.State)], line.GetValue(open));
        }, cancellation));
        return command;
    }

    private static string Summary(SimulationRecord record)
    {
        var states = GoalsOf(record).CountBy(goal => goal.State).ToDictionary();
        return $"{states.GetValueOrDefault(GoalState.Met)} goals met, {states.GetValueOrDefault(GoalState.Missed)} "
            + $"missed, {states.GetValueOrDefault(GoalState.Open)} open";
    }

    internal static int ExitCode(IReadOnlyCollection<GoalState> goals, bool allowOpen) =>
        goals.Contains(GoalState.Missed) ? CommandLine.Regressed
        : !allowOpen && goals.Contains(GoalState.Open) ? CommandLine.Incomplete
        : CommandLine.Good;

    private static IEnumerable<Goal> GoalsOf(SimulationRecord record) => record.Rows.SelectMany(row => row.Goals);
}
