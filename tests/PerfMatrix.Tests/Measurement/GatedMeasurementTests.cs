using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Gate;

namespace PerfMatrix.Tests.Measurement;

public sealed class GatedMeasurementTests : IDisposable
{
    private static readonly CellPair[] s_pairs =
        [.. new[] { "workstation", "server", "datas" }.Select(gc => CellPair.OfSides(RunSamples.CellOf("net10.0", gc)))];

    private readonly TemporaryFolder _folder = new();
    private readonly SilentView _view = new();
    private readonly Random _random = new(5);

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(6, Verdict.Worse)]
    [InlineData(0, Verdict.Same)]
    public void A_confirming_machine_knows_what_the_gate_will_say_of_its_rounds(double effect, Verdict expected)
    {
        var fresh = GateRuns.Comparison(GateRuns.Run("r", 10, GateRuns.Slower with { EffectPercent = effect }).On("fresh"), Stage.Confirm);
        var verdict = GatedMeasurement.Confirmed(fresh, new GateRules(new GatePolicy()));
        Assert.Equal(expected, verdict.Cells.Single(cell => cell.Metric == "throughput").Verdict);
    }

    [Fact]
    public async Task A_slower_cell_ends_the_measurement_when_every_cell_has_had_its_first_look()
    {
        var comparison = await MeasureAsync(variant => variant is { Side: Side.Head, Cell.Gc: "server" } ? new(Speed: 0.9) : new());

        var verdicts = comparison.Decision.Verdict.Cells.Where(cell => cell.Metric == "throughput").ToDictionary(cell => cell.Cell, cell => cell);
        Assert.Equal([Verdict.Same, Verdict.Worse, Verdict.Same], s_pairs.Select(pair => verdicts[pair.Id].Verdict));
        Assert.Equal((Stage.Whole, 1), (verdicts[s_pairs[1].Id].Stage, verdicts[s_pairs[1].Id].Machines));
        Assert.Equal(Outcome.Regressed, comparison.Decision.Verdict.Outcome);
        Assert.Equal((3, 3, false), (_view.Looks[0].Rounds, _view.Looks[0].Cells.Count, _view.Looks[0].IsFurther));
        Assert.All(_view.Looks.Skip(1), look => Assert.True(look.IsFurther));
        Assert.Equal("whole", comparison.Comparison.Runs.Single().Stage.ToString().ToLowerInvariant());
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

        var problem = await Assert.ThrowsAnyAsync<IncompleteException>(() => Measurement(driver).MeasureAsync(default));

        Assert.Contains("exited with code 134", problem.Message);
        Assert.Single(_view.Looks);
    }

    [Fact]
    public async Task A_machine_that_only_screens_leaves_suspects_to_another_one()
    {
        var screen = Measurement(new ScriptedDriver(variant => variant is { Side: Side.Head, Cell.Gc: "server" } ? new(Speed: 0.9) : new()),
            Stage.Screen);

        var decision = GateDecision.Of([await screen.MeasurePartAsync(default)], new GateRules(new GatePolicy()));

        Assert.Contains(s_pairs[1].Id, decision.Suspects.Suspects.Select(suspect => suspect.Id));
        Assert.Equal(Outcome.Incomplete, decision.Verdict.Outcome);
    }

    [Fact]
    public async Task A_second_machine_measures_on_for_the_suspected_metrics_alone()
    {
        var driver = new ScriptedDriver(_ => new());
        await Measurement(driver, Stage.Confirm, _ => ["meanTime"]).MeasureAsync(default);
        Assert.Single(_view.Looks);
    }

    [Fact]
    public async Task Where_start_up_alone_is_open_processes_are_only_started()
    {
        var calm = new GatePolicy { Metrics = [new("throughput", MetricRule.Paired) { DetectPercent = 90 }, new("startup", MetricRule.Paired)] };
        var driver = new ScriptedDriver(_ => new()) { Change = (_, round) => round with { Variants = [.. round.Variants.Select(Restless)] } };

        var compared = await Measurement(driver, policy: calm).MeasureAsync(default);

        Assert.Equal([false, true], _view.Looks.Select(look => look.StartsOnly).Distinct());
        Assert.Equal(2, driver.Deployments.Count(block => !block.Measure.StartsOnly)); // Three cells are two blocks.
        Assert.All(compared.Comparison.Pairs, series => Assert.Equal(
            series.Metric == "startup" ? 38 : 3, series.Rounds.DistinctBy(pair => pair.Round).Count()));

        VariantObservation Restless(VariantObservation seen, int place) => seen with { Startup = TimeSpan.FromMilliseconds(_random.Next(50, 500)) };
    }

    [Fact]
    public async Task Rounds_that_fail_again_and_again_are_given_up()
    {
        var failing = 0;
        var driver = new ScriptedDriver { Failing = variant => variant.Side == Side.Head && failing++ % 2 == 0 };
        await Measurement(driver).MeasurePartAsync(default);
        Assert.InRange(_view.Looks.Sum(look => look.Rounds), 3, 6 * DecisionLooks.MostRounds);
    }

    [Fact]
    public async Task What_cannot_be_judged_is_still_compared_with_the_reason()
    {
        var comparison = await Measurement(new ScriptedDriver { Failing = variant => variant.Side == Side.Head }).MeasurePartAsync(default);

        Assert.Equal(3, comparison.Cells.Count);
        Assert.All(comparison.Cells, cell => Assert.Contains("exited with code 134", cell.Missing));
    }

    private Task<GatedComparison> MeasureAsync(Func<Variant, RunSamples.Behaviour> behaviour) =>
        Measurement(new ScriptedDriver(behaviour)).MeasureAsync(default);

    private GatedMeasurement Measurement(ScriptedDriver driver, Stage stage = Stage.Whole,
        Func<string, IReadOnlyCollection<string>?>? asked = null, GatePolicy? policy = null) => new(
        [.. s_pairs.Select(pair => pair.Id)],
        ScriptedStage.Start(driver, s_pairs, RunFolder.Create(_folder.Root, $"{stage}"), $"{stage}"),
        run => RunComparison.OfSides([new(run, stage)]),
        new GateRules(policy ?? new GatePolicy()),
        _view,
        asked ?? (_ => null));
}
