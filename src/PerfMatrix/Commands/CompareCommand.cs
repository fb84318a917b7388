using System.CommandLine;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary>
/// <c>compare</c>: two sides cell by cell. Commits are measured until the gate can decide; of documents it writes <c>comparison.json</c>, which <c>gate</c> judges.
/// </summary>
public static class CompareCommand
{
    /// <summary>Creates the command.</summary>
    /// <param name="console">Where the table is shown.</param>
    /// <param name="catalogue">Reads the metric catalogue; called only when the command runs.</param>
    /// <param name="sources">Where comparisons come from, in the order they are asked.</param>
    public static Command Create(IAnsiConsole console, Func<IReadOnlyList<Metric>> catalogue, params IReadOnlyList<IComparisonSource> sources)
    {
        var selection = new SelectionOptions(MatrixDefinition.ComparisonSubset);
        var format = new FormatOptions();
        var stage = new StageOptions();
        var remote = new RemoteSourceOption();
        var old = new Argument<string?>("base") { Description = "A commit to compare with (main, HEAD~1, v1.2), or a run.json or the folder of a run.", Arity = ArgumentArity.ZeroOrOne };
        var head = new Argument<string?>("head") { Description = "A commit to compare, the working tree unless given; or another run.", Arity = ArgumentArity.ZeroOrOne };
        var command = new Command("compare", "Compares two commits in the same blocks, or two values of an axis (--runtime net8.0..net10.0, --gc server..datas), or runs that are there.") { old, head };
        selection.AddTo(command);
        stage.AddTo(command);
        remote.AddTo(command);
        format.AddTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var asked = Request(selection, line, line.GetValue(old), line.GetValue(head)) with { Stage = stage.Request(line) };
            var request = asked with { Remote = remote.Of(line, asked.Driver, asked.Stage?.Job.Programs is not null) };
            var source = sources.FirstOrDefault(source => source.Takes(request)) ?? throw NoSource(request);
            var result = await source.CompareAsync(request, cancellation);
            var folder = Write(result, request.Out);
            Show(console, line.InvocationConfiguration.Output, result, catalogue(), format.Chosen(line), folder);
            return result.Verdict?.Outcome.ExitCode() ?? (result.IsIncomplete ? CommandLine.Incomplete : CommandLine.Good);
        });
        return command;
    }

    private static CompareRequest Request(SelectionOptions selection, ParseResult line, string? old, string? head)
    {
        var plan = selection.Request(line);
        var (axis, options) = TakeAxis(plan.Axes);
        return new(old, head, axis, plan with { Axes = options }, selection.Driver(line), selection.ProfileChoice(line), selection.Out(line));
    }

    private static (AxisValuePair? Axis, AxisChoice Others) TakeAxis(AxisChoice options) => (Pair(options.Runtime), Pair(options.Gc)) switch
    {
        (null, null) => (null, options),
        ({ } runtime, null) => (AxisValuePair.Parse(AxisValuePair.Runtime, runtime), options with { Runtime = null }),
        (null, { } gc) => (AxisValuePair.Parse(AxisValuePair.Gc, gc), options with { Gc = null }),
        _ => throw new UsageException("found two values of a runtime and two of a GC mode, one axis was expected: the others must be equal on both sides"),
    };

    private static string? Pair(IReadOnlyList<string>? values) => values?.FirstOrDefault(AxisValuePair.IsPair) is not { } pair ? null
        : values.Count == 1 ? pair
        : throw new UsageException($"found '{string.Join(',', values)}', only '{pair}' was expected: one pair of values is compared");

    private static UsageException NoSource(CompareRequest request) => request.Base is null
        ? new("found nothing to compare; give a commit to compare the working tree with (compare main), two values of an axis (compare --runtime net8.0..net10.0), or runs (compare RUN.json)")
        : new($"{request.Base}: no such file or folder of a run. Give a run.json or the folder that holds it.");

    private static string Write(ComparisonResult result, string? given)
    {
        // What was judged was measured, in a folder of its own below the one given.
        var folder = result.Verdict is null ? given ?? result.Folder : result.Folder;
        OutputFolder.Create(folder);
        ComparisonFile.Write(Path.Combine(folder, ComparisonFile.Name), result.Comparison);
        if (result.Verdict is { } verdict)
            VerdictFile.Write(Path.Combine(folder, VerdictFile.Name), verdict);
        return folder;
    }

    private static void Show(IAnsiConsole console, TextWriter output, ComparisonResult result, IReadOnlyList<Metric> catalogue, string format, string folder)
    {
        if (format == FormatOptions.Json)
            output.Write(result.Verdict is { } verdict ? VerdictFile.Format(verdict) : ComparisonFile.Format(result.Comparison));
        else
            TableReportWriter.Write(console, output, result.Verdict is { } judged ? VerdictReport.Of(judged, catalogue) : ComparisonReport.Of(result.Comparison, catalogue), format == FormatOptions.Markdown);
        if (format == FormatOptions.Terminal)
            output.WriteLine($"Comparison: {Path.GetRelativePath(Environment.CurrentDirectory, Path.Combine(folder, ComparisonFile.Name))}");
    }
}
