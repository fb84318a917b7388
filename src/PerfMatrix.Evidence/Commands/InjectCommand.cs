using System.CommandLine;
using System.Globalization;
using PerfMatrix.Commands;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Matrix;
using PerfMatrix.Results;
using Spectre.Console;

namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest inject</c>: real gate runs of base against itself with a regression put in, whose true size is measured.</summary>
internal static class InjectCommand
{
    private const int UsualRuns = 5;
    private const string UsualScenario = "hello-minimal";

    /// <summary>From this size on a regression must be found.</summary>
    private const double MustBeFoundPercent = 5;

    /// <summary>Creates the command.</summary>
    /// <param name="console">Where live progress goes.</param>
    public static Command Create(IAnsiConsole console)
    {
        var (selection, options) = (SelftestMachine.Selection(), new SelftestOptions());
        var runs = new Option<int>("--runs") { Description = "Total runs of each regression to reach for this machine and commit; existing runs count.", DefaultValueFactory = _ => UsualRuns };
        var cpu = new Option<string>("--cpu") { Description = "Extra CPU time of a request in percent; several separated by commas, 'none' for none.", DefaultValueFactory = _ => "3,5,10" };
        var allocate = new Option<string>("--allocate") { Description = "Extra bytes that a request allocates, multiples of 8 from 32; several separated by commas, 'none' for none.", DefaultValueFactory = _ => "64" };
        var command = new Command("inject", "Runs the gate on real regressions of known size; by default for one scenario and two GC modes. Exit code 1: one of 5 % CPU or more, or of allocations, is not found.") { runs, cpu, allocate };
        options.AddTo(command);
        selection.AddWithoutRoundsTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var sizes = Numbers("--cpu", line.GetValue(cpu)!, 0.1, 1000);
            var bytes = Numbers("--allocate", line.GetValue(allocate)!, 32, 80_000);
            var (series, runner) = await SelftestMachine.CreateAsync(console, selection, options, line, request => SelftestMachine.WithLegs(OneScenario(request)), cancellation);
            var document = await SelftestTurn.RunAsync(
                options.Path(line),
                async () => await series.InjectAsync(line.GetValue(runs), await PlanAsync(runner, sizes, bytes, cancellation), SelftestProgress.Of(options, line), cancellation));
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
        var count => throw new UsageException($"--scenario: found {count} scenarios, expected one; the share of a request's CPU time is calibrated for one"),
    };

    private static async Task<IReadOnlyList<PlannedInjection>> PlanAsync(IGateRunner runner, List<double> sizes, List<double> bytes, CancellationToken cancellation)
    {
        var allocations = bytes.Select(size => Injections.Allocation((int)size));
        if (sizes.Count == 0) return [.. allocations];
        var calibration = await Calibration.MeasureAsync(sizes, (steps, rounds) => runner.MeasureAsync(
            $"{RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared)}-calibration-{steps.ToString(CultureInfo.InvariantCulture)}", rounds, Calibration.Burn(steps), cancellation));
        return [.. sizes.Select(size => Injections.Cpu(size, calibration)), .. allocations];
    }

    private static bool IsMissed(TrialRecord trial) => trial is { IsRed: false, Injection: { Percent: null or >= MustBeFoundPercent } };

    private static List<double> Numbers(string option, string text, double smallest, double largest) =>
    [
        .. text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Where(part => part != "none")
            .Select(part => double.TryParse(part, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) && number >= smallest && number <= largest && (smallest < 1 || number % 8 == 0)
                ? number
                : throw new UsageException(string.Create(CultureInfo.InvariantCulture, $"{option}: found '{part}', expected {(smallest < 1 ? "numbers" : "multiples of 8")} from {smallest} to {largest}"))),
    ];
}
