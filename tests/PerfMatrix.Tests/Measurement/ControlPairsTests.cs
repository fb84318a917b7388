using PerfMatrix.Measurement;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Tests.Measurement;

public sealed class ControlPairsTests
{
    private static readonly RawFile s_raw = new("raw/b-2.json", "");
    private static readonly Random s_random = new(1);

    [Fact]
    public void A_pair_is_the_log_ratio_of_its_two_windows()
    {
        var control = Assert.Single(
            ControlPairs.Of(Round([Window(0, true, 980), Window(0, false, 1000), Window(1, false, 1000), Window(1, true, 1010)]), s_raw));

        Assert.Equal([Math.Log(0.98), Math.Log(1.01)], control.LogRatios, (a, b) => Math.Abs(a - b) < 1e-9);
        Assert.Equal(s_raw, control.Raw);
    }

    [Fact]
    public void Half_a_pair_does_not_count() => Assert.Empty(ControlPairs.Of(Round([Window(0, true, 980)]), s_raw));

    [Theory]
    [InlineData(0.05, true)]
    [InlineData(0.01, false)]
    [InlineData(-0.05, false)]
    public void A_cost_above_two_percent_is_a_warning(double cost, bool warns)
    {
        double[] ratios = [.. Enumerable.Range(0, 12).Select(_ => Math.Log(1 - cost) + (0.004 * (s_random.NextDouble() - 0.5)))];

        Assert.Equal(warns, ControlPairs.Warnings([new ControlRecord("v", "b", ratios, s_raw)]).Any());
    }

    /// <summary>The two once had rules of their own: one cell was "too noisy" in the table and "costs 2.6 to 28.3 %" in the warnings.</summary>
    [Theory]
    [InlineData(0.05, 0.004, ControlVerdict.Above)]
    [InlineData(0.00, 0.004, ControlVerdict.Below)]
    [InlineData(0.02, 0.004, ControlVerdict.Open)]
    [InlineData(0.16, 0.4, ControlVerdict.TooNoisy)]
    [InlineData(0.00, 0.4, ControlVerdict.TooNoisy)]
    public void Warning_and_table_say_the_same_of_a_control_round(double cost, double noise, ControlVerdict expected)
    {
        double[] ratios = [.. Enumerable.Range(0, 12).Select(pair => Math.Log(1 - cost) + (noise * ((pair - 5.5) / 11)))];
        var run = GcRuns.Datas with { Controls = [new ControlRecord(GcRuns.Datas.Variants[0].Id, "b1", ratios, s_raw)], Warnings = [] };

        var row = MarkdownDocument.Format(GcReport.Build(run, GcRuns.DatasTimelines)).Split('\n').Single(
            line => line.StartsWith($"| {run.Variants[0].Id} | 12 |", StringComparison.Ordinal));

        Assert.Equal(expected, ControlPairs.Judge(ratios));
        Assert.Equal(expected == ControlVerdict.Above, ControlPairs.Warnings(run.Controls).Any());
        Assert.Equal(expected == ControlVerdict.Above, row.EndsWith("| no |", StringComparison.Ordinal));
        Assert.Equal(expected == ControlVerdict.Below, row.EndsWith("| yes |", StringComparison.Ordinal));
        Assert.Equal(expected == ControlVerdict.TooNoisy, row.EndsWith("| not shown: too noisy |", StringComparison.Ordinal));
    }

    [Fact]
    public void A_control_round_gives_no_sample()
    {
        var run = RunSamplesWithControl();

        Assert.Single(run.Samples);
        Assert.NotNull(Assert.Single(run.Controls!));
        Assert.True(run.Complete);
    }

    private static RunDocument RunSamplesWithControl()
    {
        var block = RunSamples.BlockOf("b", [RunSamples.CellOf("net10.0", "datas")]);
        var builder = RunSamples.Builder(1, new Plan([new(block.Variants[0].Cell, CellStatus.Planned, null)], [block]));
        builder.AddRound(block, RunSamples.Round(block, 1, s_random), s_raw);
        builder.AddRound(block, Round([Window(0, true, 980), Window(0, false, 1000)]) with { Round = 2 }, s_raw);
        return builder.Snapshot(RunSamples.Start);
    }

    private static ControlWindow Window(int pair, bool recorded, long requests) => new(0, pair, recorded, TimeSpan.FromMilliseconds(500), requests);

    private static RoundObservation Round(ControlWindow[] windows)
    {
        var block = RunSamples.BlockOf("b", [RunSamples.CellOf("net10.0", "datas")]);
        return RunSamples.Round(block, 2, s_random, cycles: 0) with { Control = windows };
    }
}
