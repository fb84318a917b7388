using System.CommandLine;
using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Processes;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary><c>bisect</c>: finds the commit, or the runtime patch, that made a cell worse.</summary>
internal static class BisectCommand
{
    private static readonly Option<string> s_cell = new("--cell") { Description = "The cell that became worse, e.g. hello-minimal/net10.0/server/2c.", Required = true };
    private static readonly Option<string?> s_good = new("--good") { Description = "A commit that was still good." };
    private static readonly Option<string?> s_bad = new("--bad") { Description = "A commit that is bad.", DefaultValueFactory = _ => "HEAD" };
    private static readonly Option<string?> s_runtime = new("--runtime") { Description = "Search runtime patches instead of commits: 10.0.11..10.0.14." };
    private static readonly Option<string> s_metric = new("--metric") { Description = "The metric that became worse.", DefaultValueFactory = _ => Metric.Throughput.Name };
    private static readonly Option<bool> s_json = new("--json") { Description = "Print the log as JSON; progress goes to standard error." };

    /// <summary>Creates the command.</summary>
    /// <param name="console">Where progress goes.</param>
    public static Command Create(IAnsiConsole console)
    {
        var selection = new SelectionOptions(MatrixDefinition.ComparisonSubset);
        var command = new Command("bisect", "Finds the commit or runtime patch that made a cell worse. Every step is confirmed as the gate confirms a regression.")
        {
            s_cell, s_good, s_bad, s_runtime, s_metric, s_json,
        };
        selection.AddMeasuringTo(command);
        command.SetAction((line, cancellation) => RunAsync(new ProgressView(console, Console.Error), selection, line, cancellation));
        return command;
    }

    private static async Task<int> RunAsync(ProgressView view, SelectionOptions selection, ParseResult line, CancellationToken cancellation)
    {
        var (root, chosen) = (RepositoryRoot.Find(), selection.Of(line));
        var policy = GatePolicyFile.Read(YamlFile.Read(Path.Combine(root, GatePolicyFile.Name), root));
        var metric = Metric.Named(line.GetValue(s_metric)!, problem => new UsageException($"--metric: {problem}")).Name;
        var cell = CellId.Read(MatrixDefinition.Load(root), line.GetValue(s_cell)!, new MachineLimits(MachineRecord.Current.Cpus.Count));
        var flow = chosen.Flow(root, view);
        _ = await flow.MachineAsync(cancellation);
        var range = await RangeAsync(root, line, chosen.Plan with { Axes = cell }, cancellation);
        var question = new BisectDocument { Cell = line.GetValue(s_cell)!, Metric = metric, Good = range.Good, Candidates = range.Candidates, Steps = [] };
        var folder = Path.GetFullPath(chosen.Out ?? Path.Combine(root, "artifacts", "bisect", BisectText.FolderName(question)));
        OutputFolder.Create(folder);

        var judge = new ConfirmingJudge(flow, new JudgedQuestion(folder, metric, range.Request), policy, ComparisonRules.Spreads(root));
        var log = await SearchAsync(judge, folder, question, view, cancellation);
        line.InvocationConfiguration.Output.Write(line.GetValue(s_json) ? BisectDocument.File.Format(log) : BisectText.Of(log, Path.Combine(folder, BisectDocument.File.Name)));
        return log.Next is FirstBad ? CommandLine.Good : CommandLine.Incomplete;
    }

    private static async Task<BisectDocument> SearchAsync(IBisectJudge judge, string folder, BisectDocument question, ProgressView view, CancellationToken cancellation)
    {
        try
        {
            view.Say($"{question.Candidates.Count} candidates after {question.Good.Title}");
            return await new Bisection(judge, Path.Combine(folder, BisectDocument.File.Name), view.Say).RunAsync(question, cancellation);
        }
        catch (OperationCanceledException exception)
        {
            throw new RunInterruptedException($"the steps so far are kept in {folder}; the same command continues from there", exception);
        }
    }

    private static async Task<BisectRange> RangeAsync(string root, ParseResult line, PlanRequest plan, CancellationToken cancellation)
    {
        if (line.GetValue(s_runtime) is { } ends)
        {
            if (line.GetValue(s_good) is not null)
                throw new UsageException("found both --runtime and --good; either patches or commits are searched, so give one of the two");
            var framework = plan.Axes[Axis.Runtime]![0].Split('@')[0];
            return await BisectRange.OfPatchesAsync(await new Sdk(root).RuntimesAsync(cancellation), framework, ends, plan, cancellation);
        }

        var good = line.GetValue(s_good) ?? throw new UsageException("found neither --good nor --runtime; give a commit that was still good, or two patches such as --runtime 10.0.11..10.0.14");
        return await BisectRange.OfCommitsAsync(new Revisions(new Git(root)), good, line.GetValue(s_bad)!, plan, cancellation);
    }
}
