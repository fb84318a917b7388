using NuGet.Versioning;
using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Measurement.Bisecting;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Tests.Measurement.Bisecting;

/// <summary>A bisection over the patches of a runtime: which ones a feed offers between two ends, and the search through them with rounds of a
/// machine that does not exist.</summary>
public sealed class BisectPatchesTests : IDisposable
{
    private static readonly PlanRequest s_plan = new(
        "compare", new AxisChoice(["hello-minimal"], ["net10.0"], ["server"], ["2"]), new MeasureDefaults());

    private readonly FakeFeed _feed = new(
        "https://feed", "9.0.20", "10.0.15", "10.0.9", "10.0.12", "10.0.14", "10.0.10", "10.0.11", "11.0.0-rc.1.2", "10.0.0-rc.2.1");
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("10.0.9..10.0.14", "10.0.10 10.0.11 10.0.12 10.0.14")] // 10.0.13 was never released.
    [InlineData("net10.0@10.0.12..net10.0@10.0.15", "10.0.14 10.0.15")]
    [InlineData("10.0.14..10.0.15", "10.0.15")]
    public async Task The_released_patches_after_the_good_one_up_to_the_bad_one_are_candidates_by_number(string ends, string candidates)
    {
        var range = await RangeAsync(ends);

        Assert.Equal(candidates, string.Join(' ', range.Candidates.Select(candidate => candidate.Id)));
        Assert.Equal(ends.Replace("net10.0@", "", StringComparison.Ordinal).Split("..")[0], range.Good.Id);
    }

    [Fact]
    public async Task Daily_builds_between_two_are_candidates_and_each_is_run_by_the_applications_of_the_framework()
    {
        var range = await RangeAsync("10.0.0-rc.2.1..11.0.0-rc.1.2");

        Assert.Equal("11.0.0-rc.1.2", Assert.Single(range.Candidates).Id);
        Assert.Equal("net10.0@10.0.0-rc.2.1..net10.0@11.0.0-rc.1.2", range.Request(range.Candidates[0]).Range!.ToString());
    }

    [Fact]
    public async Task A_candidate_is_compared_with_the_good_patch_in_the_working_tree()
    {
        var range = await RangeAsync("10.0.9..10.0.14");

        var request = range.Request(range.Candidates[1]);

        Assert.Equal((SideSource.WorkingTree, SideSource.WorkingTree), (request.Base, request.Head));
        Assert.Equal("net10.0@10.0.9..net10.0@10.0.11", request.Range!.ToString());
        Assert.Equal(["net10.0@10.0.9", "net10.0@10.0.11"], request.Plan.Axes[Axis.Runtime]!);
        Assert.Equal(["server"], request.Plan.Axes[Axis.Gc]!);
    }

    [Theory]
    [InlineData("10.0.9..10.0.13", "no package source has 10.0.13; of net10.0 there are 10.0.9, 10.0.10, 10.0.11, 10.0.12, 10.0.14, 10.0.15")]
    [InlineData("10.0.14..10.0.9", "expected two patches of net10.0, the older first, such as 10.0.9..10.0.15")]
    [InlineData("10.0.14", "expected two patches of net10.0")]
    public async Task Ends_that_are_not_two_patches_of_the_feed_are_refused(string ends, string expected) =>
        Assert.Contains(expected, (await Assert.ThrowsAsync<UsageException>(() => RangeAsync(ends))).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("10.0.10")]
    [InlineData("10.0.12")]
    [InlineData("10.0.15")]
    public async Task The_first_slow_patch_is_found_by_measuring(string slow)
    {
        var range = await RangeAsync("10.0.9..10.0.15");

        var (log, measured) = await SearchAsync(range, slow);

        Assert.Equal(slow, log.Candidates[Assert.IsType<FirstBad>(log.Next).Candidate].Id);
        Assert.InRange(measured, 2, 4);
        Assert.InRange(log.EvidenceOf(4)!.EffectPercent!.Value, 5, 10);
        Assert.All(log.Steps, step => Assert.InRange(step.Rounds, 3, 5));
    }

    [Fact]
    public async Task Patches_that_are_all_alike_are_not_separable_after_one_measurement()
    {
        var (log, measured) = await SearchAsync(await RangeAsync("10.0.9..10.0.15"), slow: "10.0.99");

        Assert.Equal((new NotSeparable(), 1), (log.Next, measured));
    }

    private async Task<(BisectDocument Log, int Measured)> SearchAsync(BisectRange range, string slow)
    {
        var judge = new ScriptedPatches(range, _folder, slow);
        var question = new BisectDocument
        {
            Cell = "hello-minimal/net10.0/server/2c",
            Metric = "throughput",
            Good = range.Good,
            Candidates = range.Candidates,
            Steps = [],
        };
        return (await new Bisection(judge, _folder["bisect.json"], _ => { }).RunAsync(question, TestContext.Current.CancellationToken),
            judge.Measured);
    }

    private Task<BisectRange> RangeAsync(string ends) =>
        BisectRange.OfPatchesAsync(
        new RuntimeCatalogue([_feed], [_feed], _feed, "linux-x64", "10.0.401"), "net10.0", ends, s_plan, TestContext.Current.CancellationToken);

    /// <summary>Measures what a candidate's request asks for with the rounds and the rules of the real thing; patches from the slow one on
    /// answer 7 % fewer requests.</summary>
    private sealed class ScriptedPatches(BisectRange range, TemporaryFolder folder, string slow) : IBisectJudge
    {
        private static readonly GatePolicy s_policy = new() { Metrics = [new("throughput", MetricRule.Paired)] };

        public int Measured { get; private set; }

        public async Task<BisectEvidence> JudgeAsync(BisectCandidate candidate, CancellationToken cancellation)
        {
            Measured++;
            var patches = range.Request(candidate).Range!;
            var pair = CellPair.Across(patches, CellOf(patches.Base), CellOf(patches.Head));
            var stage = ScriptedStage.Start(new ScriptedDriver(variant => new(Speed: IsSlow(variant.Cell.Selector.Patch!) ? 0.93 : 1)), [pair],
                RunFolder.Create(folder.Root, candidate.Id));
            var gate = new GatedMeasurement(
                [pair.Id], stage, run => RunComparison.OfAxis(new(run), patches), new GateRules(s_policy), new SilentView(), _ => null);
            var verdict = (await gate.MeasureAsync(cancellation)).Decision.Verdict.Cells.Single();
            var answer = verdict.Verdict switch { Verdict.Worse => BisectAnswer.Bad, Verdict.Same => BisectAnswer.Good, _ => BisectAnswer.Unclear };
            return new(candidate.Id, answer, verdict.Reason, verdict.EffectPercent, verdict.LowPercent, verdict.HighPercent, verdict.Rounds, null);
        }

        private static Cell CellOf(string runtime) => new("hello-minimal", runtime, "server", 2);

        private bool IsSlow(string patch) => SemanticVersion.TryParse(patch, out var of) && SemanticVersion.TryParse(slow, out var first)
            && of >= first;
    }
}
