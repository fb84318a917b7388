using System.Globalization;
using System.Text;
using PerfMatrix.Evidence.Demo;
using PerfMatrix.History;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Evidence.Tests.Demo;

/// <summary>Which steps the trend finds that begin when something else changes, too: the pinned reference, the machine, the mix of models.
/// </summary>
[Trait("kind", "slow")]
public sealed class HiddenStepTests
{
    private const int Trials = 20;
    private const int Runs = 240;

    /// <summary>Where <see cref="DemoHistory"/> pins another reference.</summary>
    private const int Repinned = Runs / 2;

    private const string Other = "another model";

    // The place of the step is that of the change, or as many runs behind it.
    private static readonly (string What, int After, Func<CompactRun, bool, CompactRun> Changed)[] s_situations =
    [
        ("nothing else changes", -30, (run, _) => run),
        ("at a re-pin, with a run that links both references", 0, (run, _) => run),
        ("10 runs after it", 10, (run, _) => run),
        ("20 runs after it", 20, (run, _) => run),
        ("at a re-pin without such a run", 0, (run, _) => Unlinked(run)),
        ("when the CPU model changes", 0, (run, isAfter) => isAfter ? On(Other, run) : run),
        ("10 runs after it", 10, (run, isAfter) => isAfter ? On(Other, run) : run),
        ("when the core count changes", 0, (run, isAfter) => isAfter ? On(run, machine => machine with { Cores = 2 * machine.Cores }) : run),
        ("when the driver changes", 0, (run, isAfter) => isAfter ? On(run, machine => machine with { Driver = "another" }) : run),
        ("two models in turn, before and after", -30, (run, _) => run.Run.Sequence % 2 == 0 ? On(Other, run) : run),
        ("when a second model joins, in turn", 0, (run, isAfter) => isAfter && run.Run.Sequence % 2 == 0 ? On(Other, run) : run),
    ];

    [Fact]
    public void What_hides_a_step_is_what_the_documentation_says()
    {
        var histories = Enumerable.Range(1, 100).Select(OneModel).OfType<IReadOnlyList<CompactRun>>().Take(Trials).ToList();
        Assert.Equal(Trials, histories.Count);
        var text = new StringBuilder("found within 5 and 20 runs, of 20 steps of all cells of a scenario\n\n")
            .Append("| the step begins | 3 % | 5 % | 10 % |\n|---|---|---|---|\n");
        foreach (var (what, after, changed) in s_situations)
        {
            var found = new[] { 3.0, 5, 10 }.Select(percent => histories.AsParallel().AsOrdered()
                .Select(history => RunsUntilMarked(history, after, changed, percent)).ToList());
            text.Append(CultureInfo.InvariantCulture, $"| {what} | ").AppendJoin(" | ", found.Select(runs =>
                $"{runs.Count(run => run <= HistoryInjection.Soon)}, {runs.Count(run => run <= HistoryInjection.Late)}")).Append(" |\n");
        }

        Approval.Verify(text.ToString(), "found");
    }

    private static int? RunsUntilMarked(IReadOnlyList<CompactRun> history, int after, Func<CompactRun, bool, CompactRun> changed, double percent)
    {
        var change = history.Index().First(run => run.Item.Run.Sequence >= Repinned).Index;
        // Without a re-pin the same history ends before it.
        var runs = history.Select((run, at) => changed(run, at >= (after < 0 ? change - 30 : change))).ToList();
        var cell = runs[0].Table.Cells[runs[0].Run.Variants.Cell[0]];
        var metric = Assert.Single(runs[0].Table.Metrics);
        return new HistoryInjection(runs).RunsUntilMarked(new(metric, percent, IsWhole: true, change + after, cell));
    }

    /// <summary>The throughput of a generated history, and only those of its runs that the usual model made; null where another one made that of the
    /// re-pin.</summary>
    private static IReadOnlyList<CompactRun>? OneModel(int seed)
    {
        var all = new DemoHistory(new(Runs, Cells: 4, seed, HasChanges: false) { RunsWithRounds = 0 }).Generate().ToList();
        var usual = all.CountBy(run => run.Run.Machine.CpuModel).MaxBy(model => model.Value).Key;
        return all[Repinned].Run.Machine.CpuModel != usual ? null : [.. all.Where(run => run.Run.Machine.CpuModel == usual).Select(Throughput)];
    }

    internal static CompactRun Throughput(CompactRun run)
    {
        const string Name = "throughput";
        var metrics = run.Table.Metrics.Where(metric => metric.Name == Name).ToList();
        return run with
        {
            Table = run.Table with { Metrics = metrics },
            Run = run.Run with
            {
                Summary = run.Run.Summary.Where(metric => metric.Key == Name).ToDictionary(),
                Links = run.Run.Links is { } links ? [.. links.Where(link => link.Metric == Name)] : null,
            },
        };
    }

    private static CompactRun Unlinked(CompactRun run) => run with { Run = run.Run with { OlderReference = null, Links = null } };

    private static CompactRun On(string model, CompactRun run) => On(run, machine => machine with { CpuModel = model });

    private static CompactRun On(CompactRun run, Func<MachineInfo, MachineInfo> other)
    {
        var machine = other(run.Run.Machine);
        var fingerprint = HistoryJson.Hash($"{machine.CpuModel} {machine.Cores} {machine.Driver}");
        return run with { Run = run.Run with { Machine = machine with { Fingerprint = fingerprint } } };
    }
}
