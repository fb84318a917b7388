using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Results;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Measurement.Paired;

public sealed class GatedMeasurementTests : IDisposable
{
    private static readonly CellPair[] s_pairs =
        [.. new[] { "workstation", "server", "datas" }.Select(gc => CellPair.OfSides(RunSamples.CellOf("net10.0", gc)))];

    private readonly TemporaryFolder _folder = new();
    private readonly SilentView _view = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_slower_cell_is_confirmed_with_fresh_rounds_and_the_others_are_the_same()
    {
        var comparison = await MeasureAsync(variant => variant is { Side: Side.Head, Cell.Gc: "server" } ? new(Speed: 0.9) : new());

        var verdicts = comparison.Decision.Verdict.Cells.Where(cell => cell.Metric == "throughput").ToDictionary(cell => cell.Cell, cell => cell);
        Assert.Equal([Verdict.Same, Verdict.Worse, Verdict.Same], s_pairs.Select(pair => verdicts[pair.Id].Verdict));
        Assert.Equal((Stage.Confirm, 18, 1), (verdicts[s_pairs[1].Id].Stage, verdicts[s_pairs[1].Id].Rounds, verdicts[s_pairs[1].Id].Machines));
        Assert.Equal(Outcome.Regressed, comparison.Decision.Verdict.Outcome);
        Assert.Equal((Stage.Screen, 7, 3), (_view.Looks[0].Stage, _view.Looks[0].Rounds, _view.Looks[0].Cells.Count));
        Assert.Contains(_view.Looks, look => look is { Stage: Stage.Confirm, Rounds: 18 } && look.Cells.Contains(s_pairs[1].Id));
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
        Assert.Single(_view.Looks);
    }

    [Fact]
    public async Task The_screen_alone_leaves_suspects_to_other_machines_and_measures_undecided_cells_on()
    {
        var screen = Measurement(new ScriptedDriver(variant => variant is { Side: Side.Head, Cell.Gc: "server" } ? new(Speed: 0.9) : new()));

        var decision = GateDecision.Of([await screen.ScreenAsync(default)], new GateRules(new GatePolicy()));

        Assert.All(_view.Looks, look => Assert.Equal(Stage.Screen, look.Stage));
        Assert.Equal(Enumerable.Range(0, _view.Looks.Count).Select(index => index > 0), _view.Looks.Select(look => look.IsFurther));
        Assert.Contains(s_pairs[1].Id, decision.Suspects.Suspects.Select(suspect => suspect.Id));
        Assert.NotEqual(Outcome.Regressed, decision.Verdict.Outcome);
    }

    [Fact]
    public async Task What_cannot_be_judged_is_still_compared_with_the_reason()
    {
        var comparison = await Measurement(new ScriptedDriver { Failing = variant => variant.Side == Side.Head }).ScreenAsync(default);

        Assert.Equal(3, comparison.Cells.Count);
        Assert.All(comparison.Cells, cell => Assert.Contains("exited with code 134", cell.Missing));
    }

    private Task<GatedComparison> MeasureAsync(Func<Variant, RunSamples.Behaviour> behaviour) =>
        Measurement(new ScriptedDriver(behaviour)).MeasureAsync(default);

    private GatedMeasurement Measurement(ScriptedDriver driver) => new(
        [.. s_pairs.Select(pair => pair.Id)],
        (stage, cells) => ScriptedStage.Start(
            driver, [.. s_pairs.Where(pair => cells.Contains(pair.Id))], RunFolder.Create(_folder.Root, $"{stage}"), $"{stage}"),
        runs => [RunComparison.OfSides(runs)],
        new GateRules(new GatePolicy()),
        _view);
}
