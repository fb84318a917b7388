using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.History;
using PerfMatrix.History.Exchange;
using PerfMatrix.Tests.Reporting.Exports;

namespace PerfMatrix.Tests.History.Exchange;

/// <summary>Exports obey what github-action-benchmark v1.22.0 does with them, whatever was measured.</summary>
public sealed partial class ActionBenchmarkExportTests
{
    private static readonly double[] s_hostile =
        [0, -0.0, 1e-300, 5e-324, 1e308, -1e308, -12.5, 123456789.123, 0.1 + 0.2, double.NaN, double.PositiveInfinity, double.NegativeInfinity];

    private static readonly ActionBenchmarkSuite s_time = ActionBenchmarkSuite.All.Single(suite => suite.Name == "time");

    [Fact]
    public void Every_export_obeys_the_rules_of_the_action()
    {
        var random = new Random(7);
        var entries = 0;
        for (var trial = 0; trial < 100; trial++)
        {
            var run = Disturbed(HistorySamples.WithTwin(trial % 2 == 0 ? HistorySamples.Document(trial) : ExportSamples.WithReference()), random);
            var names = new HashSet<string>();
            foreach (var suite in ActionBenchmarkSuite.All)
                entries += suite.FileOf([run, ExportSamples.Microbenchmarks()]) is { } file ? ActionRules.Require(file.Text, names) : 0;
        }

        Assert.InRange(entries, 300, 1_000);
    }

    [Fact]
    public void A_scenario_is_one_chart_that_shows_all_its_cells_against_the_reference()
    {
        var run = ExportSamples.WithReference();

        Assert.All(ActionBenchmarkSuite.All.Where(suite => suite.Name != "time"), suite => Assert.Equal(
            new[] { "hello-minimal", "hello-controllers" }.Select(scenario => ($"{scenario} {suite.Metric.Name} against the reference",
                "% of the reference")),
            suite.Of(run).Select(entry => (entry.Name, entry.Unit))));
        // Runtimes are up to 12 % and server GC 3 % faster in these runs; the anchor is the reference itself.
        var chart = ActionBenchmarkSuite.All[0].Of(run)[0];
        Assert.InRange(chart.Value, 104, 108);
        Assert.Contains("geometric mean of 8 cells", chart.Extra, StringComparison.Ordinal);
    }

    /// <summary>Series have other names, so that a percentage never stands beside an absolute value.</summary>
    [Fact]
    public void Without_a_reference_it_shows_the_first_cell_alone()
    {
        var run = HistorySamples.Document(0);

        var chart = Assert.Single(ActionBenchmarkSuite.All[0].Of(run));

        Assert.Equal(("hello-controllers/net8.0/workstation/2c throughput", "requests/s"), (chart.Name, chart.Unit));
        Assert.Contains("values of different machines are not comparable", chart.Extra, StringComparison.Ordinal);
        Assert.Empty(ActionBenchmarkSuite.All.SelectMany(suite => suite.Of(run)).Select(entry => entry.Name)
            .Intersect(ActionBenchmarkSuite.All.SelectMany(suite => suite.Of(ExportSamples.WithReference())).Select(entry => entry.Name)));
    }

    /// <summary>The action fails on an empty list.</summary>
    [Fact]
    public void What_was_not_measured_is_left_out_and_a_list_of_nothing_is_no_file()
    {
        var run = HistorySamples.Document(0);
        var failed = run with { Variants = [.. run.Variants.Select(variant => variant with { Status = VariantStatus.Failed })] };

        Assert.All(ActionBenchmarkSuite.All, suite => Assert.Null(suite.FileOf([failed])));
        Assert.NotNull(ActionBenchmarkSuite.All[0].FileOf([run]));
    }

    [Fact]
    public void Benchmarks_of_BenchmarkDotNet_have_a_list_of_mean_times_and_no_other()
    {
        var run = ExportSamples.Microbenchmarks();

        var file = Assert.Single(ActionBenchmarkSuite.All.Select(suite => suite.FileOf([run])).OfType<ExportFile>());

        Assert.Equal(("time.json", "2 charts"), (file.Name, file.What));
        var chart = s_time.Of(run)[0];
        Assert.Equal(($"{run.Variants[0].Cell.Id} meanTime", "ns"), (chart.Name, chart.Unit));
    }

    [Fact]
    public void A_project_of_BenchmarkDotNet_is_one_chart_that_shows_all_its_cases_against_the_reference()
    {
        var chart = Assert.Single(s_time.Of(ExportSamples.MicrobenchmarksWithReference()));

        Assert.Equal(("micro meanTime against the reference", "% of the reference"), (chart.Name, chart.Unit));
        // Nine cells take half as long as the reference, and eight as long.
        Assert.Equal(100 * Math.Pow(0.5, 9 / 17.0), chart.Value, 6);
        Assert.StartsWith("geometric mean of 17 cells, ", chart.Extra, StringComparison.Ordinal);
        Assert.Contains("\nmicro/hello-minimal/", chart.Extra, StringComparison.Ordinal);
    }

    /// <summary>Hosted runners differ, so that the blocks of one plan may be several documents.</summary>
    [Fact]
    public void What_several_machines_measured_of_one_project_is_one_chart()
    {
        var run = ExportSamples.MicrobenchmarksWithReference();
        var parts = run.Blocks.Select(block => run with
        {
            Id = block.Id,
            Blocks = [block],
            Variants = [.. run.Variants.Where(variant => block.Variants.Contains(variant.Id))],
            Samples = [.. run.Samples.Where(sample => sample.Block == block.Id)],
        });

        var (chart, whole) = (Assert.Single(s_time.Of([.. parts])), Assert.Single(s_time.Of(run)));

        Assert.Equal((whole.Name, whole.Value), (chart.Name, chart.Value));
        Assert.All(run.Blocks, block => Assert.Contains($"run {block.Id} on ", chart.Extra, StringComparison.Ordinal));
    }

