using System.Text.Json;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting.Exports;
using PerfMatrix.Shared.Benchmarks;

namespace PerfMatrix.Tests.Reporting.Exports;

/// <summary>Read back by what reads BenchmarkDotNet's own files here, and with the fields that ResultsComparer of dotnet/performance wants.</summary>
public sealed class BenchmarkJsonTests
{
    private const string Server = "(runtime: net10.0, gc: server, cores: 2)";

    private static readonly RunDocument s_run = ExportSamples.WithReference();
    private static readonly string s_text = Assert.Single(BenchmarkJson.Of([s_run])).Text;

    [Fact]
    public void Times_come_back_in_nanoseconds()
    {
        var read = BenchmarkReport.Parse(s_text).ToDictionary(entry => entry.FullName, entry => entry.Result!);
        var pairs = new RunPairs(s_run);

        Assert.Equal(read.Count, read.Keys.Distinct().Count());
        AssertMean("timePerRequest", Metric.Throughput, value => 1e9 / value);
        AssertMean("latencyP99", Metric.LatencyP99, value => 1e3 * value);
        AssertMean("startup", Metric.Startup, value => 1e6 * value);

        void AssertMean(string method, Metric metric, Func<double, double> nanoseconds)
        {
            var values = pairs.Values(metric, "hello-minimal/net10.0/server/2c").Select(nanoseconds).ToList();
            var seen = read[$"PerfMatrix.hello-minimal.{method}{Server}"];
            Assert.Equal((values.Average(), values.Count), (seen.MeanNanoseconds, seen.Iterations),
                (a, b) => Math.Abs((a.Item1 / b.Item1) - 1) < 1e-12 && a.Item2 == b.Item2);
        }
    }

    [Fact]
    public void Allocations_and_collections_come_back()
    {
        var seen = BenchmarkReport.Parse(s_text).Single(entry => entry.FullName == $"PerfMatrix.hello-minimal.timePerRequest{Server}").Result!;
        var rows = PerfMatrix.Reporting.ReportBuilder.Build(s_run).Tables[0].Rows;
        var figures = rows.Single(row => row.Variant == "hello-minimal/net10.0/server/2c").Figures;

        Assert.Equal((long)Math.Round(figures["allocatedPerRequest"].Value), seen.AllocatedBytes);
        Assert.Equal(figures["gen0PerThousand"].Value, seen.Gen0PerThousand!.Value, 1e-3);
    }

    /// <summary>Those of its DataTransferContracts.cs; of the statistics those that its comparers use, the others are 0 there.</summary>
    [Fact]
    public void ResultsComparer_finds_every_field_that_it_reads()
    {
        using var document = JsonDocument.Parse(s_text);
        AssertFields(document.RootElement, "Title HostEnvironmentInfo Benchmarks");
        AssertFields(document.RootElement.GetProperty("HostEnvironmentInfo"), "BenchmarkDotNetCaption BenchmarkDotNetVersion OsVersion ProcessorName "
            + "PhysicalProcessorCount PhysicalCoreCount LogicalCoreCount RuntimeVersion Architecture HasAttachedDebugger HasRyuJit Configuration "
                + "JitModules "
            + "DotNetCliVersion ChronometerFrequency HardwareTimerKind");
        foreach (var benchmark in document.RootElement.GetProperty("Benchmarks").EnumerateArray())
        {
            AssertFields(benchmark, "DisplayInfo Namespace Type Method MethodTitle Parameters FullName Statistics Memory Measurements");
            var statistics = benchmark.GetProperty("Statistics");
            AssertFields(statistics, "N Min Median Mean Max StandardError StandardDeviation");
            var results = benchmark.GetProperty("Measurements").EnumerateArray()
                .Where(one => one.GetProperty("IterationStage").GetString() == "Result")
                .Select(one => one.GetProperty("Nanoseconds").GetDouble() / one.GetProperty("Operations").GetInt64()).ToList();
            Assert.Equal(statistics.GetProperty("OriginalValues").EnumerateArray().Select(value => value.GetDouble()), results);
            Assert.Equal(statistics.GetProperty("N").GetInt32(), results.Count);
        }
    }

    [Fact]
    public void Statistics_are_those_of_BenchmarkDotNet()
    {
        double[] values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 35];
        var ours = new BenchmarkStatistics(values);

        Assert.Equal((10, 1, 4.5, 7.1, 35), (ours.N, ours.Min, ours.Median, ours.Mean, ours.Max));
        Assert.Equal(10.1045, ours.StandardDeviation, 1e-4);
        Assert.Equal((1, 4, 0), (new BenchmarkStatistics([4]).N, new BenchmarkStatistics([4]).Median, new BenchmarkStatistics([4]).StandardError));
    }

    [Fact]
    public void A_comparison_is_two_files_and_what_was_not_measured_is_in_neither()
    {
        var head = s_run.Variants.Single(variant => variant.Id == "hello-minimal/net10.0/server/2c");
        var old = head with { Id = $"{head.Id}@base", Side = Side.Base };
        var run = s_run with
        {
            Variants = [.. s_run.Variants.Where(variant => variant.Id == head.Id || variant.Status != VariantStatus.Measured), old],
            Samples = [.. s_run.Samples, .. from sample in s_run.Samples where sample.Variant == head.Id select sample with { Variant = old.Id }],
        };

        var files = BenchmarkJson.Of([run]).ToList();

        Assert.Equal(["perfmatrix-head-report-full.json", "perfmatrix-base-report-full.json"], files.Select(file => file.Name));
        Assert.NotEmpty(Names(files[0].Text));
        Assert.Equal(Names(files[0].Text), Names(files[1].Text));
        Assert.All(Names(files[0].Text), name => Assert.EndsWith(Server, name, StringComparison.Ordinal));
    }

    private static List<string> Names(string text) => [.. BenchmarkReport.Parse(text).Select(entry => entry.FullName)];

    private static void AssertFields(JsonElement element, string names) =>
        Assert.All(names.Split(' '), name => Assert.True(element.TryGetProperty(name, out _), $"found no {name}"));
}
