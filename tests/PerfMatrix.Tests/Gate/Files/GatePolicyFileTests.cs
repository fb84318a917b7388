using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.Results;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Gate.Files;

public sealed class GatePolicyFileTests
{
    [Fact]
    public void The_file_of_the_repository_holds_the_defaults_whose_error_rates_are_published()
    {
        var policy = GatePolicyFile.Read(YamlFile.Read(Checkout.File(GatePolicyFile.Name), Checkout.Root));
        Assert.Equal(Json(new()), Json(policy));
    }

    [Fact]
    public void A_key_that_is_left_out_has_its_default() => Assert.Equal(Json(new() { ThresholdPercent = 5 }), Json(Read("thresholdPercent: 5\n")));

    [Fact]
    public void Every_value_of_the_file_arrives_in_the_policy()
    {
        var policy = Read("""
            thresholdPercent: 3
            unknownLimitPercent: 20
            confidencePercent: 90
            machineBiasPercent: 0.5
            screen: { looks: [8, 9], level: 0.04, effectPercent: 1.5 }
            confirm: { machines: 2, looks: [20], falseDiscoveryRate: 0.1, nullPercent: 1, improvements: false }
            canary: { limitPercent: 4, standardErrors: 2, spreadFactor: 5 }
            same: { withinThresholds: 1.5, confidencePercent: 90 }
            metrics:
              peakRss: { rule: paired, thresholdPercent: 10, spreadLimitPercent: 8 }
              allocatedPerRequest: { rule: tight, tightPercent: 2, tightAmount: 16 }
              startup: { rule: report }
            scenarios:
              - { scenario: "datas-*", thresholdPercent: 5 }
              - { scenario: values, metric: peakRss, thresholdPercent: 7 }
            """);
        var expected = new GatePolicy
        {
            ThresholdPercent = 3,
            UnknownLimitPercent = 20,
            ConfidencePercent = 90,
            MachineBiasPercent = 0.5,
            Screen = new() { Looks = [8, 9], Level = 0.04, EffectPercent = 1.5 },
            Confirm = new() { Machines = 2, Looks = [20], FalseDiscoveryRate = 0.1, NullPercent = 1, Improvements = false },
            Canary = new() { LimitPercent = 4, StandardErrors = 2, SpreadFactor = 5 },
            Same = new() { WithinThresholds = 1.5, ConfidencePercent = 90 },
            Metrics =
            [
                new("peakRss", MetricRule.Paired) { ThresholdPercent = 10, SpreadLimitPercent = 8 },
                new("allocatedPerRequest", MetricRule.Tight) { TightPercent = 2, TightAmount = 16 },
                new("startup", MetricRule.Report),
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
            ("unknown key", "treshold: 3\n"),
            ("unknown key of a section", "screen:\n  look: [7]\n"),
            ("unknown metric", "metrics:\n  thruput: { rule: paired }\n"),
            ("unknown metric of a scenario", "scenarios:\n  - { scenario: values, metric: rss, thresholdPercent: 3 }\n"),
            ("unknown rule", "metrics:\n  throughput: { rule: pared }\n"),
            ("no rule", "metrics:\n  throughput: { thresholdPercent: 3 }\n"),
            ("not a number", "thresholdPercent: three\n"),
            ("percent sign", "thresholdPercent: 3%\n"),
            ("threshold out of range", "\nthresholdPercent: -3\n"),
            ("threshold of a metric out of range", "metrics:\n  throughput:\n    rule: paired\n    thresholdPercent: 0\n"),
            ("threshold of a scenario out of range", "scenarios:\n  - scenario: values\n    thresholdPercent: 5000\n"),
            ("q out of range", "confirm:\n  machines: 3\n  falseDiscoveryRate: 5\n"),
            ("level out of range", "screen:\n  level: 0\n"),
            ("too few rounds for the test", "screen:\n  looks: [7, 4]\n"),
            ("a default that no longer fits", "confirm:\n  falseDiscoveryRate: 0.0001\n  looks: [10]\n"),
            ("two errors", "thresholdPercent: 0\nunknownLimitPercent: 101\n"),
        ];
        var text = new StringBuilder();
        foreach (var (what, yaml) in cases)
            text.Append($"{what}\n  {Assert.Throws<UsageException>(() => Read(yaml)).Message.ReplaceLineEndings("\n  ")}\n");
        // The names as they are today would make every new metric a change of this text.
        Approval.Verify(
            Regex.Replace(text.ToString(), "metrics: throughput, [^)\\n]*", "metrics: (all)", RegexOptions.None, TimeSpan.FromSeconds(1)), "errors");
    }

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
