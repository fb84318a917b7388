using PerfMatrix.Gate;
using PerfMatrix.History;
using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.History;

namespace PerfMatrix.Tests.Measurement;

/// <summary>Cases of a BenchmarkDotNet project on their way through compare, gate and history: made-up observations, everything else is
/// real.</summary>
public sealed class BenchmarkCasesComparedTests : IDisposable
{
    private const long BytesOfBase = 448;

    private static readonly CellPair[] s_pairs = [.. new[] { "async-tasks/Baseline", "async-tasks/WithoutTaskRun" }.Select(
        scenario => CellPair.OfSides(RunSamples.CellOf("net10.0", "workstation", scenario)))];

    private readonly TemporaryFolder _folder = new();
    private readonly Random _random = new(3);
    private double _slower = 1;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(64, Verdict.Worse, Outcome.Regressed)]
    [InlineData(-64, Verdict.Better, Outcome.Pass)]
    [InlineData(0, Verdict.Same, Outcome.Pass)]
    [InlineData(4, Verdict.Same, Outcome.Pass)]
    public async Task The_gate_decides_on_allocated_bytes_of_an_operation(long more, Verdict expected, Outcome outcome)
    {
        var comparison = await MeasureAsync(
            variant => variant is { Side: Side.Head, Cell.Scenario: "async-tasks/Baseline" } ? BytesOfBase + more : BytesOfBase);

        var verdicts = comparison.Decision.Verdict.Cells.Where(cell => cell.Metric == "allocatedPerOperation").ToDictionary(cell => cell.Cell);
        Assert.Equal([expected, Verdict.Same], s_pairs.Select(pair => verdicts[pair.Id].Verdict));
        Assert.Equal((Stage.Whole, 3), (verdicts[s_pairs[0].Id].Stage, verdicts[s_pairs[0].Id].Rounds));
        Assert.Equal(outcome, comparison.Decision.Verdict.Outcome);
        Assert.Empty(comparison.Comparison.MachineBiasPercent!);
    }

    [Theory]
    [InlineData(1.2, Verdict.Worse)]
    [InlineData(0.8, Verdict.Better)]
    [InlineData(1, Verdict.Same)]
    public async Task The_gate_decides_on_the_mean_time_of_an_operation(double slower, Verdict expected)
    {
        _slower = slower;

        var comparison = await MeasureAsync(_ => BytesOfBase);

        var verdicts = comparison.Decision.Verdict.Cells.Where(cell => cell.Metric == "meanTime").ToDictionary(cell => cell.Cell);
        Assert.Equal([expected, Verdict.Same], s_pairs.Select(pair => verdicts[pair.Id].Verdict));
        Assert.Equal(expected == Verdict.Worse ? Outcome.Regressed : Outcome.Pass, comparison.Decision.Verdict.Outcome);
    }

    [Fact]
    public async Task A_case_that_throws_is_missing_with_its_message()
    {
        var problem = await Assert.ThrowsAnyAsync<IncompleteException>(
            () => MeasureAsync(variant => variant is { Side: Side.Head } ? null : BytesOfBase));

        Assert.Contains("System.InvalidOperationException: there is no server", problem.Message);
    }

    [Fact]
    public async Task What_was_measured_is_published_and_drawn_as_a_series()
    {
        await MeasureAsync(_ => BytesOfBase);
        var run = RunDocument.File.Read(Path.Combine(_folder.Root, $"{Stage.Whole}", "run.json"));

        var files = HistorySamples.Published(HistorySamples.Compact(run));

        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.Equal(s_pairs.Select(pair => pair.Id).Order(), new HistoryStore(files).Catalogue.Cells.Select(cell => cell.Id).Order());
        var compact = HistorySamples.Compact(run);
        Assert.Equal(run.Samples.Count, compact.Run.Rounds!["allocatedPerOperation"].Sum(rounds => rounds.Count));
        Assert.Contains("meanTime", compact.Run.Rounds.Keys);
    }

    private Task<GatedComparison> MeasureAsync(Func<Variant, long?> bytes)
    {
        var driver = new ScriptedDriver
        {
            Change = (block, round) => round with { Slices = [], Variants = [.. block.Variants.Select(variant => Observe(variant, bytes(variant)))] },
        };
        return new GatedMeasurement(
            [.. s_pairs.Select(pair => pair.Id)],
            ScriptedStage.Start(driver, s_pairs, RunFolder.Create(_folder.Root, $"{Stage.Whole}")),
            run => RunComparison.OfSides([new(run)]),
            new GateRules(new GatePolicy()),
            new SilentView(),
            _ => null).MeasureAsync(default);
    }

    private VariantObservation Observe(Variant variant, long? bytes) => new()
    {
        Variant = variant.Id,
        WarmupSettled = true,
        Failure = bytes is null ? new RoundFailure { Reason = "System.InvalidOperationException: there is no server" } : null,
        Benchmark = bytes is null ? null : new BenchmarkObservation
        {
            FullName = "AsyncTasks.Tasks." + variant.Cell.Scenario,
            MeanNanoseconds = 1e9 * (1 + (0.01 * _random.NextDouble()))
                * (variant is { Side: Side.Head, Cell.Scenario: "async-tasks/Baseline" } ? _slower : 1),
            StandardDeviationNanoseconds = 1e6,
            Iterations = 3,
            AllocatedBytes = bytes,
            Gen0PerThousand = 0,
            Gen1PerThousand = 0,
            Gen2PerThousand = 0,
        },
    };
}
