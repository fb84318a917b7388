using System.CommandLine;
using System.Globalization;
using PerfMatrix.Commands;
using PerfMatrix.Configuration;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Results;
using PerfMatrix.Runtimes;
using Spectre.Console;

namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest aa</c>: real gate runs of base against an identical copy; none may be red.</summary>
internal static class AaCommand
{
    private const int UsualRuns = 20;

    public static Command Create(IAnsiConsole console)
    {
        var (selection, options) = (SelftestMachine.Selection(), new SelftestOptions());
        var runs = new Option<int>("--runs")
        {
            Description = "Total A/A runs to reach for this machine and commit; existing runs count.",
            DefaultValueFactory = _ => UsualRuns,
        };
        var command = new Command(
            "aa", "Runs the gate on this machine with an identical copy as head; by default for two scenarios and two GC modes. Exit code 1: a run "
                + "is red.") { runs };
        options.AddTo(command);
        selection.AddWithoutRoundsTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var (series, _) = await SelftestMachine.CreateAsync(console, selection, options, line, SelftestMachine.WithLegs, cancellation);
            var document = await SelftestTurn.RunAsync(
                options.Path(line), () => series.AaAsync(line.GetValue(runs), SelftestProgress.Of(options, line), cancellation));
            options.Show(line, document, SelftestTables.Of(document));
            return series.Own(document).Any(trial => trial is { Kind: TrialKind.Aa, IsRed: true }) ? CommandLine.Regressed : CommandLine.Good;
        });
        return command;
    }
}

/// <summary><c>selftest inject</c>: real gate runs of base against itself with a regression put in, whose true size is measured.</summary>
internal static class InjectCommand
{
    private const int UsualRuns = 5;
    private const string UsualScenario = "hello-minimal";

    /// <summary>From this size on a regression must be found.</summary>
    private const double MustBeFoundPercent = 5;

    public static Command Create(IAnsiConsole console)
    {
        var (selection, options) = (SelftestMachine.Selection(), new SelftestOptions());
        var runs = new Option<int>("--runs")
        {
            Description = "Total runs of each regression to reach for this machine and commit; existing runs count.",
            DefaultValueFactory = _ => UsualRuns,
        };
        var cpu = new Option<string>("--cpu")
        {
            Description = "Extra CPU time of a request in percent; several separated by commas, 'none' for none.",
            DefaultValueFactory = _ => "3,5,10",
        };
        var allocate = new Option<string>("--allocate")
        {
            Description = "Extra bytes that a request allocates, multiples of 8 from 32; several separated by commas, 'none' for none.",
            DefaultValueFactory = _ => "64",
        };
        var command = new Command(
            "inject", "Runs the gate on real regressions of known size; by default for one scenario and two GC modes. Exit code 1: one of 5 % CPU "
                + "or more, or of allocations, is not found.") { runs, cpu, allocate };
        options.AddTo(command);
        selection.AddWithoutRoundsTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var sizes = Numbers("--cpu", line.GetValue(cpu)!, 0.1, 1000);
            var bytes = Numbers("--allocate", line.GetValue(allocate)!, 32, 80_000);
            var (series, runner) = await SelftestMachine.CreateAsync(
                console, selection, options, line, request => SelftestMachine.WithLegs(OneScenario(request)), cancellation);
            var document = await SelftestTurn.RunAsync(
                options.Path(line),
                async () => await series.InjectAsync(
                    line.GetValue(runs), await PlanAsync(runner, sizes, bytes, cancellation), SelftestProgress.Of(options, line), cancellation));
            options.Show(line, document, SelftestTables.Of(document));
            return series.Own(document).Any(IsMissed) ? CommandLine.Regressed : CommandLine.Good;
        });
        return command;
    }

    // All cells get the same steps, which are the same share of a request only where requests cost about the same.
    private static PlanRequest OneScenario(PlanRequest request) => request.Axes[Axis.Scenario]?.Count switch
    {
        null => request with { Axes = request.Axes.With(Axis.Scenario, [UsualScenario]) },
        1 => request,
        var count =>
            throw new UsageException($"--scenario: found {count} scenarios, expected one; the share of a request's CPU time is calibrated for one"),
    };

    private static async Task<IReadOnlyList<PlannedInjection>> PlanAsync(
        IGateRunner runner, List<double> sizes, List<double> bytes, CancellationToken cancellation)
    {
        var allocations = bytes.Select(size => Injections.Allocation((int)size));
        if (sizes.Count == 0) return [.. allocations];
        var calibration = await Calibration.MeasureAsync(sizes, (steps, rounds) => runner.MeasureAsync(
            $"{RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared)}-calibration-{steps.ToString(CultureInfo.InvariantCulture)}", rounds,
                Calibration.Burn(steps), cancellation));
        return [.. sizes.Select(size => Injections.Cpu(size, calibration)), .. allocations];
    }

    private static bool IsMissed(TrialRecord trial) => trial is { IsRed: false, Injection: { Percent: null or >= MustBeFoundPercent } };

    private static List<double> Numbers(string option, string text, double smallest, double largest) =>
    [
        .. text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Where(part => part != "none")
            .Select(part => double.TryParse(part, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) && number >= smallest
                && number <= largest && (smallest < 1 || number % 8 == 0)
                ? number
                : throw new UsageException(string.Create(CultureInfo.InvariantCulture,
                    $"{option}: found '{part}', expected {(smallest < 1 ? "numbers" : "multiples of 8")} from {smallest} to {largest}"))),
    ];
}

