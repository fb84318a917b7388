using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.Commands;
using PerfMatrix.History;
using PerfMatrix.History.Exchange;
using PerfMatrix.Metrics;
using PerfMatrix.Tests.Reporting;
using PerfMatrix.Tests.Reporting.Exports;

namespace PerfMatrix.Tests.History.Exchange;

/// <summary>What is exported is given to the real action; <see cref="ActionBenchmarkExportTests"/> holds more of it to the action's rules, without
/// it.</summary>
public sealed partial class RealActionBenchmarkTests : IDisposable
{
    private const string First = "1111111111111111111111111111111111111111";
    private const string Second = "2222222222222222222222222222222222222222";
    private const string Third = "3333333333333333333333333333333333333333";

    private static readonly ActionBenchmarkSuite s_memory = ActionBenchmarkSuite.All.Single(suite => suite.Name == "memory");

    private readonly RealActionBenchmark _action = new();

    [Fact]
    public async Task All_lists_are_stored_as_they_are()
    {
        foreach (var suite in ActionBenchmarkSuite.All)
            await AcceptedAsync(suite, List(suite), First);

        foreach (var suite in ActionBenchmarkSuite.All)
        {
            var entry = Assert.Single(_action.Entries(suite));
            Assert.Equal((RealActionBenchmark.ToolOf(suite), First),
                (entry.GetProperty("tool").GetString(), entry.GetProperty("commit").GetProperty("id").GetString()));
            Assert.NotEmpty(List(suite));
            Assert.Equal(List(suite), Benches(entry));
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public async Task A_value_that_is_twice_as_bad_raises_the_alert_of_its_series_alone(int number)
    {
        var suite = ActionBenchmarkSuite.All[number];
        var list = List(suite);
        var first = list.ToList().FindIndex(entry => entry.Value > 0);
        var worse = list.Select((entry, index) => index == first ? entry with
        {
            Value = suite.Metric.Direction == Direction.HigherIsBetter ? entry.Value / 2 : entry.Value * 2,
        } : entry).ToList();
        await AcceptedAsync(suite, list, First);
        await AcceptedAsync(suite, list, Second);

        var (code, said) = await _action.RunAsync(suite, worse, Third);

        Assert.Equal((1, 1), (code, Alerts().Count(said)));
        Assert.Contains($"| `{list[first].Name}` |", said, StringComparison.Ordinal);
        Assert.Contains("| `2` |", said, StringComparison.Ordinal);
    }

    /// <summary>A range is read as a number by then, and written anew.</summary>
    [Fact]
    public async Task What_is_stored_after_another_commit_is_the_same_to_the_last_digit()
    {
        var list = List(s_memory);
        await AcceptedAsync(s_memory, list, First);

        await AcceptedAsync(s_memory, list, Second);

        Assert.Equal(list.Select(WithNumericRange), Benches(_action.Entries(s_memory)[1]).Select(WithNumericRange));
    }

    [Fact]
    public async Task History_import_takes_over_what_the_action_has_stored()
    {
        foreach (var commit in new[] { First, Second })
            foreach (var suite in ActionBenchmarkSuite.All)
                await AcceptedAsync(suite, List(suite), commit);
        using var history = new TemporaryFolder();

        Assert.Equal(0, await ImportAsync(history.Root));

        var files = new FolderFiles(history.Root);
        Assert.True(HistoryCheck.Of(files).IsWhole, HistoryCheck.Of(files).ToText());
        var runs = Rebuilding.ReadAll(files).Runs.ToList();
        Assert.Equal([First, Second], runs.Select(run => run.Run.Source.Sha));
        var stored = ActionBenchmarkSuite.All
            .SelectMany(suite => _action.Entries(suite)[1].GetProperty("benches").EnumerateArray().Select(bench => Stored(suite, bench)));
        Assert.Equal(stored.Order(StringComparer.Ordinal), Imported(runs[1]).Order(StringComparer.Ordinal));
    }

    public void Dispose() => _action.Dispose();

    private static IReadOnlyList<ActionBenchmarkEntry> List(ActionBenchmarkSuite suite) =>
        suite.Of(suite.Name == "time" ? ExportSamples.Microbenchmarks() : ExportSamples.WithReference());

    private static IEnumerable<ActionBenchmarkEntry> Benches(JsonElement entry) =>
        entry.GetProperty("benches").EnumerateArray().Select(bench => new ActionBenchmarkEntry(
        bench.GetProperty("name").GetString()!, bench.GetProperty("unit").GetString()!, bench.GetProperty("value")
            .GetDouble(), bench.GetProperty("range").GetString()!, bench.GetProperty("extra").GetString()!));

    private static ActionBenchmarkEntry WithNumericRange(ActionBenchmarkEntry entry) => entry with
    {
        Range = double.Parse(entry.Range["± ".Length..], CultureInfo.InvariantCulture).ToString("R", CultureInfo.InvariantCulture),
    };

    private static string Stored(ActionBenchmarkSuite suite, JsonElement bench) => Line(
        $"{suite.Name}/{bench.GetProperty("name")}", bench.GetProperty("unit").GetString()!, bench.GetProperty("value")
            .GetDouble(), bench.GetProperty("range").GetString(), bench.GetProperty("extra").GetString());

    private static IEnumerable<string> Imported(CompactRun imported) =>
        from metric in imported.Run.Summary
        let unit = imported.Table.Metrics.Single(known => known.Name == metric.Key).Unit
        let texts = imported.Run.Origin!.Texts[metric.Key]
        from variant in Enumerable.Range(0, imported.Run.Variants.Cell.Count)
        where variant < metric.Value.Value.Count && metric.Value.Value[variant] is not null
        select Line(imported.Table.Cells[imported.Run.Variants.Cell[variant]].Id, unit, metric.Value.Value[variant]!.Value, texts.Range[variant],
            texts.Extra[variant]);

    private static string Line(string series, string unit, double value, string? range, string? extra) =>
        string.Create(CultureInfo.InvariantCulture, $"{series} | {SignificantDigits.Round(value):R} {unit} | {range} | {extra}");

    private async Task AcceptedAsync(ActionBenchmarkSuite suite, IReadOnlyList<ActionBenchmarkEntry> list, string commit)
    {
        var (code, said) = await _action.RunAsync(suite, list, commit);
        Assert.True(code == 0, said);
        Assert.Contains("github-action-benchmark was run successfully!", said, StringComparison.Ordinal);
        Assert.Equal(0, Alerts().Count(said));
    }

    private async Task<int> ImportAsync(string folder)
    {
        using var output = new StringWriter();
        var root = new RootCommand { HistoryCommand.Create(new(new TestConsole().Console)) };
        return await root.Parse(["history", "import", _action.Data, "--folder", folder]).InvokeAsync(new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Output = output,
        });
    }

    /// <summary>The action warns of each value that is beyond the threshold.</summary>
    [GeneratedRegex("^::warning::Performance alert!", RegexOptions.Multiline | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Alerts();
}
