using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Tests.Measurement;
using static PerfMatrix.Tests.Gate.GateRuns;

namespace PerfMatrix.Tests.Gate.Comparing;

public sealed class DocumentComparisonTests
{
    private static readonly RunDocument Old = OneSided("old", 7, Unchanged);
    private static readonly RunDocument New = OneSided("new", 7, new Truth("net9.0", 6));

    public static TheoryData<MachineInfo, string> Machines => new()
    {
        { New.Machine with { CpuModel = "Other CPU", Fingerprint = "ffffffffffff" }, "measured on different CPU models: Example CPU 3000 and Other CPU" },
        { New.Machine with { Driver = "crank", Fingerprint = "ffffffffffff" }, "measured by different drivers: local and crank" },
        { New.Machine with { Fingerprint = "ffffffffffff" }, "measured on different machines: 0123456789ab and ffffffffffff" },
        { New.Machine with { Instance = "bbbbbbbbbbbb" }, "measured on two machines of one kind: 0123456789aa and bbbbbbbbbbbb" },
        { New.Machine, "measured in different runs, so they share no block" },
    };

    [Theory]
    [MemberData(nameof(Machines))]
    public void Runs_apart_are_unpaired_with_the_reason_and_never_gate(MachineInfo machine, string reason)
    {
        var comparison = DocumentComparison.Of(Old, New with { Machine = machine }, RunSamples.Catalogue);

        Assert.Equal(reason, comparison.NotGating);
        Assert.Empty(comparison.Pairs);
        var difference = comparison.Differences.Single(d => d.Metric == MetricNames.Throughput);
        Assert.Equal((Pairing.Unpaired, reason, 7), (difference.Pairing, difference.Reason, difference.Rounds));
        Assert.InRange(difference.EffectPercent!.Value, 5, 7);
        Assert.True(difference.LowPercent < difference.EffectPercent && difference.EffectPercent < difference.HighPercent);
        var error = Assert.Throws<UsageException>(() => GateDecision.Of([comparison], new(new())));
        Assert.StartsWith($"cannot gate: {reason}. ", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Different_sets_of_cells_are_told()
    {
        var comparison = DocumentComparison.Of(OneSided("old", 7, Unchanged, new Truth("net8.0")), New, RunSamples.Catalogue);
        Assert.Equal("hello-minimal/net9.0/server/2c", Assert.Single(comparison.Cells).Id);
        Assert.Contains("hello-minimal/net8.0/server/2c: only in run old, not compared", comparison.Warnings);
    }

    [Fact]
    public void Without_a_common_cell_there_is_nothing_to_compare()
    {
        var error = Assert.Throws<UsageException>(() => DocumentComparison.Of(OneSided("old", 7, new Truth("net8.0")), New, RunSamples.Catalogue));
        Assert.StartsWith("no cell was measured in both runs: old has hello-minimal/net8.0/server/2c; new has hello-minimal/net9.0/server/2c. ", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_parts_of_one_run_are_paired_where_they_share_a_block()
    {
        var run = Run("r", 7, Slower);
        RunDocument Part(string side) => run with
        {
            Variants = [.. run.Variants.Where(v => v.Side == side)],
            Blocks = [run.Blocks[0] with { Variants = [.. run.Variants.Where(v => v.Side == side).Select(v => v.Id)] }],
            Samples = [.. run.Samples.Where(s => run.Variants.Single(v => v.Id == s.Variant).Side == side)],
        };
        var comparison = DocumentComparison.Of(Part("base"), Part("head"), RunSamples.Catalogue);
        Assert.Null(comparison.NotGating);
        Assert.Equal(7, comparison.Pairs.Single(s => s.Metric == MetricNames.Throughput).Rounds.Count);
    }

    [Fact]
    public void A_run_of_one_side_against_itself_is_refused() =>
        Assert.Contains("no cell with both sides", Assert.Throws<UsageException>(() => DocumentComparison.Of(Old, Old, RunSamples.Catalogue)).Message, StringComparison.Ordinal);

    [Fact]
    public void Too_few_samples_give_no_interval()
    {
        var comparison = DocumentComparison.Of(OneSided("old", 3, Unchanged), New, RunSamples.Catalogue);
        var difference = comparison.Differences.Single(d => d.Metric == MetricNames.Throughput);
        Assert.Equal((3, false), (difference.Rounds, difference.LowPercent is null));
        Assert.Null(DocumentComparison.Of(OneSided("old", 3, Unchanged), OneSided("new", 3, Unchanged), RunSamples.Catalogue).Differences[0].LowPercent);
    }
}
