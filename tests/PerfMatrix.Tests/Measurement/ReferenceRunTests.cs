using PerfMatrix.Drivers;
using PerfMatrix.History;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Shared.Benchmarks;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.History;
using PerfMatrix.Tests.Matrix;
using PerfMatrix.Tests.Results;

namespace PerfMatrix.Tests.Measurement;

/// <summary>Runs with references on a machine that does not exist, from the plan to the history.</summary>
public sealed class ReferenceRunTests : IDisposable
{
    private const string New = "2222222222222222222222222222222222222222";
    private const string Old = "1111111111111111111111111111111111111111";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Every_cell_has_a_ratio_to_the_reference_of_its_block()
    {
        var run = await MeasureAsync(new ScriptedDriver(Behaviour), cells: 12, references: 1);
        var stored = CompactRun.Of(run).Run;

        Assert.True(run.Complete);
        Assert.Equal(2, run.Blocks.Count);
        SchemaCheck.AssertFits("run", RunDocument.File.Format(run));
        Assert.Equal(
            (Side.Reference, New), Assert.Single(run.Variants.Where(variant => variant.Side != Side.Head)
                .Select(variant => (variant.Side, variant.Sha!))));
        Assert.Equal((New, null), (stored.Reference, stored.OlderReference));
        foreach (var metric in new[] { "throughput", "cpuPerRequest" })
            Assert.All(Heads(stored), head => Assert.NotNull(stored.Summary[metric][head].Ratio));
        // The reference is half as fast as every cell.
        Assert.All(Heads(stored), head => Assert.Equal(Math.Log(2), stored.Summary["throughput"][head].Ratio!.Value / 10_000.0, 0.05));
    }

    [Fact]
    public async Task While_a_pin_changes_both_are_measured_and_linked()
    {
        var stored = CompactRun.Of(await MeasureAsync(new ScriptedDriver(Behaviour), cells: 3, references: 2)).Run;

        Assert.Equal((New, Old), (stored.Reference, stored.OlderReference));
        var link = Assert.Single(stored.Links!, link => link.Metric == "throughput");
        Assert.Equal(Math.Log(0.5 / 0.8), link.Ratio / 10_000.0, 0.05);
    }

    /// <summary>Groups of a workflow run on different machines are documents of their own, each with some of the cells.</summary>
    [Fact]
    public async Task A_series_goes_on_without_a_step_when_its_cells_are_linked_by_a_later_document()
    {
        var old = new ScriptedDriver(variant => new(Speed: variant.Side == Side.Reference ? 0.8 : 1));
        RunDocument[] runs =
        [
            await MeasureAsync(old, 2, references: 1, scenario: "a", newest: Old),
            await MeasureAsync(old, 2, references: 1, scenario: "b", newest: Old),
            await MeasureAsync(new ScriptedDriver(Behaviour), 2, references: 2, scenario: "a"),
            await MeasureAsync(new ScriptedDriver(Behaviour), 2, references: 2, scenario: "b"),
        ];

        var files = Published(runs);

        Assert.Equal([true, true], new HistoryStore(files).Catalogue.References.Select(reference => reference.Chained));
        foreach (var scenario in new[] { "a", "b" })
        {
            var path = HistoryPaths.Shard("throughput", scenario, 0);
            var ratios = HistoryJson.Read<ShardDocument>(path, files.Read(path)!).Cells[0].Ratio.OfType<int>().ToList();
            Assert.Equal(2, ratios.Count);
            Assert.All(ratios, ratio => Assert.Equal(Math.Log(1 / 0.8), ratio / 10_000.0, 0.05));
        }
    }

