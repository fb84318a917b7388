using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Configuration;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Results;
using Spectre.Console;

namespace PerfMatrix.Evidence.Commands;

/// <summary>Puts together what the real trials need: this checkout, and a machine.</summary>
internal static class SelftestMachine
{
    // A gate of a pull request judges many cells at once, so a trial must judge some.
    private static readonly string[] s_usualLegs = ["workstation", "server"];

    /// <summary>The request on two GC legs, unless it names its own.</summary>
    public static PlanRequest WithLegs(PlanRequest request) => request.Axes[Axis.Gc] is null ? request with { Axes = request.Axes.With(Axis.Gc, s_usualLegs) } : request;

    /// <summary>The options that choose the cells; the subset is that of a comparison.</summary>
    public static SelectionOptions Selection() => new(MatrixDefinition.ComparisonSubset);

    public static async Task<(TrialSeries Series, IGateRunner Runner)> CreateAsync(
        IAnsiConsole console, SelectionOptions selection, SelftestOptions options, ParseResult line, Func<PlanRequest, PlanRequest> narrow, CancellationToken cancellation)
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
