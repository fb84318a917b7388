using System.Text.Json;
using PerfMatrix.Metrics;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Benchmarks;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Benchmarks;

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

    [Theory]
    [InlineData("Tasks.Run: Long(IterationCount=3, Toolchain=x)", "Tasks.Run: .NET 8.0(Toolchain=x)", "Tasks.Run@Long, Tasks.Run@.NET 8.0")]
    [InlineData("Tasks.Run: Long", null, "Tasks.Run")]
    public void A_method_of_several_jobs_is_a_case_for_each(string one, string? other, string names)
    {
        BenchmarkEntry[] entries = [.. new[] { one, other }.OfType<string>().Select(Entry)];

        Assert.Equal(names.Split(", "), BenchmarkCase.NamesOf(entries));
        Assert.All(names.Split(", "), (name, index) => Assert.Same(entries[index],
            Assert.Single(entries, entry => entry.Is(BenchmarkCase.Of(name)))));
    }

    [Fact]
    public void Jobs_that_nobody_has_named_cannot_be_told_apart() => Assert.Contains(
        "A.Tasks.Run has 2 jobs, Job-ABCDEF, Long, which have no names of their own; give each one, as [SimpleJob(id: \"Long\")]",
        Assert.Throws<UsageException>(() => BenchmarkCase.NamesOf([Entry("Tasks.Run: Job-ABCDEF(Toolchain=x)"),
            Entry("Tasks.Run: Long(x=y)")])).Message);

    [Fact]
    public void Benchmarks_of_one_name_keep_their_namespace() => Assert.Equal(
        ["A.Tasks.Run", "B.Tasks.Run"],
        BenchmarkCase.NamesOf([Entry("Tasks.Run: Long"), Entry("Tasks.Run: Long") with { FullName = "B.Tasks.Run", Namespace = "B" }]));

    [Theory]
    [InlineData("*", true)]
    [InlineData("Tasks.*", true)]
    [InlineData("A.Tasks.R?n", true)]
    [InlineData("Run", true)]
    [InlineData("Tasks", false)]
    [InlineData("Other.*", false)]
    public void A_pattern_means_what_BenchmarkDotNet_takes_it_for(string pattern, bool means) =>
        Assert.Equal(means, BenchmarkCase.Of(pattern).Matches(Entry("Tasks.Run: Long")));

    [Fact]
    public void What_is_not_a_report_is_refused() => Assert.ThrowsAny<JsonException>(() => BenchmarkReport.Parse("{\"Benchmark\":[]}"));

    private static BenchmarkEntry Entry(string displayInfo) => new("Run", "A.Tasks.Run", displayInfo) { Namespace = "A" };

    private static VariantObservation Observe(string name) =>
        new BenchmarkOutcome(0, ["// Benchmark: Tasks.Bad: Job", "System.InvalidOperationException: no luck"], s_entries, null, "").Observe(
        "v", name);
}
