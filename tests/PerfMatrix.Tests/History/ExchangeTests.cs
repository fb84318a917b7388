using System.Text.Json;
using System.Xml.Linq;
using PerfMatrix.History.Exchange;
using PerfMatrix.History;
using PerfMatrix.Metrics;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.History;

public sealed class ExchangeTests
{
    private const string DataJs =
        """
        window.BENCHMARK_DATA = {
          "lastUpdate": 1710000000000, "repoUrl": "https://github.com/o/r",
          "entries": {
            "Rust": [
              {"commit": {"id": "aaaaaaaaaa", "message": "<script>", "timestamp": "2024-03-01T00:00:00Z", "url": "u"}, "date": 1709251200000, "tool": "cargo",
               "benches": [{"name": "parse", "value": 120, "range": "± 5", "unit": "ns/iter"}]},
              {"commit": {"id": "bbbbbbbbbb", "message": "m", "timestamp": "2024-03-02T00:00:00Z", "url": "u"}, "date": 1709337600000, "tool": "cargo",
               "benches": [{"name": "parse", "value": 130, "range": "± 5", "unit": "ns/iter"}]}],
            "Speed": [
              {"commit": {"id": "bbbbbbbbbb", "message": "m", "timestamp": "2024-03-02T00:00:00Z", "url": "u"}, "date": 1709337600001, "tool": "customBiggerIsBetter",
               "benches": [{"name": "rps", "value": 78330.5, "unit": "req/s"}]}]
          }
        }
        """;

