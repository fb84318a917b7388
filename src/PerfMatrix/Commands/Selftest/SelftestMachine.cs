using System.CommandLine;
using PerfMatrix.Configuration;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Selftest;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary>Puts together what the real trials need: this checkout, this machine, the local driver.</summary>
internal static class SelftestMachine
{
    // A gate of a pull request judges many cells at once, so a trial must judge some.
    private static readonly string[] s_usualLegs = ["workstation", "server"];

    /// <summary>The request on two GC legs, unless it names its own.</summary>
    public static PlanRequest WithLegs(PlanRequest request) => request.Axes.Gc is null ? request with { Axes = request.Axes with { Gc = s_usualLegs } } : request;

    /// <summary>The options that choose the cells; the subset is that of a comparison.</summary>
    public static SelectionOptions Selection() => new(MatrixDefinition.ComparisonSubset);

    public static (TrialSeries Series, IGateRunner Runner) Create(
        IAnsiConsole console, SelectionOptions selection, SelftestOptions options, ParseResult line, Func<PlanRequest, PlanRequest> narrow)
    {
        var root = RepositoryRoot.Find();
        var catalogue = MetricCatalogue.Load(root);
        var path = options.Path(line);
        var driver = new LocalDriver(LocalPrograms.Find(), Path.Combine(Parent(selection, line, path), "work"));
        var machine = MachineRecord.Read(MachineRecord.Current, driver.Name, Environment.GetEnvironmentVariable);
        var (view, request) = (new ProgressView(console, Console.Error), narrow(Request(selection, line)));
        var runner = new PairedGateRunner(
            root,
            request,
            selection.Profile(line),
            id => new ComparisonFolder(RunFolder.Create(Parent(selection, line, path), id), driver, machine, catalogue.Metrics),
            machine,
            cells => Rules(root, cells) with { Spreads = SpreadHistory.Read(path) },
            new LookView(view).ShowAsync,
            view.Lines);
        return (new TrialSeries(runner, catalogue, path, ThisTool.Info, TimeProvider.System, Random.Shared), runner);
    }

    // Other rounds would be another gate.
    private static PlanRequest Request(SelectionOptions selection, ParseResult line)
    {
        var request = selection.Request(line);
        return request.Measure.Rounds is { } rounds
            ? throw new UsageException($"--rounds: found {rounds}; the gate under test decides on the rounds: screen.looks and confirm.looks in {GatePolicyFile.Name}")
            : request;
    }

    private static GateRules Rules(string root, PairedCells cells)
    {
        var compared = cells.Pairs.Select(pair => new ComparedCell(pair.Id, pair.Scenario, pair.Head.Cell.Runtime.ToString(), pair.Head.Cell.Gc, pair.Cores) { Memory = pair.Head.Cell.Memory });
        return GateRules.Load(root, DateOnly.FromDateTime(TimeProvider.System.GetUtcNow().UtcDateTime), compared);
    }

    // Beside the document, so that all that one series has made is in one folder.
    private static string Parent(SelectionOptions selection, ParseResult line, string path) =>
        selection.Out(line) ?? Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, "trials");
}
