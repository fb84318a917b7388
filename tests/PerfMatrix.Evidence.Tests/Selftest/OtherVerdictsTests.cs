using PerfMatrix.Evidence.Injection;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Gate;
using PerfMatrix.Tests.Gate;

namespace PerfMatrix.Evidence.Tests.Selftest;

public sealed class OtherVerdictsTests
{
    [Fact]
    public void A_first_round_that_lies_says_nothing_beside_the_mean_of_all()
    {
        // By the first round head needs 21 % more memory, by all rounds the same.
        var comparison = GateRuns.Comparison(GateRuns.Run("run", 20, GateRuns.Unchanged).WithSamples(sample => sample with
        {
            Metrics = new Dictionary<string, double>(sample.Metrics)
            {
                ["peakRss"] = 9e7 * (IsBase(sample) == (sample.Round % 2 == 0) ? 1.1 : 1 / 1.1),
            },
        }));
        var run = new GateRun(comparison, GateDecision.Of([comparison], new GateRules(new GatePolicy())).Verdict);

        var baseline = OtherVerdicts.Baseline(run);
        var verdict = OtherVerdicts.Of(run, baseline).Single(other => other.Rule == "last against previous, 105 %");

        Assert.Equal(9e7, baseline.Single(sample => sample.Metric == "peakRss").Value, 1.0);
        Assert.Equal((baseline.Count, 0), (verdict.Judged, verdict.Failed));

        static bool IsBase(SampleRecord sample) => sample.Variant.Contains("@base", StringComparison.Ordinal);
    }
}
