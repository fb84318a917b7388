using PerfMatrix.Gate;
using PerfMatrix.Reporting.Verdicts;
using PerfMatrix.Statistics;
using PerfMatrix.Tests.Gate;

namespace PerfMatrix.Tests.Reporting.Verdicts;

public sealed class PolicyExplanationTests
{
    [Fact]
    public void What_the_bias_of_the_machine_hides_is_not_promised()
    {
        var text = Explain(new()
        {
            Metrics = [new("throughput", MetricRule.Paired), new("peakRss", MetricRule.Paired) { DetectPercent = 20 }],
            Scenarios = [new("datas-*", "peakRss", 10), new("datas-call", null, 22)],
        }, biasPercent: 3, spreadPercent: 9);

        Assert.Contains(
            "Changes of these sizes or more are detected where the noise allows it: 20 % of Peak RSS, 22 % of Throughput in datas-call.", text,
            StringComparison.Ordinal);
        Assert.Contains("Throughput: the bias of this machine hides changes of its size (5.0 %, give 19.2 % or more); worse only when shown to be "
            + "above a margin of 8.0 %, because a machine may favour a side by 3.0 % in all its rounds (measured).", text, StringComparison.Ordinal);
        Assert.Contains("Peak RSS in datas-*: the bias of this machine hides changes of its size (10 %).", text, StringComparison.Ordinal);
        Assert.Matches(@"/2c, Throughput: .* %; the bias of this machine hides changes of its size \(5 %\), however many rounds there are\.", text);
        Assert.DoesNotMatch("Throughput: .*would take about", text);
    }

    [Fact]
    public void What_nobody_can_find_is_known_before_anything_is_measured()
    {
        var known = new MachineBias(new Dictionary<(string, string), double> { [("f", "throughput")] = LogRatio.FromPercent(0.1) })
            .On([new("r", Stage.Whole, "m", "f", "cpu", "local")]);
        var policy = new GatePolicy { Metrics = [new("throughput", MetricRule.Paired)] };

        Assert.Empty(PolicyExplanation.HiddenSizes(new(), MachineBias.None, ""));
        Assert.Equal(["Throughput: the bias of this machine hides changes of its size (1.0 %, give 3.1 % or more); worse only when shown to be above "
            + "a margin of 1.3 %, because a machine may favour a side by 0.5 % in all its rounds (assumed)."],
            PolicyExplanation.HiddenSizes(policy with { DetectPercent = 1 }, known, "another"));
        Assert.Empty(PolicyExplanation.HiddenSizes(policy with { DetectPercent = 1 }, known, "m"));
        Assert.Equal(["Throughput in datas-*: the bias of this machine hides changes of its size (1 %)."],
            PolicyExplanation.HiddenSizes(policy with { Scenarios = [new("datas-*", null, 1)] }, known, "another"));
    }

