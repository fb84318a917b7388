namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest replay</c>: the real gate over pull requests that are drawn from real rounds.</summary>
internal static class SelftestReplayCommand
{
    public static Command Create(CommandContext context)
    {
        var defaults = new ReplayOptions();
        var folder = new Option<string?>("--pool") { Description = $"Folder of a pool of rounds. Default: {PoolDocument.DefaultFolder}." };
        var pullRequests = SelftestOptions.Number("--pull-requests", defaults.PullRequests, "Pull requests of each kind.", 1_000_000);
        var cells = SelftestOptions.Number("--cells", defaults.Cells, "Cells of a pull request.", 10_000);
        var threads = SelftestOptions.Number("--threads", defaults.Threads, "Number of threads; the results do not depend on it.", 1024);
        var seed = new Option<ulong>("--seed") { Description = "The same seed gives the same numbers.", DefaultValueFactory = _ => defaults.Seed };
        var shown = new SelftestOptions();
        var command = new Command(
            "replay", "Judges pull requests that are put together from the real rounds of `selftest record`. Exit code 1: a goal is missed.")
            {
                folder, pullRequests, cells, threads, seed, shown.All,
            };
        command.SetAction((line, cancellation) => Task.Run(() =>
        {
            var pool = RoundPool.Read(line.GetValue(folder) ?? Path.Combine(context.Root(), PoolDocument.DefaultFolder));
            var loaded = GateRules.Load(context.Root(), context.Today, []);
            var rules = loaded with { Acknowledgements = [], Bias = MachineBias.Read(shown.Path(line), loaded.Policy) };
            var options =
                new ReplayOptions(line.GetValue(pullRequests), line.GetValue(cells), line.GetValue(seed)) { Threads = line.GetValue(threads) };
            using var turn = SelftestTurn.Take(shown.Path(line));
            var error = line.InvocationConfiguration.Error;
            var history = History(pool, shown.Path(line)); // one that does not read is told before the computation, not after it
            var record = Replay(pool, rules, options, context.Clock, row => error.WriteLine(ReplayTables.Line(row)), cancellation);
            if (history is not null) record = record with { Notes = [.. record.Notes, history] };
            var document = SelftestDocument.Update(shown.Path(line), ThisTool.Info, old => old with { Replay = record });
            shown.Show(line, document, ReplayTables.Of(record));
            error.WriteLine($"Replayed in {Durations.Text(TimeSpan.FromSeconds(record.ElapsedSeconds))}");
            var isMissed = record.Rows.SelectMany(row => row.Goals).Any(goal => goal.State == GoalState.Missed);
            return isMissed ? CommandLine.Regressed : CommandLine.Good;
        }, cancellation));
        return command;
    }

    private static ReplayRecord Replay(
        RoundPool pool, GateRules rules, ReplayOptions options, TimeProvider clock, Action<ReplayRow> progress, CancellationToken cancellation)
    {
        var (startedAt, start) = (clock.GetUtcNow(), clock.GetTimestamp());
        // The machines of a pull request are fresh, so nobody knows their bias; `compare` knows that of its own.
        var fresh = rules with { Bias = MachineBias.None };
        var rows = new GateReplay(pool, fresh, options).Run(progress, cancellation);
        return new(
            startedAt, clock.GetElapsedTime(start).TotalSeconds, options.PullRequests, options.Cells, options.Seed, rules.Policy,
            PoolFindings.Of(pool), rows, RecordedGates.Of(pool, rules), [.. pool.Notes, .. Lacking(pool), .. Repeats(rows)]);
    }

    private static IEnumerable<string> Lacking(RoundPool pool) => pool.Lacking.Select(kind => kind.Name).ToList() is { Count: > 0 } names
        ? [$"Not in the pool: {string.Join(", ", names)}; `selftest record --kind {string.Join(',', names)}`, for its scenarios, adds them."] : [];

    private static IEnumerable<string> Repeats(IReadOnlyList<ReplayRow> rows) => rows.Max(row => row.Repeats.Percent) is > 0 and var most
        ? [$"In up to {most:0.0} % of the pull requests of a row the pool was too small for a cell, and rounds came twice."] : [];

    // What is usual on one machine says nothing of another, and the gate knows that; a reader should, too.
    private static string? History(RoundPool pool, string path)
    {
        var trials = SelftestDocument.File.Find(path)?.Trials ?? [];
        var machines = trials.Select(trial => trial.Machine).DistinctBy(machine => machine.Fingerprint).ToList();
        return machines.Exists(machine => machine.Fingerprint == pool.Machine.Fingerprint) ? null
            : machines.Count == 0 ? "There is no history of `selftest aa` to judge by."
            : $"The history of `selftest aa` is of another machine ({string.Join(", ", machines.Select(machine => machine.CpuModel).Distinct())}) "
                + $"than the pool ({pool.Machine.CpuModel}), so the gate judges without it.";
    }
}
