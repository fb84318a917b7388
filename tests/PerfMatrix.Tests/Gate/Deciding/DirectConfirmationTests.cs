using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Results;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Measurement.Paired;

namespace PerfMatrix.Tests.Gate.Deciding;

public sealed class DirectConfirmationTests : IDisposable
{
    private static readonly GatePolicy s_policy = new();
    private static readonly CellPair s_pair = CellPair.OfSides(RunSamples.CellOf("net10.0", "server"));

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0.93, Verdict.Worse)]
    [InlineData(1.0, Verdict.Same)]
    public async Task A_suspected_metric_is_confirmed_or_excluded_on_fresh_rounds(double speed, Verdict expected)
    {
        var verdict = await JudgeAsync("throughput", 18, variant => variant.Side == Side.Head ? new(Speed: speed) : new());

        Assert.Equal((expected, Stage.Confirm, 18), (verdict.Verdict, verdict.Stage, verdict.Rounds));
    }

    [Fact]
    public async Task A_metric_that_only_reports_is_judged_all_the_same()
    {
        Assert.Equal(MetricRule.Report, s_policy.Of("peakRss").Rule);

        Assert.Equal(Verdict.Worse, (await JudgeAsync("peakRss", 18, variant => variant.Side == Side.Head ? new(Memory: 1.2) : new())).Verdict);
    }

    [Fact]
    public async Task Too_few_rounds_are_unknown_with_the_number_that_is_missing()
    {
        var verdict = await JudgeAsync("throughput", 10, _ => new());

        Assert.Equal((Verdict.Unknown, 8), (verdict.Verdict, verdict.MoreRounds));
    }

    [Fact]
    public async Task A_machine_that_tells_identical_programs_apart_is_not_believed()
    {
        var verdict = await JudgeAsync("throughput", 18, variant => variant.Twin == 1 ? new(Speed: 0.8) : new());

        Assert.Equal(Verdict.Unknown, verdict.Verdict);
        Assert.Contains("unfit", verdict.Reason);
    }

    [Fact]
    public void A_nearly_deterministic_metric_needs_the_rounds_of_its_own_rule()
    {
        Assert.Equal([7], DirectConfirmation.Looks("allocatedPerRequest", s_policy));
        Assert.Equal([18, 30], DirectConfirmation.Looks("throughput", s_policy));
    }

    private async Task<SubjectVerdict> JudgeAsync(string metric, int rounds, Func<Variant, RunSamples.Behaviour> behaviour)
    {
        var stage = ScriptedStage.Start(new ScriptedDriver(behaviour), [s_pair], RunFolder.Create(_folder.Root, "run"));
        var run = await stage.MeasureAsync(rounds, null, new LineProgress(TextWriter.Null, TimeProvider.System, []), default);
        return DirectConfirmation.Of(new StagedRun(run), staged => RunComparison.OfSides([staged]), s_pair.Id, metric, s_policy);
    }
}