    [Fact]
    public void Only_what_the_policy_sets_is_said_to_be_set()
    {
        var text = Explain(new() { MachineBiasPercent = 0.7 }, biasPercent: 1.5, spreadPercent: 1);

        Assert.Contains("\nThroughput, CPU/req, Mean: worse when the estimate is at least 2.5 %, and shown to be above a margin of 1.8 %, because a "
            + "machine may favour a side by 0.7 % in all its rounds (set);", text, StringComparison.Ordinal);
        Assert.Contains("by 1.5 % in all its rounds (measured);", text, StringComparison.Ordinal);
        Assert.Contains("\np99: worse when", text, StringComparison.Ordinal);
        Assert.Contains("by 3.0 % in all its rounds (assumed);", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_bias_takes_more_rounds_of_the_same_noise()
    {
        Assert.True(Rounds(0.75) > Rounds(0.5));

        static int Rounds(double biasPercent)
        {
            var text = Explain(new() { Metrics = [new("throughput", MetricRule.Paired)] }, biasPercent, spreadPercent: 5);
            return int.Parse(System.Text.RegularExpressions.Regex.Match(text,
                "/2c, Throughput: .*5 % would take about ([0-9]+) rounds").Groups[1].Value);
        }
    }

    [Fact]
    public void Where_the_size_has_grown_no_number_of_rounds_is_promised_to_find_that_of_the_policy()
    {
        var policy = new GatePolicy { Metrics = [new("startup", MetricRule.Tail) { DetectPercent = 7 }] };
        var grown = new CellVerdict
        {
            Cell = "a",
            Metric = "startup",
            Verdict = Verdict.Same,
            Reason = "",
            DetectablePercent = 13,
            SizePercent = LogRatio.ToPercent(1.5 * 0.071),
            Rounds = 10,
            Machines = 1,
            Stage = Stage.Whole,
            Gates = true,
        };

        Assert.EndsWith("\na, Start-up: these 10 rounds would have shown 13.0 %, as noise has made the size grow to 11.2 %; with less noise, or more "
            + "rounds, smaller changes are found.", Of(grown), StringComparison.Ordinal);
        Assert.Matches(@"; 7 % would take about \d+ rounds at this noise\.$", Of(grown with { SizePercent = null }));
        Assert.StartsWith("Pass, but 1 of 1 could not have shown 7 %: ", VerdictWords.Headline(Document(grown)), StringComparison.Ordinal);
        Assert.StartsWith("Pass: ", VerdictWords.Headline(Document(grown with { SizePercent = null })), StringComparison.Ordinal);
        Assert.StartsWith("Pass: ", VerdictWords.Headline(Document(grown with { DetectablePercent = 6.3 })), StringComparison.Ordinal);

        string Of(CellVerdict cell) => string.Join('\n', PolicyExplanation.Of(policy, MachineBias.None, null, Document(cell)));

        VerdictDocument Document(CellVerdict cell) => new() { Outcome = Outcome.Pass, Cells = [cell], Policy = policy };
    }

    [Fact]
    public void The_rounds_that_it_takes_are_told_at_the_level_of_the_verdicts()
    {
        var policy = new GatePolicy { Metrics = [new("throughput", MetricRule.Paired)] };
        var one = Rounds(Stage.Whole, 1);

        Assert.Equal(one, Rounds(Stage.Whole, DecisionLooks.SubjectsAtFullLevel));
        Assert.NotEqual(one, Rounds(Stage.Whole, 48));
        Assert.Equal(one, Rounds(Stage.Whole, 48, identical: 47));
        Assert.Equal(one, Rounds(Stage.Confirm, 48)); // A second machine has to agree.

        int Rounds(Stage stage, int verdicts, int identical = 0)
        {
            var cells = Enumerable.Range(1, verdicts).Select(number => new CellVerdict
            {
                Cell = $"cell {number}",
                Metric = "throughput",
                Verdict = Verdict.Unknown,
                Reason = "",
                DetectablePercent = 13,
                Rounds = 10,
                Machines = 1,
                Stage = stage,
                Gates = true,
                Identical = number > verdicts - identical,
            });
            var verdict = new VerdictDocument { Outcome = Outcome.Pass, Cells = [.. cells], Policy = policy };
            var text = string.Join('\n', PolicyExplanation.Of(policy, MachineBias.None, null, verdict));
            return int.Parse(System.Text.RegularExpressions.Regex.Match(text,
                "\ncell 1, Throughput: .*5 % would take about ([0-9]+) rounds").Groups[1].Value);
        }
    }

    private static string Explain(GatePolicy policy, double biasPercent, double spreadPercent)
    {
        var comparison = GateRuns.Comparison(GateRuns.Run("20261121-n", 10, GateRuns.Unchanged with { SpreadPercent = spreadPercent }));
        var run = comparison.Runs[0];
        var bias = new MachineBias(new Dictionary<(string, string), double>
        {
            [(run.Fingerprint, "throughput")] = LogRatio.FromPercent(biasPercent),
            [(run.Fingerprint, "peakRss")] = LogRatio.FromPercent(biasPercent),
        });
        var verdict = GateDecision.Of([comparison], new(policy, [], bias)).Verdict;
        return string.Join('\n', PolicyExplanation.Of(policy, bias.On(comparison.Runs), run.Machine, verdict));
    }
}
