using System.Text.Json;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Exports;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Reporting.Exports;

public sealed class OpenMetricsTests
{
    private const string Cell = "cell=\"hello-minimal/net10.0/server/2c\"";
    private const string Other = "cell=\"hello-minimal/net8.0/workstation/2c\"";

    [Fact]
    public void Medians_are_in_base_units_and_named_after_them()
    {
        var run = ExportSamples.Run;
        var read = Read(run);
        var figures = ReportBuilder.Build(run).Tables.Single(table => table.Scenario == "hello-minimal" && table.Cores == 2).Rows
            .Single(row => row.Variant == "hello-minimal/net10.0/server/2c").Figures;

        Assert.Equal(figures["throughput"].Value, read.Find("perfmatrix_throughput_requests_per_second", Cell));
        Assert.Equal(figures["latencyP99"].Value / 1e6, read.Find("perfmatrix_latency_p99_seconds", Cell)!.Value, 1e-12);
        Assert.Equal(figures["startup"].Value / 1e3, read.Find("perfmatrix_startup_seconds", Cell)!.Value, 1e-12);
        Assert.Equal(figures["gcPauseShare"].Value / 100, read.Find("perfmatrix_gc_pause_share_ratio", Cell)!.Value, 1e-12);
        Assert.Equal(figures["gen0PerThousand"].Value, read.Find("perfmatrix_gen0_per_thousand", Cell));
        Assert.Equal("bytes", read.Families["perfmatrix_peak_rss_bytes"].Unit);
    }

    [Fact]
    public void Labels_are_the_axes_without_those_that_a_cell_has_not() => Assert.Contains(
        ("perfmatrix_throughput_requests_per_second", $"{Cell},scenario=\"hello-minimal\",runtime=\"net10.0\",gc=\"server\",cores=\"2\","
            + "runtime_version=\"10.0.12\",side=\"head\",machine=\"0123456789ab\""), Read(ExportSamples.Run).Samples.Keys);

    [Fact]
    public void A_ratio_is_that_of_the_report_and_stands_between_the_ends_of_its_interval()
    {
        var read = Read(ExportSamples.Run);
        var change = ReportBuilder.Build(ExportSamples.Run).Tables[0].Rows.Single(row => row.Variant == "hello-minimal/net10.0/server/2c")
            .Figures["peakRss"].Change!;

        Assert.Equal(change.Percent!.Value, Percent("perfmatrix_peak_rss_relative"), 1e-9);
        Assert.Equal(change.LowPercent!.Value, Percent("perfmatrix_peak_rss_relative_low"), 1e-9);
        Assert.Equal(change.HighPercent!.Value, Percent("perfmatrix_peak_rss_relative_high"), 1e-9);
        Assert.Null(read.Find("perfmatrix_peak_rss_relative", Other));

        double Percent(string name) => 100 * (read.Find(name, Cell, $"against=\"{ExportSamples.Run.Blocks[0].Variants[0]}\"")!.Value - 1);
    }

    [Fact]
    public void A_pinned_reference_comes_before_the_anchor()
    {
        var read = Read(ExportSamples.WithReference());
        var against = $"against=\"{ExportSamples.ReferenceOf(ExportSamples.Run.Blocks[0].Variants[0])}\"";

        Assert.NotNull(read.Find("perfmatrix_throughput_relative", Cell, against));
        Assert.Equal(1, read.Find("perfmatrix_peak_rss_relative", Other, against));
        Assert.DoesNotContain(read.Samples.Keys, sample => sample.Labels.Contains("side=\"reference\"", StringComparison.Ordinal));
    }

    [Fact]
    public void In_a_comparison_a_ratio_is_to_base_of_the_same_cell_and_without_that_there_is_none()
    {
        var compared = PairedBlock.Pack(
            new[] { "workstation", "server" }.Select(gc => CellPair.OfSides(RunSamples.CellOf("net10.0", gc)))).Single();
        var lost = compared.Pairs[1].Base.Program;

        var whole = Read(RunSamples.Compared(compared));
        var part = Read(RunSamples.Compared(compared, isFailing: variant => variant.Program == lost));

        Assert.Equal(0.9, whole.Find("perfmatrix_throughput_relative", Cell, "side=\"head\"", $"against=\"{lost}\"")!.Value, 0.02);
        Assert.NotNull(part.Find("perfmatrix_throughput_requests_per_second", Cell, "side=\"head\""));
        Assert.Null(part.Find("perfmatrix_throughput_relative", Cell));
        Assert.NotNull(part.Find("perfmatrix_throughput_relative", "cell=\"hello-minimal/net10.0/workstation/2c\""));
    }

    [Fact]
    public void What_is_not_known_has_no_sample()
    {
        var run = SampleRun.Create(rounds: 3);
        var blind = run with
        {
            Samples = [.. run.Samples.Select(sample => sample with
            {
                Metrics = sample.Metrics.Where(metric => metric.Key != "allocatedPerRequest").Append(new("latencyP99", double.NaN))
                    .GroupBy(metric => metric.Key)
                    .ToDictionary(metric => metric.Key, metric => metric.Last().Value),
            })],
        };

        var read = Read(blind);

        Assert.NotNull(read.Find("perfmatrix_throughput_requests_per_second", Cell));
        Assert.DoesNotContain(read.Families.Keys, name => name.Contains("relative", StringComparison.Ordinal));
        Assert.DoesNotContain("perfmatrix_allocated_per_request_bytes", read.Families.Keys);
        Assert.DoesNotContain("perfmatrix_latency_p99_seconds", read.Families.Keys);
    }

    [Fact]
    public void Of_several_runs_of_a_machine_the_newest_counts()
    {
        var newer = ExportSamples.Run with { Id = "newer" };
        var older = ExportSamples.Run with
        {
            Id = "older",
            Samples = [.. ExportSamples.Run.Samples.Select(sample => sample with
        {
            Metrics = sample.Metrics.ToDictionary(metric => metric.Key, metric => 2 * metric.Value),
        })]
        };

        var read = OpenMetricsText.Parse(OpenMetrics.Of([newer, older]).Text);

        Assert.Equal(Read(newer).Find("perfmatrix_peak_rss_bytes", Cell), read.Find("perfmatrix_peak_rss_bytes", Cell));
        Assert.Equal(2, read.Samples.Keys.Count(sample => sample.Name == "perfmatrix_run_info"));
    }

    [Fact]
    public void Names_of_strangers_are_escaped()
    {
        var read = Read(ExportSamples.Run with { Machine = ExportSamples.Run.Machine with { CpuModel = "a\"b\\c\nd" } });

        Assert.Equal(1, read.Find("perfmatrix_run_info", """cpu_model="a\"b\\c\nd" """.TrimEnd()));
    }

    /// <summary>Every metric that there is, so that the dashboard and readers can rely on the names.</summary>
    [Fact]
    public void The_format_holds_for_every_metric()
    {
        var names = Read(ExportSamples.WithEveryMetric()).Samples.Keys.Select(sample => sample.Name).ToHashSet();

        Assert.All(Metric.All, metric => Assert.Contains(names,
            name => name.StartsWith($"perfmatrix_{JsonNamingPolicy.SnakeCaseLower.ConvertName(metric.Name)}", StringComparison.Ordinal)));
    }

    private static OpenMetricsText Read(RunDocument run) => OpenMetricsText.Parse(OpenMetrics.Of([run]).Text);
}
