using System.CommandLine;
using PerfMatrix.Configuration;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Reporting.Site;
using PerfMatrix.Results;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary><c>run</c>, the main job: plans, publishes, measures, prints the table and writes the run's folder.</summary>
public static class RunCommand
{
    /// <summary>Creates the command.</summary>
    /// <param name="console">Where progress and table go.</param>
    public static Command Create(IAnsiConsole console)
    {
        var selection = new SelectionOptions();
        var job = new JobOptions();
        var remote = new RemoteSourceOption();
        var reference = new ReferenceOption();
        var json = new Option<bool>("--json") { Description = "Print the results as JSON instead of tables; progress goes to standard error." };
        var command = new Command("run", "Measures a selection of the matrix and prints the result.") { json };
        selection.AddTo(command);
        job.AddTo(command);
        remote.AddTo(command);
        reference.AddTo(command);
        command.SetAction((line, cancellation) =>
            RunAsync(console, selection, root => reference.Part(line, root, Part(line, job, remote, selection)), line, line.GetValue(json), cancellation));
        return command;
    }

    private static JobPart Part(ParseResult line, JobOptions job, RemoteSourceOption remote, SelectionOptions selection)
    {
        var part = job.Part(line);
        return part with { Remote = remote.Of(line, selection.Driver(line), part.Programs is not null) };
    }

    private static async Task<int> RunAsync(IAnsiConsole console, SelectionOptions selection, Func<string, JobPart> job, ParseResult line, bool json, CancellationToken cancellation)
    {
        var root = RepositoryRoot.Find();
        var catalogue = MetricCatalogue.Load(root).Metrics;
        var driver = new DriverChoice(selection.Driver(line), root, selection.ProfileChoice(line));
        await driver.CheckAsync(cancellation);
        await using var preparation = await RunPreparation.PrepareAsync(root, selection.Request(line), selection.ProfileChoice(line), job(root), cancellation);
        var folder = RunFolder.Create(selection.Out(line) ?? Path.Combine(root, RunFolder.DefaultParent), RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared));

        RunDocument run;
        try
        {
            run = await ShowAsync(console, json, preparation.Estimates, progress => MeasureAsync(preparation, driver, folder, catalogue, progress, cancellation));
        }
        catch (OperationCanceledException exception) when (File.Exists(folder.Document))
        {
            throw new RunInterruptedException($"what was measured until then is kept in {folder.Document}", exception);
        }

        HtmlReport.Write(folder.HtmlReport, folder.Document, run, catalogue, Workspace.Policy(root));
        Print(console, json, line.InvocationConfiguration.Output, run, catalogue, folder);
        return run.Complete ? CommandLine.Good : CommandLine.Incomplete;
    }

    private static async Task<RunDocument> MeasureAsync(
        RunPreparation preparation, DriverChoice choice, RunFolder folder, IReadOnlyList<Metric> catalogue, IRunProgress progress, CancellationToken cancellation)
    {
        await preparation.PublishAsync(progress, cancellation);
        await using var driver = choice.Create(folder);
        var machine = await choice.MachineAsync(cancellation);
        var builder = preparation.Builder(Path.GetFileName(folder.Root), machine, catalogue, TimeProvider.System.GetUtcNow());
        var session = new RunSession(driver, folder, builder, catalogue, machine, TimeProvider.System, progress);
        return await session.MeasureAsync(preparation.Blocks(), cancellation);
    }

    private static Task<RunDocument> ShowAsync(IAnsiConsole console, bool json, IReadOnlyList<TimeSpan> estimates, Func<IRunProgress, Task<RunDocument>> work) =>
        console.Profile.Capabilities.Interactive && !json
            ? TerminalProgress.ShowAsync(console, TimeProvider.System, estimates, work)
            : work(new LineProgress(json ? Console.Error : Console.Out, TimeProvider.System, estimates));

    private static void Print(IAnsiConsole console, bool json, TextWriter output, RunDocument run, IReadOnlyList<Metric> catalogue, RunFolder folder)
    {
        if (json)
        {
            output.Write(JsonReport.Format(run, catalogue));
            return;
        }

        TerminalReport.Write(console, run, catalogue);
        output.WriteLine($"Run document: {Path.GetRelativePath(Environment.CurrentDirectory, folder.Document)} (show it again: scripts/perfmatrix report)");
        output.WriteLine($"Report: {Path.GetRelativePath(Environment.CurrentDirectory, folder.HtmlReport)} (open it in a browser)");
    }
}

/// <summary>A run was interrupted; the message says what is kept.</summary>
public sealed class RunInterruptedException(string message, Exception inner) : OperationCanceledException(message, inner);
