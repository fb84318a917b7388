using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary><c>run</c>, the main job: plans, publishes, measures, prints the table and writes the run's folder.</summary>
internal static class RunCommand
{
    public static Command Create(CommandContext context)
    {
        var (selection, job, remote, reference) = (new SelectionOptions(), new JobOptions(), new RemoteSourceOption(), new ReferenceOption());
        var json = new Option<bool>("--json") { Description = "Print the results as JSON instead of tables; progress goes to standard error." };
        var command = new Command("run", "Measures a selection of the matrix and prints the result.") { json };
        selection.AddTo(command);
        command.Add(job.All);
        remote.AddTo(command, job);
        reference.AddTo(command, job);
        command.SetAction(async (line, cancellation) =>
        {
            var (root, chosen) = (context.Root(), selection.Of(line));
            var part = job.Part(line, root) with { Remote = remote.Of(line, chosen.Driver) };
            var request = new MeasurementRequest(chosen.Plan, SideSource.WorkingTree)
            {
                Job = part.Programs is null ? part with { References = reference.Pins(line, root) } : part,
            };
            var isJson = line.GetValue(json);
            var (output, error) = (line.InvocationConfiguration.Output, line.InvocationConfiguration.Error);
            var flow = chosen.Flow(root, new ProgressView(context.Console, isJson ? error : output, context.Clock, isLive: !isJson), context.Clock);
            var files = context.Files(TextWriter.Null);
            var (run, folder) = await MeasureAsync(
                flow, request, () => part.Programs is null ? flow.NewFolder(chosen.Out) : files.Seal(flow.NewFolder(chosen.Out)), cancellation);
            HtmlReport.Write(folder.HtmlReport, folder.Document, run, Workspace.Policy(root));
            if (part.Programs is not null) files.SealAll(folder, RunDocument.File.Name);
            Print(context.Console, isJson, output, run, folder);
            return run.Complete ? CommandLine.Good : CommandLine.Incomplete;
        });
        return command;
    }

    private static Task<(RunDocument Run, RunFolder Folder)> MeasureAsync(
        MeasuringFlow flow, MeasurementRequest request, Func<RunFolder> create, CancellationToken cancellation) =>
        flow.RunAsync<(RunDocument, RunFolder)>(request, measurement =>
        {
            var folder = create();
            return new(() => folder, async place => (await MeasureAsync(measurement.Start(place), flow.View, cancellation), folder));
        }, cancellation);

    private static Task<RunDocument> MeasureAsync(RunSession session, IMeasuringView view, CancellationToken cancellation) =>
        view.ShowAsync(session.Estimates(), progress => session.MeasureAsync(null, progress, cancellation));

    private static void Print(IAnsiConsole console, bool json, TextWriter output, RunDocument run, RunFolder folder)
    {
        if (json)
        {
            output.Write(DocumentJson.Text(ReportBuilder.Build(run)));
            return;
        }

        TerminalReport.Write(console, RunTables.Of(run, console.Profile.Width));
        output.WriteLine(
            $"Run document: {Path.GetRelativePath(Environment.CurrentDirectory, folder.Document)} (show it again: {Invocation.Here} report)");
        output.WriteLine($"Report: {Path.GetRelativePath(Environment.CurrentDirectory, folder.HtmlReport)} (open it in a browser)");
    }
}
