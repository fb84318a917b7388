using System.CommandLine;
using PerfMatrix.Configuration;
using PerfMatrix.Drivers.BenchmarkDotNet;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Runtimes;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary><c>bisect</c>: finds the commit, or the runtime patch, that made a cell worse.</summary>
public static class BisectCommand
{
    private static readonly Option<string> s_cell = new("--cell") { Description = "The cell that became worse, e.g. hello-minimal/net10.0/server/2c.", Required = true };
    private static readonly Option<string?> s_good = new("--good") { Description = "A commit that was still good." };
    private static readonly Option<string?> s_bad = new("--bad") { Description = "A commit that is bad; HEAD unless given.", DefaultValueFactory = _ => "HEAD" };
    private static readonly Option<string?> s_runtime = new("--runtime") { Description = "Search runtime patches instead of commits: 10.0.11..10.0.14." };
    private static readonly Option<string> s_metric = new("--metric") { Description = "The metric that became worse.", DefaultValueFactory = _ => MetricNames.Throughput };
    private static readonly Option<bool> s_json = new("--json") { Description = "Print the log as JSON; progress goes to standard error." };

    /// <summary>Creates the command.</summary>
    /// <param name="console">Where progress goes.</param>
    public static Command Create(IAnsiConsole console)
    {
        var selection = new SelectionOptions(MatrixDefinition.ComparisonSubset);
        var command = new Command("bisect", "Finds the commit or runtime patch that made a cell worse, by the confirming stage of the gate.")
        {
            s_cell, s_good, s_bad, s_runtime, s_metric, s_json,
        };
        selection.AddMeasuringTo(command);
        command.SetAction((line, cancellation) => RunAsync(new ProgressView(console, Console.Error), selection, line, cancellation));
        return command;
    }

    private static async Task<int> RunAsync(ProgressView progress, SelectionOptions selection, ParseResult line, CancellationToken cancellation)
    {
        var root = RepositoryRoot.Find();
        var catalogue = MetricCatalogue.Load(root);
        var policy = GatePolicyFile.Read(YamlFile.Read(Path.Combine(root, GatePolicyFile.Name), root), catalogue);
        var metric = Metric(catalogue, line.GetValue(s_metric)!);
        var cell = CellId.Read(MatrixDefinition.Load(root), line.GetValue(s_cell)!, new MachineLimits(MachineRecord.Current.Cpus.Count));
        var range = await RangeAsync(root, line, selection.Request(line) with { Axes = cell }, cancellation);
        var question = new BisectDocument { Cell = line.GetValue(s_cell)!, Metric = metric, Good = range.Good, Candidates = range.Candidates, Steps = [] };
        var folder = Path.GetFullPath(selection.Out(line) ?? Path.Combine(root, "artifacts", "bisect", BisectText.FolderName(question)));
        Directory.CreateDirectory(folder);

        var judged = new JudgedQuestion(root, folder, metric, range.Request, candidate => Stage(folder, candidate, catalogue.Metrics), progress.Lines);
        var log = await SearchAsync(new ConfirmingJudge(judged, policy, ComparisonRules.Spreads(root), new LookView(progress).ShowAsync), folder, question, progress, cancellation);
        line.InvocationConfiguration.Output.Write(line.GetValue(s_json) ? BisectFile.Format(log) : BisectText.Of(log, Path.Combine(folder, BisectFile.Name)));
        return log.Next is FirstBad ? CommandLine.Good : CommandLine.Incomplete;
    }

    private static async Task<BisectDocument> SearchAsync(
        ConfirmingJudge judge, string folder, BisectDocument question, ProgressView progress, CancellationToken cancellation)
    {
        var file = Path.Combine(folder, BisectFile.Name);
        try
        {
            progress.Say($"{question.Candidates.Count} candidates after {question.Good.Title}");
            return await new Bisection(judge, file, progress.Say).RunAsync(question, cancellation);
        }
        catch (OperationCanceledException exception)
        {
            throw new RunInterruptedException($"the steps so far are kept in {folder}; the same command goes on from there", exception);
        }
    }

    private static async Task<BisectRange> RangeAsync(string root, ParseResult line, PlanRequest plan, CancellationToken cancellation)
    {
        if (line.GetValue(s_runtime) is { } ends)
        {
            if (line.GetValue(s_good) is not null)
                throw new UsageException("found --runtime and --good; patches are searched, or commits, so give one of them");
            var framework = plan.Axes.Runtime![0].Split('@')[0];
            return await BisectRange.OfPatchesAsync(await new Sdk(root).RuntimesAsync(cancellation), framework, ends, plan, cancellation);
        }

        var good = line.GetValue(s_good) ?? throw new UsageException("found neither --good nor --runtime; give a commit that was still good, or two patches such as --runtime 10.0.11..10.0.14");
        return await BisectRange.OfCommitsAsync(new Revisions(new Git(new SystemProcessRunner(), root)), good, line.GetValue(s_bad)!, plan, cancellation);
    }

    private static string Metric(MetricCatalogue catalogue, string name) => catalogue.Find(name) is not null
        ? name
        : throw new UsageException($"--metric: unknown metric '{name}'{Suggestion.Sentence(name, [.. catalogue.Metrics.Select(metric => metric.Name)], "metrics")}");

    // A candidate that was interrupted is measured anew: a folder of its own each time.
    private static PairedStage Stage(string folder, BisectCandidate candidate, IReadOnlyList<Metric> catalogue)
    {
        var run = RunFolder.Create(folder, $"{candidate.Id[..Math.Min(12, candidate.Id.Length)]}-{RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared)}");
        var work = Path.Combine(run.Root, "work");
        var driver = new BenchmarkDriver(new LocalDriver(LocalPrograms.Find(), work), work);
        var machine = MachineRecord.Read(MachineRecord.Current, driver.Name, Environment.GetEnvironmentVariable);
        return new PairedStage(Path.GetFileName(run.Root), "confirm", run, driver, machine, catalogue);
    }
}
