using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.Commands;
using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Gate;

public sealed class GatePolicyFileTests
{
    [Fact]
    public void The_file_of_the_repository_holds_the_defaults_whose_error_rates_are_published() =>
        Assert.Equal(Json(new()), Json(GatePolicyFile.Read(YamlFile.Read(Checkout.File(GatePolicyFile.Name), Checkout.Root))));

    [Fact]
    public void Without_a_file_or_its_metrics_those_of_the_tool_gate()
    {
        using var folder = new TemporaryFolder();
        var paced = new MetricPolicy("pacedLatencyP99", MetricRule.Tail) { DetectPercent = 20 };
        Assert.All([Workspace.Policy(null), Workspace.Policy(folder.Root), Read("detectPercent: 6\n")],
            policy => Assert.Contains(paced, policy.Metrics));
    }

    [Fact]
    public void A_key_that_is_left_out_has_its_default() => Assert.Equal(Json(new() { DetectPercent = 6 }), Json(Read("detectPercent: 6\n")));

    [Fact]
    public void Every_value_of_the_file_arrives_in_the_policy()
    {
        var policy = Read("""
            detectPercent: 3
            undecided: warn
            mode: advise
            machineBiasPercent: 0.4
            improvements: false
            mostRounds: 30
            metrics:
              peakRss: { rule: paired, detectPercent: 10 }
              startup: { rule: tail }
              allocatedPerRequest: { rule: counted, amount: 16 }
              gcCommitted: { rule: report }
            scenarios:
              - { scenario: "datas-*", detectPercent: 5 }
              - { scenario: values, metric: peakRss, detectPercent: 7 }
            """);
        var expected = new GatePolicy
        {
            DetectPercent = 3,
            Undecided = UndecidedRule.Warn,
            Mode = GateMode.Advise,
            MachineBiasPercent = 0.4,
            Improvements = false,
            MostRounds = 30,
            Metrics =
            [
                new("peakRss", MetricRule.Paired) { DetectPercent = 10 },
                new("startup", MetricRule.Tail),
                new("allocatedPerRequest", MetricRule.Counted) { Amount = 16 },
                new("gcCommitted", MetricRule.Report),
            ],
            Scenarios = [new("datas-*", null, 5), new("values", "peakRss", 7)],
        };
        Assert.Equal(Json(expected), Json(policy));
    }

    [Fact]
    public void Every_error_names_file_line_and_key()
    {
        (string What, string Yaml)[] cases =
        [
            ("unknown key", "detect: 3\n"),
            ("unknown mode", "mode: quiet\n"),
            ("unknown key of a metric", "metrics:\n  throughput: { rule: paired, treshold: 3 }\n"),
            ("unknown metric", "metrics:\n  thruput: { rule: paired }\n"),
            ("unknown metric of a scenario", "scenarios:\n  - { scenario: values, metric: rss, detectPercent: 3 }\n"),
            ("unknown rule", "metrics:\n  throughput: { rule: pared }\n"),
            ("amount of another rule", "metrics:\n  throughput: { rule: paired, amount: 3 }\n"),
            ("size of a counted metric", "metrics:\n  allocatedPerRequest: { rule: counted, detectPercent: 3 }\n"),
            ("size of a metric that fails nothing", "metrics:\n  stallShare: { rule: report, detectPercent: 3 }\n"),
            ("a rule of other metrics", "metrics:\n  throughput: { rule: counted }\n"),
            ("size of a counted metric in a scenario", "scenarios:\n  - { scenario: values, metric: allocatedPerRequest, detectPercent: 3 }\n"),
            ("size of a metric that fails nothing in a scenario", "scenarios:\n  - { scenario: values, metric: stallShare, detectPercent: 3 }\n"),
            ("no rule", "metrics:\n  throughput: { detectPercent: 3 }\n"),
            ("neither fail nor warn", "undecided: ignore\n"),
            ("not a number", "detectPercent: three\n"),
            ("percent sign", "detectPercent: 3%\n"),
            ("size out of range", "\ndetectPercent: -3\n"),
            ("size of a metric out of range", "metrics:\n  throughput:\n    rule: paired\n    detectPercent: 0\n"),
            ("size of a scenario out of range", "scenarios:\n  - scenario: values\n    detectPercent: 5000\n"),
            ("a size that the bias hides", "detectPercent: 3\nmachineBiasPercent: 1.5\n"),
            ("two errors", "detectPercent: 0\nmostRounds: 1\n"),
            .. new[] { "thresholdPercent: 2.5", "unknownLimitPercent: 10", "confidencePercent: 95", "screen: {}", "confirm: {}", "canary: {}",
                "same: {}" }
                .Select(old => ($"old key {old}", old + "\n")),
            ("old keys of a metric", "metrics:\n  latencyP90: { rule: paired, spreadLimitPercent: 5 }\n"),
            ("several old keys", "thresholdPercent: 2\nscreen: { same: {} }\nmetrics:\n  latencyP90: { rule: paired, spreadLimitPercent: 5 }\n"
                + "scenarios:\n  - { scenario: values, thresholdPercent: 3 }\nthreshold: 1\n"),
            ("old rule of a metric", "metrics:\n  allocatedPerRequest: { rule: tight }\n"),
            ("old key of a scenario", "scenarios:\n  - { scenario: values, thresholdPercent: 3 }\n"),
        ];
        var text = new StringBuilder();
        foreach (var (what, yaml) in cases)
            text.Append($"{what}\n  {Assert.Throws<UsageException>(() => Read(yaml)).Message.ReplaceLineEndings("\n  ")}\n");
        // The names as they are today would make every new metric a change of this text.
        Approval.Verify(
            Regex.Replace(text.ToString(), "metrics: throughput, [^)\\n]*", "metrics: (all)", RegexOptions.None, TimeSpan.FromSeconds(1)), "errors");
    }

    [Fact]
    public void What_the_table_of_metrics_says_hardly_varies_may_be_counted() => Assert.All(Metric.All, metric => Assert.Equal(
        metric.HardlyVaries, Record.Exception(() => Read($"metrics:\n  {metric.Name}: {{ rule: counted }}\n")) is null));

    [Fact]
    public void Whatever_a_slip_of_the_pen_makes_of_the_file_it_reads_or_is_reported()
    {
        const string Slips = ":-[]{}\"'#&*!|>%@,?\t\n a0";
        var text = File.ReadAllText(Checkout.File(GatePolicyFile.Name));
        for (var seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var at = random.Next(text.Length);
            var slip = text[..at] + Slips[random.Next(Slips.Length)] + text[Math.Min(at + random.Next(3), text.Length)..];
            var error = Record.Exception(() => Read(slip));
            Assert.True(error is null or UsageException, $"seed {seed}: {error}");
        }
    }

    private static GatePolicy Read(string yaml) => GatePolicyFile.Read(YamlFile.Parse(yaml, GatePolicyFile.Name));

    private static string Json(GatePolicy policy) => JsonSerializer.Serialize(VerdictDocument.Of([], policy), DocumentJson.Compact);
}