/// <summary>Puts together what the real trials need: this checkout, and a machine.</summary>
internal static class SelftestMachine
{
    // A gate of a pull request judges many cells at once, so a trial must judge some.
    private static readonly string[] s_usualLegs = ["workstation", "server"];

    /// <summary>The request on two GC modes, unless it names its own.</summary>
    public static PlanRequest WithLegs(PlanRequest request) => request.Axes[Axis.Gc] is null ? request with
    {
        Axes = request.Axes.With(Axis.Gc, s_usualLegs),
    } : request;

    /// <summary>The options that choose the cells; the subset is that of a comparison.</summary>
    public static SelectionOptions Selection() => new(MatrixDefinition.ComparisonSubset);

    public static async Task<(TrialSeries Series, IGateRunner Runner)> CreateAsync(
        IAnsiConsole console, SelectionOptions selection, SelftestOptions options, ParseResult line, Func<PlanRequest, PlanRequest> narrow,
            CancellationToken cancellation)
    {
        var (root, chosen, path) = (RepositoryRoot.Find(), selection.Of(line), options.Path(line));
        var plan = narrow(chosen.Plan);
        var flow = chosen.Flow(root, new ProgressView(console, Console.Error));
        // Beside the document, so that all that one series has made is in one folder.
        var parent = chosen.Out ?? Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, "trials");
        var runner = new PairedGateRunner(
            flow,
            plan,
            id => RunFolder.Create(parent, id),
            await flow.MachineAsync(cancellation),
            cells => ComparisonRules.Load(root, cells, rounds: null) with { Spreads = SpreadHistory.Read(path) });
        return (new TrialSeries(runner, path, ThisTool.Info, TimeProvider.System, Random.Shared), runner);
    }
}

/// <summary>One line for each trial that has ended.</summary>
internal static class SelftestProgress
{
    public static Action<TrialRecord, int> Of(SelftestOptions options, ParseResult line)
    {
        var output = options.Json(line) ? line.InvocationConfiguration.Error : line.InvocationConfiguration.Output;
        return (trial, left) => output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{trial.Id}: {trial.Injection?.Name ?? "A/A"}, {trial.Outcome.ToString().ToLowerInvariant()} "
                + $"after {Durations.Text(trial.FinishedAt - trial.StartedAt)}{Truth(trial)}; {left} to go"));
    }

    private static string Truth(TrialRecord trial) =>
        trial.Truth.Count == 0 ? ""
        : $", really {Reporting.Text.Signed(trial.Truth.Min(truth => truth.Percent))} "
        + $"to {Reporting.Text.Signed(trial.Truth.Max(truth => truth.Percent))} %";
}

/// <summary>One self-test at a time adds to a document, and an interrupted series says what is kept.</summary>
internal static class SelftestTurn
{
    /// <summary>Runs a series when no other self-test is adding to the document.</summary>
    /// <exception cref="UsageException">Another one is.</exception>
    public static async Task<SelftestDocument> RunAsync(string path, Func<Task<SelftestDocument>> series)
    {
        using var turn = Take(path);
        try
        {
            return await series();
        }
        catch (OperationCanceledException exception)
        {
            throw new RunInterruptedException($"the trials that had ended are kept in {path}; the same command continues from there", exception);
        }
    }

    /// <summary>Takes the turn; disposing gives it back.</summary>
    /// <exception cref="UsageException">Another self-test has it.</exception>
    public static IDisposable Take(string path) => FileLock.TryAcquire(Path.GetFullPath(path) + ".lock", exclusive: true)
        ?? throw new UsageException($"{path}: another self-test is adding to it, and the two would disturb each other; wait until it has ended");
}