    [Fact]
    public void An_existing_data_js_becomes_runs_before_those_measured_later()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));

        files.Apply(ActionBenchmarkImport.Add(files, ActionBenchmarkImport.Read(DataJs, "data.js")));

        var store = new HistoryStore(files);
        Assert.Equal(["aaaaaaaaaa", "bbbbbbbbbb"], store.RunList(0).Runs.Take(2).Select(run => run.Sha));
        Assert.Equal([true, true, false], store.RunList(0).Runs.Select(run => run.Imported));
        Assert.Contains(store.Catalogue.Metrics, metric => metric is { Unit: "req/s", Direction: Direction.HigherIsBetter });
        Assert.Contains(store.Catalogue.Metrics, metric => metric is { Unit: "ns/iter", Direction: Direction.LowerIsBetter });
        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.Empty(ActionBenchmarkImport.Add(files, ActionBenchmarkImport.Read(DataJs, "data.js")).Files);
    }

    [Theory]
    [InlineData("")]
    [InlineData("window.BENCHMARK_DATA = {")]
    [InlineData("window.BENCHMARK_DATA = {\"entries\": 3}")]
    [InlineData("{\"entries\": {\"s\": [{\"tool\": \"go\"}]}}")]
    public void Another_file_is_wrong_usage(string text) =>
        Assert.Contains(
        "not a data.js", Assert.Throws<UsageException>(() => ActionBenchmarkImport.Read(text, "data.js")).Message, StringComparison.Ordinal);

    [Fact]
    public void Hostile_text_makes_no_markup_in_the_feed_and_no_link()
    {
        var run = HistorySamples.Document(0);
        var files = HistorySamples.Published(HistorySamples.Compact(run with
        {
            Source = new("javascript:alert(1)//<script>\u0001\ud800", "x\"><script>", null, false),
        }));

        Assert.NotNull(XDocument.Parse(files.Text(HistoryPaths.Feed)).Root);
        Assert.DoesNotContain("<script>", files.Text(HistoryPaths.Feed), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, "no verdict yet", "#5a5a5a")]
    [InlineData("pass", "pass", "#2a6e2a")]
    [InlineData("regressed", "3 worse", "#b02a2a")]
    [InlineData("undecided", "undecided", "#5a5a5a")]
    [InlineData("incomplete", "incomplete", "#5a5a5a")]
    [InlineData("<x>", "no verdict yet", "#5a5a5a")]
    public void A_badge_says_the_verdict_and_unknown_is_never_green(string? outcome, string text, string colour)
    {
        var verdict = outcome is null ? null : new VerdictEntry("2026", "p", default, null, null, outcome, 3, 0, 0, 0);
        var svg = System.Text.Encoding.UTF8.GetString(Badges.OfVerdict(verdict));

        Assert.Contains(text, svg, StringComparison.Ordinal);
        Assert.Contains(colour, svg, StringComparison.Ordinal);
        Assert.NotNull(XDocument.Parse(svg).Root);
    }

    [Theory]
    [InlineData(0, 0, "0 of 120 (at most 3 %)", "#2a6e2a")]
    [InlineData(0, 4, "0 of 120 (at most 3 %), 4 without an answer", "#5a5a5a")]
    [InlineData(0, null, "0 of 120 (at most 3 %)", "#5a5a5a")]
    [InlineData(2, 4, "2 of 120 (at most 3 %), 4 without an answer", "#b02a2a")]
    public void The_badge_of_false_alarms_is_green_only_where_every_run_is_known_to_have_an_answer(
        int red, int? unanswered, string text, string colour)
    {
        var test = new SelftestEntry("2026", "p", default, null, null, 120, red, red / 120.0, 0, 0.03, unanswered);
        var svg = System.Text.Encoding.UTF8.GetString(Badges.OfSelfTest(test));

        Assert.Contains($">{text}<", svg, StringComparison.Ordinal);
        Assert.Contains($"fill=\"{colour}\"", svg, StringComparison.Ordinal);
    }

    [Fact]
    public void A_replay_alone_that_is_published_later_leaves_the_badge_to_the_trials()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        Publish("20261121T080000000Z-trials", """{"schemaVersion":1,"trials":[{"kind":"aa","outcome":"pass"}]}""", day: 1);
        Publish("20261122T080000000Z-replay", """{"schemaVersion":1,"trials":[],"replay":{}}""", day: 2);

        Assert.Contains(">0 of 1 (", files.Text(Badges.SelfTest), StringComparison.Ordinal);
        files.Apply(Rebuilding.Rebuild(files));
        Assert.Contains(">0 of 1 (", files.Text(Badges.SelfTest), StringComparison.Ordinal);

        void Publish(string id, string document, int day) => files.Apply(
            Shelf.Add(files, Shelf.Selftests, id, JsonElement.Parse(document), RunSamples.Start.AddDays(day), source: null));
    }

    [Fact]
    public void A_badge_of_a_demo_says_generated_data_and_has_no_colour_of_a_verdict()
    {
        var pass = new VerdictEntry("2026", "p", default, null, null, "pass", 0, 0, 0, 0);
        var test = new SelftestEntry("2026", "p", default, null, null, 120, 0, 0, 0, 0.03);
        Assert.All([Badges.OfVerdict(pass, isGenerated: true), Badges.OfSelfTest(test, isGenerated: true)], badge =>
        {
            var svg = System.Text.Encoding.UTF8.GetString(badge);
            Assert.Contains(">generated data: ", svg, StringComparison.Ordinal);
            Assert.DoesNotContain("#2a6e2a", svg, StringComparison.Ordinal);
        });
    }

    [Theory]
    [InlineData(78330.4, "78330")]
    [InlineData(0.0198349, "0.01983")]
    [InlineData(91234567, "9123e4")]
    [InlineData(999999.6, "1e6")]
    [InlineData(9999.6, "10000")]
    [InlineData(-352.26, "-352.3")]
    [InlineData(0, "0")]
    [InlineData(1e-9, "1e-9")]
    public void Numbers_have_four_significant_digits_and_read_back_as_rounded(double value, string expected)
    {
        var shard = new ShardDocument(1, "m", "s", 0, 0, 1, [new(0, [value], [], [], [])]);
        var text = HistoryJson.Write(shard);

        Assert.Contains($"\"value\":[{expected}]", System.Text.Encoding.UTF8.GetString(text), StringComparison.Ordinal);
        Assert.Equal(SignificantDigits.Round(value), HistoryJson.Read<ShardDocument>("s", text).Cells[0].Value[0]);
    }
}
