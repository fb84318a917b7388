namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest inject</c>: real gate runs of base against itself with an injected regression, whose true size is measured.</summary>
internal static class SelftestInjectCommand
{
    private const string UsualScenario = "hello-minimal";

    private const double MustBeFoundPercent = 5;

    public static Command Create(CommandContext context)
    {
        var (selection, options) = (new SelectionOptions(MatrixDefinition.ComparisonSubset), new SelftestOptions());
        var runs = SelftestOptions.Number("--runs", usual: 5,
            "Run until this machine has this many runs of each regression; earlier ones count if the same code measured and decided.");
        var (kinds, anyMachine) = (KindOption(), SelftestMachine.AnyMachineOption());
        var command = new Command(
            "inject", "Runs the gate on real regressions of known size; by default for one scenario and two GC modes. Exit code 1: a regression "
                + "of 5 % CPU or more, or of another kind, was not found by its metric.") { runs, kinds, anyMachine, options.All };
        selection.AddWithoutRoundsTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var chosen = Kinds(context, selection.Of(line), OneScenario, NameList.Of(line, kinds));
            var (series, runner) = await SelftestMachine.CreateAsync(
                context, selection, options, line, request => SelftestMachine.WithModes(OneScenario(request)), anyMachine, cancellation);
            var document = await options.RunAsync(line, async () => await series.RunAsync(
                line.GetValue(runs), await InjectionSizing.PlanAsync(chosen, runner, cell: null, LeaveOut(line, kinds), cancellation),
                options.Progress(line), cancellation));
            return series.Own(document).Any(trial => trial is { IsFound: false, Injection: { Percent: null or >= MustBeFoundPercent } })
                ? CommandLine.Regressed : CommandLine.Good;
        });
        return command;
    }

    // All cells get the same steps, which are the same share of a request only where requests cost about the same.
    internal static PlanRequest OneScenario(PlanRequest request) => request.Axes[Axis.Scenario]?.Count switch
    {
        null or 1 => SelftestMachine.With(request, Axis.Scenario, UsualScenario),
        var count => throw new UsageException($"--scenario: found {count} scenarios, expected one; what requests cost is measured for one"),
    };

    public static Option<string[]> KindOption() => new("--kind")
    {
        Description = $"What is put in: {string.Join(", ", InjectionKinds.All.Select(kind => kind.Name))}; or with a size, e.g. cpu-7 (percent). "
            + "Default: all that suit the scenario, except lock; none puts nothing in. Repeatable, or separated by commas.",
    };

    /// <summary>Warns of what cannot be made here; null where it was asked for by name, so that it is an error.</summary>
    public static Action<string>? LeaveOut(ParseResult line, Option<string[]> kinds) => NameList.Of(line, kinds) is not null ? null
        : problem => line.InvocationConfiguration.Error.WriteLine(CommandLine.Warning(problem));

    /// <summary>The kinds that a command line puts into what it measures.</summary>
    internal static IReadOnlyList<(InjectionKind Kind, double Size)> Kinds(
        CommandContext context, MeasuringChoice measured, Func<PlanRequest, PlanRequest> narrow, IReadOnlyList<string>? names)
    {
        var plan = ProjectSelection.Narrowed(context.Root(), narrow(measured.Plan), measured.Profile);
        var scenarios = Selection.Resolve(MatrixDefinition.Load(context.Root()), plan.Subset, plan.Axes).Scenarios;
        return InjectionKinds.Parse(names, [.. scenarios.Select(scenario => scenario.Name)]);
    }
}
