using System.CommandLine;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Reporting.Exports;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Commands;

public sealed class ExportCommandTests : IDisposable
{
    private readonly TemporaryFolder _runs = new();
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();
    private readonly RunDocument _sample = SampleRun.Create();

    public ExportCommandTests()
    {
        // Both measured the first variant; the second is known of the older run only.
        Write("20261120T070000000Z-0001", _sample with { Samples = Scaled(_sample.Samples, 2) });
        Write("20261121T070000000Z-0002", _sample with { Samples = [.. _sample.Samples.Where(sample => sample.Variant == _sample.Variants[0].Id)] });
    }

    public void Dispose()
    {
        _output.Dispose();
        _error.Dispose();
        _runs.Dispose();
    }

    [Fact]
    public void Of_a_folder_of_runs_the_newest_is_written_and_every_form_says_what()
    {
        foreach (var format in ExportFormat.All) Assert.Equal(0, Invoke(_runs.Root, "--format", format.Name, "--out", _runs["lists"]));

        Assert.Equal(
            ["cpu.json", "memory.json", "perfmatrix-head-report-full.json", "perfmatrix.prom", "samples.csv", "throughput.json"],
            Directory.EnumerateFiles(_runs["lists"]).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.Equal([$"{_sample.Variants[0].Cell.Id} throughput"], Entries("throughput").Keys);
        Assert.DoesNotContain(_sample.Variants[1].Cell.Id, File.ReadAllText(Path.Combine(_runs["lists"], "samples.csv")), StringComparison.Ordinal);
        Assert.Contains("throughput.json: 1 chart\n", _output.ToString(), StringComparison.Ordinal);
        Assert.Matches(@"samples\.csv: \d+ samples\n", _output.ToString());
    }

    [Fact]
    public void Of_all_runs_each_series_is_written_once_with_its_newest_value()
    {
        Assert.Equal(0, Invoke(_runs.Root, "--format", "github-action-benchmark", "--out", _runs["newest"]));
        var newest = Entries("throughput", "newest");
        Assert.Equal(0, Invoke(_runs["20261120T070000000Z-0001"], "--format", "github-action-benchmark", "--out", _runs["older"]));
        var older = Entries("throughput", "older");

        Assert.Equal(0, Invoke(_runs.Root, "--all", "--format", "github-action-benchmark", "--out", _runs["lists"]));

        var all = Entries("throughput");
        Assert.Equal(older.Keys.Order(), all.Keys.Order());
        Assert.NotEqual(older.Count, newest.Count);
        Assert.All(all, entry => Assert.Equal(newest.TryGetValue(entry.Key, out var value) ? value : older[entry.Key], entry.Value));
        Assert.Contains(newest, entry => older[entry.Key] == 2 * entry.Value && entry.Value > 0);
    }

    [Fact]
    public void A_run_that_has_nothing_for_a_form_writes_no_file_and_says_so()
    {
        Write("20261122T070000000Z-0003", _sample with { Samples = [] });

        Assert.Equal(0, Invoke(_runs["20261122T070000000Z-0003"], "--format", "github-action-benchmark", "--out", _runs["lists"]));

        Assert.Empty(Directory.EnumerateFiles(_runs["lists"]));
        Assert.Equal("perfmatrix: warning: nothing of what was measured goes to github-action-benchmark, so no file was written\n",
            _error.ToString());
    }

    [Fact]
    public void A_folder_without_runs_is_wrong_usage() => Assert.Throws<UsageException>(() => Invoke(_runs["nothing"], "--all"));

    private static IReadOnlyList<SampleRecord> Scaled(IReadOnlyList<SampleRecord> samples, double factor) =>
        [.. samples.Select(sample => sample with { Metrics = sample.Metrics.ToDictionary(metric => metric.Key, metric => metric.Value * factor) })];

    private void Write(string id, RunDocument run) => RunDocument.File.Write(RunFolder.Create(_runs.Root, id).Document, run with { Id = id });

    private Dictionary<string, double> Entries(string list, string folder = "lists") => JsonElement
        .Parse(File.ReadAllText(Path.Combine(_runs[folder], $"{list}.json")))
        .EnumerateArray()
        .ToDictionary(entry => entry.GetProperty("name").GetString()!, entry => entry.GetProperty("value").GetDouble());

    private int Invoke(params string[] arguments)
    {
        var root = new RootCommand { ExportCommand.Create() };
        return root.Parse(["export", .. arguments]).Invoke(new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Error = _error,
            Output = _output,
        });
    }
}
