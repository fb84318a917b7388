using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Results;

namespace PerfMatrix.Tests.Measurement.Paired;

public sealed class GatedMeasurementTests : IDisposable
{
    private static readonly CellPair[] s_pairs = [.. new[] { "workstation", "server", "datas" }.Select(gc => CellPair.OfSides(RunSamples.CellOf("net10.0", gc)))];

    private readonly TemporaryFolder _folder = new();
    private readonly List<Look> _looks = [];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_slower_cell_is_confirmed_with_fresh_rounds_and_the_others_are_the_same()
    {
        var comparison = await MeasureAsync(variant => variant is { Side: Side.Head, Cell.Gc: "server" } ? new(Speed: 0.9) : new());

        var verdicts = comparison.Decision.Verdict.Cells.Where(cell => cell.Metric == MetricNames.Throughput).ToDictionary(cell => cell.Cell, cell => cell);
        Assert.Equal([Verdict.Same, Verdict.Worse, Verdict.Same], s_pairs.Select(pair => verdicts[pair.Id].Verdict));
        Assert.Equal((Stage.Confirm, 18, 1), (verdicts[s_pairs[1].Id].Stage, verdicts[s_pairs[1].Id].Rounds, verdicts[s_pairs[1].Id].Machines));
        Assert.Equal(Outcome.Regressed, comparison.Decision.Verdict.Outcome);
        Assert.Equal((Stage.Screen, 7, 3), (_looks[0].Stage, _looks[0].Rounds, _looks[0].Cells.Count));
        Assert.Contains(_looks, look => look is { Stage: Stage.Confirm, Rounds: 18 } && look.Cells.Contains(s_pairs[1].Id));
        Assert.Equal(["screen", "confirm"], comparison.Comparisons.Single().Runs.Select(run => run.Stage.ToString().ToLowerInvariant()));
    }

    [Fact]
    public async Task Without_a_difference_nothing_is_worse()
    {
        var comparison = await MeasureAsync(_ => new());

        Assert.DoesNotContain(comparison.Decision.Verdict.Cells, cell => cell.Verdict == Verdict.Worse);
        Assert.NotEqual(Outcome.Regressed, comparison.Decision.Verdict.Outcome);
    }

    [Fact]
    public async Task A_head_that_never_starts_is_incomplete_with_its_reason_and_ends_soon()
    {
        var driver = new ScriptedDriver { Failing = variant => variant.Side == Side.Head };

        var problem = await Assert.ThrowsAsync<IncompleteException>(() => Measurement(driver).MeasureAsync(default));

        Assert.Contains("exited with code 134", problem.Message);
        Assert.Single(_looks);
    }

    [Fact]
    public async Task The_screen_alone_leaves_suspects_to_other_machines_and_measures_undecided_cells_on()
    {
        var screen = Measurement(new ScriptedDriver(variant => variant is { Side: Side.Head, Cell.Gc: "server" } ? new(Speed: 0.9) : new()), Stage.Screen);

        var comparison = await screen.MeasureAsync(default);

        Assert.All(_looks, look => Assert.Equal(Stage.Screen, look.Stage));
        Assert.Contains(s_pairs[1].Id, comparison.Decision.Suspects.Suspects.Select(suspect => suspect.Cell));
        Assert.NotEqual(Outcome.Regressed, comparison.Decision.Verdict.Outcome);
    }

    [Fact]
    public async Task What_cannot_be_judged_is_still_compared_with_the_reason()
    {
        var screen = Measurement(new ScriptedDriver { Failing = variant => variant.Side == Side.Head }, Stage.Screen);
        await Assert.ThrowsAsync<IncompleteException>(() => screen.MeasureAsync(default));

        var comparison = Assert.Single(screen.Compare());

        Assert.Equal(3, comparison.Cells.Count);
        Assert.All(comparison.Cells, cell => Assert.Contains("exited with code 134", cell.Missing));
    }

    private Task<GatedComparison> MeasureAsync(Func<Variant, RunSamples.Behaviour> behaviour) => Measurement(new ScriptedDriver(behaviour)).MeasureAsync(default);

    private GatedMeasurement Measurement(ScriptedDriver driver, Stage last = Stage.Confirm) => new(
        [.. s_pairs.Select(pair => pair.Id)],
        (stage, cells) => ScriptedStage.Start(driver, [.. s_pairs.Where(pair => cells.Contains(pair.Id))], RunFolder.Create(_folder.Root, $"{stage}"), $"{stage}"),
        runs => [RunComparison.OfSides(runs, RunSamples.Catalogue)],
        new GateRules(new GatePolicy()),
        (look, _, work) =>
        {
            _looks.Add(look);
            return work(new LineProgress(TextWriter.Null, TimeProvider.System, []));
        })
    {
        Last = last,
    };
}
