using System.Text.Json;
using PerfMatrix.Drivers.BenchmarkDotNet;
using PerfMatrix.Metrics;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Drivers.BenchmarkDotNet;

public sealed class BenchmarkReportTests
{
    private const string Report = """
        {"Title":"t","Benchmarks":[
          {"DisplayInfo":"Tasks.Baseline: Job [N=1000]","Type":"Tasks","Method":"Baseline","Parameters":"N=1000","FullName":"AsyncTasks.Tasks.Baseline(N: 1000)",
           "Statistics":{"N":3,"Mean":1234.5,"StandardDeviation":6.5,"ConfidenceInterval":{"N":3,"Margin":41.25}},
           "Memory":{"Gen0Collections":4,"Gen1Collections":2,"Gen2Collections":0,"TotalOperations":16,"BytesAllocatedPerOperation":448},
           "Metrics":[{"Value":2.5,"Descriptor":{"Id":"LockContentionCount"}},{"Value":1001,"Descriptor":{"Id":"CompletedWorkItemCount"}}]},
          {"DisplayInfo":"Tasks.Baseline: Job [N=5]","Type":"Tasks","Method":"Baseline","Parameters":"N=5","FullName":"AsyncTasks.Tasks.Baseline(N: 5)",
           "Statistics":{"N":1,"Mean":1,"StandardDeviation":0,"ConfidenceInterval":{"N":1,"Margin":"NaN"}}},
          {"DisplayInfo":"Tasks.Bad: Job","Type":"Tasks","Method":"Bad","Parameters":"","FullName":"AsyncTasks.Tasks.Bad","Statistics":null}
        ]}
        """;

    private static readonly IReadOnlyList<BenchmarkEntry> s_entries = BenchmarkReport.Parse(Report);

    [Fact]
    public void The_numbers_are_those_of_the_printed_table()
    {
        var benchmark = s_entries[0].Result!;

        Assert.Equal((1234.5, 6.5, 3, 448L),
            (benchmark.MeanNanoseconds, benchmark.StandardDeviationNanoseconds, benchmark.Iterations, benchmark.AllocatedBytes!.Value));
        Assert.Equal((41.25, null), (benchmark.ErrorNanoseconds, s_entries[1].Result!.ErrorNanoseconds));
        Assert.Equal((250.0, 125.0, 0.0), (benchmark.Gen0PerThousand!.Value, benchmark.Gen1PerThousand!.Value, benchmark.Gen2PerThousand!.Value));
        Assert.Equal((2.5, 1001.0), (benchmark.LockContentions!.Value, benchmark.CompletedWorkItems!.Value));
        Assert.Null(s_entries[1].Result!.AllocatedBytes);
    }

    [Fact]
    public void They_become_the_samples_of_the_cell_and_nothing_else_does()
    {
        var seen = Observe("Baseline(N: 1000)");

        Assert.Null(seen.Failure);
        Assert.Equal(
            ["allocatedPerOperation", "completedWorkItems", "gen0PerThousandOperations", "gen1PerThousandOperations", "gen2PerThousandOperations",
                "lockContentions", "meanTime", "meanTimeDeviation", "meanTimeError"],
            new VariantRound(seen, []).Samples().Keys.Order());
    }

    [Theory]
    [InlineData("Baseline", "the case 'Baseline' means 2 benchmarks; name one of them in the matrix: AsyncTasks.Tasks.Baseline(N: 1000), "
        + "AsyncTasks.Tasks.Baseline(N: 5)")]
    [InlineData("Bad", "System.InvalidOperationException: no luck")]
    [InlineData("Basline", "BenchmarkDotNet ended with code 0 and reported no case 'Basline'; it has Baseline, Bad")]
    public void A_case_without_a_number_is_a_failed_cell_that_says_why(string name, string reason) =>
    Assert.Equal(reason, Observe(name).Failure!.Reason);

    [Fact]
    public void What_is_not_a_report_is_refused() => Assert.ThrowsAny<JsonException>(() => BenchmarkReport.Parse("{\"Benchmark\":[]}"));

    private static VariantObservation Observe(string name) =>
        new BenchmarkOutcome(0, ["// Benchmark: Tasks.Bad: Job", "System.InvalidOperationException: no luck"], s_entries, null, "").Observe(
        "v", name);
}