    [Fact]
    public async Task A_series_that_no_document_links_has_no_ratios_until_one_does()
    {
        var old = new ScriptedDriver(variant => new(Speed: variant.Side == Side.Reference ? 0.8 : 1));
        var both = new ScriptedDriver(Behaviour);
        RunDocument[] runs =
        [
            await MeasureAsync(old, 2, references: 1, scenario: "a", newest: Old),
            await MeasureAsync(old, 2, references: 1, scenario: "b", newest: Old),
            await MeasureAsync(both, 2, references: 2, scenario: "a"),
            await MeasureAsync(both, 2, references: 1, scenario: "b"),
            await MeasureAsync(both, 2, references: 1, scenario: "b"),
            await MeasureAsync(both, 3, references: 1, scenario: "b"), // the third cell was not there before, so there is nothing to go on from
            await MeasureAsync(both, 2, references: 2, scenario: "b"),
        ];

        var files = Published(runs);

        Assert.Equal([1, 6], Points(files, "b", cell: 0));
        Assert.Equal([0, 2], Points(files, "a", cell: 0));
        Assert.Equal([5], Points(files, "b", cell: 2));
        Assert.Equal("2,3", UnlinkedOf(Published(runs[..6])));
        Assert.Equal("", UnlinkedOf(files));
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    /// <summary>Somebody pins another reference without an overlap, and later a third one beside the first: all who read the history would take the
    /// third for a continuation of the second.</summary>
    [Fact]
    public async Task A_link_past_a_reference_that_nothing_links_continues_no_chain()
    {
        var (both, second, fourth) = (new ScriptedDriver(Behaviour), new string('3', 40), new string('4', 40));
        RunDocument[] runs =
        [
            await MeasureAsync(new ScriptedDriver(variant => new(Speed: variant.Side == Side.Reference ? 0.8 : 1)), 2, 1, newest: Old),
            await MeasureAsync(both, 2, references: 1, newest: second),
            await MeasureAsync(both, 2, references: 2),
            await MeasureAsync(both, 2, references: 2),
            await MeasureAsync(both, 2, references: 2, newest: fourth),
        ];

        var history = new HistoryStore(Published(runs));

        Assert.Equal([true, false, false, false], history.Catalogue.References.Select(reference => reference.Chained));
        Assert.Equal([null, false, false, false],
            history.Events.Where(one => one.Kind == EventKinds.Reference).Select(one => one.Chained));
        Assert.Equal([0, 1, 2, 3, 4], Points(Published(runs), "a", cell: 0));
    }

    /// <summary>A cell that is measured weekly, or failed when both references were measured; its blocks have the anchor of the others.</summary>
    [Fact]
    public async Task A_cell_that_the_linking_run_left_out_has_the_link_of_its_scenario()
    {
        var both = new ScriptedDriver(Behaviour);
        RunDocument[] runs =
        [
            await MeasureAsync(new ScriptedDriver(variant => new(Speed: variant.Side == Side.Reference ? 0.8 : 1)), 2, 1, newest: Old),
            await MeasureAsync(both, 1, references: 2),
            await MeasureAsync(both, 2, references: 1),
        ];

        var files = Published(runs);

        var path = HistoryPaths.Shard("throughput", "a", 0);
        var ratios = HistoryJson.Read<ShardDocument>(path, files.Read(path)!).Cells[1].Ratio;
        Assert.Equal([0, 2], Points(files, "a", cell: 1));
        Assert.All(ratios.OfType<int>(), ratio => Assert.Equal(Math.Log(1 / 0.8), ratio / 10_000.0, 0.05));
        Assert.Equal("", UnlinkedOf(files));
    }

    /// <summary>E.g. of a metric that was 0 with the old reference, or of a block whose workload the old one lacks.</summary>
    [Fact]
    public async Task A_ratio_without_a_link_does_not_break_the_chain_of_the_others()
    {
        var before = await MeasureAsync(new ScriptedDriver(variant => new(Speed: variant.Side == Side.Reference ? 0.8 : 1)), 2, 1, newest: Old);
        var linking = await MeasureAsync(new ScriptedDriver(Behaviour), 2, references: 2);
        var linked = HistorySamples.Compact(linking with { Id = HistorySamples.Document(1).Id });

        var files = HistorySamples.Published(
            HistorySamples.Compact(before with { Id = HistorySamples.Document(0).Id }),
            linked with { Run = linked.Run with { Links = [.. linked.Run.Links!.Where(link => link.Metric != "cpuPerRequest")] } });

        Assert.Equal([true, true], new HistoryStore(files).Catalogue.References.Select(reference => reference.Chained));
        Assert.Equal([0, 1], Points(files, "a", cell: 0));
        Assert.Equal([0], Points(files, "a", cell: 0, "cpuPerRequest"));
    }

    [Fact]
    public async Task A_reference_that_cannot_be_measured_costs_the_ratios_and_nothing_else()
    {
        var run = await MeasureAsync(new ScriptedDriver { Failing = variant => variant.Side == Side.Reference }, cells: 2, references: 1);
        var stored = CompactRun.Of(run).Run;

        Assert.True(run.Complete);
        Assert.Equal("The reference, commit 22222222, could not be measured, so the cells of its blocks have no ratio in the trend "
            + "(a/net10.0/mode-0/2c@reference): "
            + "all 2 rounds failed, the first because: exited with code 134 before its first answer.", Assert.Single(run.Warnings));
        Assert.Null(stored.Reference);
        Assert.All(Heads(stored), head => Assert.True(stored.Summary["throughput"][head] is { Value: not null, Ratio: null }));
    }

    [Fact]
    public async Task A_reference_that_was_not_built_leaves_the_others_of_its_block()
    {
        var run = await MeasureAsync(new ScriptedDriver(), cells: 2, references: 1, notBuilt: "it has no workloads/A/A.csproj");

        Assert.True(run.Complete);
        Assert.EndsWith("@reference): it has no workloads/A/A.csproj", Assert.Single(run.Warnings));
        Assert.Equal(["m", "m", "f"], CompactRun.Of(run).Run.Variants.Status.Order().Select(letter => $"{letter}").Reverse());
    }

    [Fact]
    public async Task A_case_of_BenchmarkDotNet_has_a_ratio_to_the_reference_of_its_block()
    {
        var run = await MeasureCaseAsync(isInReference: true);
        var stored = CompactRun.Of(run).Run;

        Assert.True(run.Complete);
        Assert.Empty(run.Warnings);
        Assert.Equal(New, stored.Reference);
        // The reference takes twice as long, and allocates as much.
        Assert.All(Heads(stored), head => Assert.Equal(Math.Log(0.5), stored.Summary["meanTime"][head].Ratio!.Value / 10_000.0, 0.001));
        Assert.All(Heads(stored), head => Assert.Equal(0, stored.Summary["allocatedPerOperation"][head].Ratio!.Value));
    }

    [Fact]
    public async Task A_case_that_the_reference_lacks_is_measured_without_a_ratio_and_a_warning_says_why()
    {
        var run = await MeasureCaseAsync(isInReference: false);
        var stored = CompactRun.Of(run).Run;

        Assert.True(run.Complete);
        Assert.Contains("could not be measured, so the cells of its blocks have no ratio in the trend "
            + "(async-tasks-short/Baseline/net10.0/mode-0/2c@reference): all 2 rounds failed, the first because: "
            + "BenchmarkDotNet ended with code 0 and reported no case 'Baseline'", Assert.Single(run.Warnings), StringComparison.Ordinal);
        Assert.Null(stored.Reference);
        Assert.All(Heads(stored), head => Assert.True(stored.Summary["meanTime"][head] is { Value: not null, Ratio: null }));
    }

    [Fact]
    public async Task The_table_lists_cells_and_a_line_names_the_references()
    {
        var report = ReportBuilder.Build(await MeasureAsync(new ScriptedDriver(Behaviour), cells: 2, references: 2));

        Assert.Equal(["mode-0", "mode-1"], Assert.Single(report.Tables).Rows.Select(row => row.Gc));
        Assert.Contains("Reference of the trend: commit 22222222, and 11111111 that was pinned before, measured beside the anchor in every block "
            + "and left out of the tables.", report.Notes);
    }

    private static RunSamples.Behaviour Behaviour(Variant variant) =>
        new(Speed: variant.Side switch { Side.Reference => 0.5, Side.OlderReference => 0.8, _ => 1 });

    /// <summary>Sequences of the runs with a ratio.</summary>
    private static IEnumerable<int> Points(MemoryFiles files, string scenario, int cell, string metric = "throughput")
    {
        var path = HistoryPaths.Shard(metric, scenario, 0);
        var ratios = HistoryJson.Read<ShardDocument>(path, files.Read(path)!).Cells[cell].Ratio;
        return Enumerable.Range(0, ratios.Count).Where(index => ratios[index] is not null);
    }

    /// <summary>Cells whose newest ratio of throughput is left out because nothing links it.</summary>
    private static string UnlinkedOf(MemoryFiles files) =>
        string.Join(',', new HistoryStore(files).Latest.Metrics["throughput"].Unlinked ?? []);

    private static MemoryFiles Published(IReadOnlyList<RunDocument> runs) => HistorySamples.Published(
        runs.Select((run, index) => HistorySamples.Compact(run with { Id = HistorySamples.Document(index).Id })));

    private static IEnumerable<int> Heads(StoredRun run) =>
        Enumerable.Range(0, run.Variants.Side.Length).Where(variant => run.Variants.Side[variant] == 'h');

    private Task<RunDocument> MeasureCaseAsync(bool isInReference) => MeasureAsync(
        new ScriptedDriver
        {
            Change = (block, round) => round with
            {
                Slices = [],
                Variants = [.. block.Variants.Select(variant => variant.Side == Side.Head || isInReference ? Benchmark(variant)
                    : new BenchmarkOutcome(0, [], [], null, "The filter matches nothing.").Observe(variant.Id, "Baseline"))],
            },
        },
        cells: 2, references: 1, scenario: "async-tasks-short/Baseline", matrix: Definitions.Checkout);

    private static VariantObservation Benchmark(Variant variant) => new()
    {
        Variant = variant.Id,
        WarmupSettled = true,
        Proof = RunSamples.ProofOf("10.0.12"),
        Benchmark = new BenchmarkObservation
        {
            FullName = "AsyncTasks.Tasks.Baseline",
            MeanNanoseconds = variant.Side == Side.Head ? 100 : 200,
            StandardDeviationNanoseconds = 1,
            Iterations = 3,
            AllocatedBytes = 448,
        },
    };

    private async Task<RunDocument> MeasureAsync(
        IDriver driver, int cells, int references, string? notBuilt = null, string scenario = "a", string newest = New,
        MatrixDefinition? matrix = null)
    {
        PlannedCell[] planned =
            [.. Enumerable.Range(0, cells).Select(mode => new PlannedCell(new(scenario, "net10.0", $"mode-{mode}", 2), CellStatus.Planned, null))];
        var plan = new Plan(planned, BlockPacking.Pack(matrix ?? Definitions.Of(Definitions.Small), planned, references));
        var builder = new RunBuilder(RunSamples.Header(0), plan);
        foreach (var variant in plan.Blocks.SelectMany(block => block.Variants).Distinct().Where(variant => variant.Side.IsReference()))
        {
            builder.Describe(variant, new VariantFacts("10.0.12", "abc", variant.Side == Side.Reference ? newest : Old, null));
            if (notBuilt is not null) builder.FailVariant(variant, notBuilt);
        }

        var session = ScriptedStage.OfBlocks(
            driver, plan.Blocks, builder, block => Setup(block, notBuilt is null), RunFolder.Create(_folder.Root, $"run-{Guid.NewGuid():N}"));
        return await session.MeasureAsync(
            null, new LineProgress(TextWriter.Null, TimeProvider.System, session.Estimates()), CancellationToken.None);
    }

    private static BlockSetup Setup(Block block, bool isBuilt)
    {
        var setup = ScriptedStage.Setup(block, 2);
        return isBuilt ? setup : setup with
        {
            Applications = setup.Applications.Where(one => !one.Key.EndsWith("@reference", StringComparison.Ordinal)).ToDictionary(),
        };
    }
}
