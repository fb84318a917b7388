using System.Text.Json;
using PerfMatrix.Statistics;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Statistics;

/// <summary>
/// What the site computes in the browser must be what this program computes: the approved file holds inputs and our results, and
/// <c>tests/Site/unit/estimate.test.ts</c> checks the front end against the same file.
/// </summary>
public sealed class SiteFiguresTests
{
    private static readonly JsonSerializerOptions s_json = new(JsonSerializerDefaults.Web) { WriteIndented = true };

    [Fact]
    public void Estimates_for_the_site_are_approved()
    {
        var cases = new[] { 1, 2, 5, 6, 7, 8, 12, 18, 30, 60, 61, 90 }.Select(Case).Append(Of([0, 0, 0.01, 0.01, -0.01, 0.02, 0.02]));
        Approval.Verify(JsonSerializer.Serialize(cases, s_json) + "\n", "estimates");
    }

    private static object Case(int pairs)
    {
        // The lowest bits of a pseudo-random number do not matter here, only that the values are the same on every machine: hence integers, scaled
        // once.
        var random = new Random(pairs);
        return Of([.. Enumerable.Range(0, pairs).Select(_ => random.Next(-40, 100) / 1000.0)]);
    }

    private static object Of(double[] logRatios)
    {
        var estimate = Estimate.Of(logRatios);
        return new { logRatios, estimate.Location, estimate.Interval?.Low, estimate.Interval?.High, TwoSidedP = SignedRank.Test(logRatios).TwoSided };
    }
}
