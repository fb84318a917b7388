namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest why</c>: how often the cause of a known change is found, and how often one is named where nothing changed.</summary>
internal static class SelftestWhyCommand
{
    private const string UsualGc = "workstation";

    private static readonly string[] s_usualKinds = ["cpu-5", "allocation-64", "lock", "collect"];

    public static Command Create(CommandContext context)
    {
        var (selection, options) = (new SelectionOptions(MatrixDefinition.ComparisonSubset), new SelftestOptions());
        var runs = SelftestOptions.Number("--runs", usual: 20,
            "Run until this machine and commit have this many trials of each kind, and of unchanged code; earlier ones count.");
        var kinds = SelftestInjectCommand.KindOption();
        kinds.Description = $"What is put in (default: {string.Join(", ", s_usualKinds)}); none puts nothing in. Repeatable, or separated by commas.";
        var command = new Command(
            "why", "Traces one cell again and again, with a known change and without, and counts how often its cause is named first. A trial takes "
                + "about a minute. Exit code 1: a cause was missed, or one was named where nothing had changed.") { runs, kinds, options.All };
        selection.AddWithoutRoundsTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var chosen = SelftestInjectCommand.Kinds(context, selection.Of(line), OneCell, NameList.Of(line, kinds) ?? s_usualKinds);
            if (chosen.FirstOrDefault(one => !CauseTruth.Knows(one.Kind)).Kind is { } other)
                throw new UsageException($"--kind: found '{other.Name}', whose cause no trace shows; expected {string.Join(", ", s_usualKinds)}");
            var folder = options.Trials(line, selection);
            var runner = await SelftestMachine.RunnerAsync(context, selection, line, folder, spreads: null, OneCell, cancellation);
            var series = new CauseSeries(runner.ExplainAsync, runner.Machine, runner.Source, options.Path(line), ThisTool.Info, context.Clock);
            var told = options.Told(line);
            var document = await options.RunAsync(line, async () =>
            {
                var plan = await InjectionSizing.PlanAsync(chosen, runner, cell: null, leaveOut: null, cancellation);
                return await series.RunAsync(line.GetValue(runs), [null, .. plan], (trial, left) => told.WriteLine(Words(trial, left)), cancellation);
            });
            return series.Own(document).All(trial => trial.IsRight) ? CommandLine.Good : CommandLine.Regressed;
        });
        return command;
    }

    private static PlanRequest OneCell(PlanRequest request) =>
        SelftestMachine.With(SelftestInjectCommand.OneScenario(request), Axis.Gc, UsualGc);

    private static string Words(CauseTrial trial, int left) => $"{trial.Id}: {trial.Name}, "
        + (trial.Problem is { } problem ? $"not explained: {problem}" : trial.IsRight ? "right" : $"wrong: {trial.First ?? "nothing"} first")
        + $", after {Durations.Text(trial.FinishedAt - trial.StartedAt)}; {left} to go";
}
