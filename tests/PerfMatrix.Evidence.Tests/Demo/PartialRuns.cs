using PerfMatrix.Evidence.Demo;
using PerfMatrix.History;

namespace PerfMatrix.Evidence.Tests.Demo;

/// <summary>Generated runs of four cells, one machine and a commit each, from which cells can be taken away. From a commit on, all are 20 % slower.
/// </summary>
internal static class PartialRuns
{
    /// <summary>The first commit with the step.</summary>
    public const int Bad = 30;

    public static string Sha(int commit) => $"{commit:x40}";

    /// <summary>The throughput of as many commits, each with its own workflow run.</summary>
    public static IReadOnlyList<CompactRun> Of(int commits)
    {
        var runs = new DemoHistory(new(commits, Cells: 4, Seed: 7, HasChanges: false) { RunsWithRounds = 0 }).Generate()
            .Select(HiddenStepTests.Throughput).ToList();
        return
        [
            .. runs.Select((run, commit) => Only(run with
            {
                Run = run.Run with { Source = run.Run.Source with { Sha = Sha(commit) }, Machine = runs[0].Run.Machine },
            }, $"gh{commit}-1-aaaaaa", 0, 1, 2, 3)),
        ];
    }

    /// <summary>The run with the step, if its commit has it.</summary>
    public static CompactRun Stepped(CompactRun run, int commit) => commit < Bad ? run
        : new InjectedStep(Assert.Single(run.Table.Metrics), 20, IsWhole: true, Bad, run.Table.Cells[0]).In(run);

    /// <summary>A document that plans some of the cells.</summary>
    public static CompactRun Only(CompactRun run, string id, params int[] cells) => run with
    {
        Run = run.Run with
        {
            Id = $"{run.Run.Id.Split('-')[0]}-{id}",
            Variants = run.Run.Variants with
            {
                Side = string.Concat(run.Run.Variants.Side.Select((side, variant) => side == 'h' && !cells.Contains(variant) ? 'b' : side)),
            },
        },
    };

    /// <summary>The run, in which some cells failed.</summary>
    public static CompactRun Failing(CompactRun run, params int[] cells)
    {
        return run with
        {
            Run = run.Run with
            {
                Variants = run.Run.Variants with
                {
                    Status = string.Concat(run.Run.Variants.Status.Select((status, variant) => cells.Contains(variant) ? 'f' : status)),
                },
                Summary = run.Run.Summary.ToDictionary(metric => metric.Key, metric => new PointColumns(
                    [.. metric.Value.Value.Select((value, variant) => cells.Contains(variant) ? null : value)],
                    Left(metric.Value.Ratio), Left(metric.Value.Low), Left(metric.Value.High))),
            },
        };

        List<int?> Left(List<int?> column) => [.. column.Select((ratio, variant) => cells.Contains(variant) ? null : ratio)];
    }

    public static CompactRun On(CompactRun run, Func<MachineInfo, MachineInfo> other) =>
        run with { Run = run.Run with { Machine = other(run.Run.Machine) } };

    public static HistoryStore Published(IEnumerable<CompactRun> runs)
    {
        var store = new HistoryStore(new EmptyFiles());
        foreach (var run in runs) store.Append(run.At(store.NextSequence), isStored: true);
        return store;
    }
}