    /// <summary>A list that is not written has no step.</summary>
    [Fact]
    public void The_workflow_gives_every_list_to_the_action_where_there_is_one()
    {
        var workflow = File.ReadAllText(Checkout.File(".github/workflows/_history.yml"));

        Assert.Equal(ActionBenchmarkSuite.All.Count, workflow.Split("uses: benchmark-action/github-action-benchmark@").Length - 1);
        foreach (var suite in ActionBenchmarkSuite.All)
        {
            Assert.Contains($"          output-file-path: artifacts/exported/{suite.Name}.json\n", workflow, StringComparison.Ordinal);
            Assert.Contains($" && hashFiles('artifacts/exported/{suite.Name}.json') != '' }}}}\n        with:\n          name: {suite.Name}\n",
                workflow, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void An_identical_copy_of_a_cell_is_left_out() => Assert.Equal(
        ActionBenchmarkSuite.All[0].Of(HistorySamples.Document(0)),
            ActionBenchmarkSuite.All[0].Of(HistorySamples.WithTwin(HistorySamples.Document(0))));

    /// <summary>An export that is stored by the action and taken over again is what it was.</summary>
    [Fact]
    public void An_export_comes_back_through_the_action_and_import()
    {
        var exported = ActionBenchmarkSuite.All[2].Of(ExportSamples.WithReference());
        var stored = $$$"""window.BENCHMARK_DATA = {"entries":{"memory":[{"commit":{"id":"a"},"date":1774932000000,"tool":"customSmallerIsBetter","benches":{{{DocumentJson.Text(exported)}}} }]}}""";

        var (run, table) = Assert.Single(ActionBenchmarkImport.Read(stored, "data.js"));

        Assert.Equal(exported.Select(entry => $"memory/{entry.Name}"), table.Cells.Select(cell => cell.Id));
        for (var variant = 0; variant < exported.Count; variant++)
        {
            var metric = $"imported smaller {exported[variant].Unit}";
            Assert.Equal(SignificantDigits.Round(exported[variant].Value), run.Summary[metric].Value[variant]);
            Assert.Equal((exported[variant].Range, exported[variant].Extra),
                (run.Origin!.Texts[metric].Range[variant], run.Origin.Texts[metric].Extra[variant]));
        }
    }

    /// <summary>Values of all sizes and those that are no numbers, metrics that are missing, variants that are not measured, and a limit of
    /// memory.</summary>
    private static RunDocument Disturbed(RunDocument run, Random random) => run with
    {
        Variants = [.. run.Variants.Select(variant => random.Next(8) > 0 ? variant : variant with
        {
            Status = VariantStatus.Failed, Reason = "gone",
        })],
        Samples =
        [
            .. run.Samples.Select(sample => sample with
            {
                Metrics = sample.Metrics.Where(_ => random.Next(10) > 0)
                    .ToDictionary(metric => metric.Key, metric => random.Next(5) > 0 ? metric.Value : s_hostile[random.Next(s_hostile.Length)]),
            }),
        ],
    };

    /// <summary>
    /// The rules of v1.22.0. <c>src/extract.ts</c>: an array of name, value, unit, range? and extra?, where missing texts would silently become
    /// "undefined", null the number 0, and a value that is no finite number fails the step. <c>src/addBenchmarkEntry.ts</c>: the value before is
    /// found by name. <c>src/extractRangeInfo.ts</c>: a range is scaled with its value if it is a sign and a number. <c>src/write.ts</c>: name, unit
    /// and range are put between backticks into a row of a Markdown table.
    /// </summary>
    private static partial class ActionRules
    {
        private static readonly string[] s_fields = ["name", "unit", "value", "range", "extra"];

        /// <param name="names">Names of the lists before, which must be others.</param>
        public static int Require(string json, HashSet<string> names)
        {
            using var document = JsonDocument.Parse(json);
            Assert.Equal(JsonValueKind.Array, document.RootElement.ValueKind);
            foreach (var entry in document.RootElement.EnumerateArray())
            {
                Assert.Equal(s_fields, entry.EnumerateObject().Select(field => field.Name));
                Assert.All(s_fields,
                    field => Assert.Equal(field == "value" ? JsonValueKind.Number : JsonValueKind.String, entry.GetProperty(field).ValueKind));
                Assert.True(double.IsFinite(entry.GetProperty("value").GetDouble()), entry.ToString());
                Assert.All(["name", "unit", "range"], field => Assert.Matches(Cell(), entry.GetProperty(field).GetString()));
                Assert.True(names.Add(entry.GetProperty("name").GetString()!), $"{entry.GetProperty("name")} is there twice");
                var range = Range().Match(entry.GetProperty("range").GetString()!);
                Assert.True(
                    range.Success && double.IsFinite(double.Parse(range.Groups["value"].Value, CultureInfo.InvariantCulture)), entry.ToString());
            }

            return document.RootElement.GetArrayLength();
        }

        [GeneratedRegex(@"^[^\p{C}`|]+$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
        private static partial Regex Cell();

        [GeneratedRegex(@"^(\+-|±)\s*(?<value>\d.*)$", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
        private static partial Regex Range();
    }
}
