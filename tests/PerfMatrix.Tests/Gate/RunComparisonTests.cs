using PerfMatrix.Gate;
using PerfMatrix.Reporting.Verdicts;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;
using static PerfMatrix.Tests.Gate.GateRuns;

namespace PerfMatrix.Tests.Gate;

public sealed class RunComparisonTests
{
    [Fact]
    public void Base_and_head_of_a_block_are_paired_round_by_round()
    {
        var comparison = Comparison(Run("r", 7, Slower));

        var series = comparison.Pairs.Single(s => s.Metric == "cpuPerRequest");
        Assert.Equal(("hello-minimal/net10.0/server/2c", "r", "block"), (series.Cell, series.Run, series.Block));
        Assert.Equal(Enumerable.Range(1, 7), series.Rounds.Select(round => round.Round));
        Assert.All(series.Rounds, round => Assert.Equal(Math.Log(round.Head!.Value / round.Base!.Value), round.LogRatio!.Value, 12));
        Assert.Null(comparison.NotGating);
        Assert.Equal(("base-sha", "head-sha"), (comparison.Base.Sha, comparison.Head.Sha));
        Assert.Equal([new ComparedRun("r", Stage.Whole, "0123456789aa", "0123456789ab", "Example CPU 3000", "local")], comparison.Runs);
        var difference = comparison.Differences.Single(d => d.Metric == "throughput");
        Assert.Equal(7, difference.Rounds);
        Assert.InRange(difference.EffectPercent!.Value, 5.9, 6.1);
    }

    [Fact]
    public void The_canary_is_base_against_its_copy()
    {
        var canary = Comparison(Run("r", 7, Slower)).Canaries.Single(s => s.Metric == "throughput");
        Assert.All(canary.Rounds, round => Assert.InRange(round.LogRatio!.Value, -0.02, 0.02));
    }

    [Fact]
    public void A_canary_that_died_is_there_without_rounds()
    {
        var run = Run("r", 7, Slower).WithSamples(sample => sample.Variant.EndsWith("#1", StringComparison.Ordinal) ? null : sample);
        Assert.Empty(Comparison(run).Canaries.Single(s => s.Metric == "throughput").Rounds);
    }

    [Fact]
    public void A_round_that_failed_on_one_side_is_left_out()
    {
        var run = Run("r", 8, Slower).WithSamples(sample => sample is { Round: 3, Variant: "hello-minimal/net10.0/server/2c" } ? null : sample);
        Assert.Equal([1, 2, 4, 5, 6, 7, 8], Comparison(run).Pairs.Single(s => s.Metric == "throughput").Rounds.Select(round => round.Round));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(double.NaN)]
    [InlineData(-1)]
    public void A_sample_that_is_no_positive_number_has_no_ratio(double value)
    {
        var comparison = Comparison(Broken(value));
        var round = comparison.Pairs.Single(s => s.Metric == "cpuPerRequest").Rounds[2];
        Assert.Null(round.LogRatio);
        Assert.Equal(comparison.Pairs.Select(p => p.Rounds.Count),
            ComparisonDocument.File.Parse(ComparisonDocument.File.Format(comparison), "c").Pairs.Select(p => p.Rounds.Count));
    }

    [Fact]
    public void A_cell_that_failed_on_one_side_is_missing_with_the_reason()
    {
        var run = Run("r", 7, Unchanged, Slower);
        var failed = run with
        {
            Variants = [.. run.Variants.Select(v => v is { Side: Side.Head, Cell.Runtime: "net10.0" } ? v with
            {
                Status = VariantStatus.Failed, Reason = "exited with 134",
            } : v)],
        };
        var comparison = Comparison(failed.WithSamples(s => s.Variant == "hello-minimal/net10.0/server/2c" ? null : s));
        Assert.Equal([null, "hello-minimal/net10.0/server/2c failed: exited with 134"], comparison.Cells.Select(cell => cell.Missing));
    }

    [Fact]
    public void A_cell_of_head_alone_is_told()
    {
        var run = Run("r", 7, Unchanged, Slower);
        var comparison = Comparison(run with { Variants = [.. run.Variants.Where(v => v is not { Side: Side.Base, Cell.Runtime: "net10.0" })] });
        Assert.Equal("hello-minimal/net9.0/server/2c", Assert.Single(comparison.Cells).Id);
        Assert.Contains("hello-minimal/net10.0/server/2c: only on side head, not compared", comparison.Warnings);
    }

    [Fact]
    public void A_cell_of_base_alone_is_missing()
    {
        var run = Run("r", 7, Unchanged, Slower);
        var comparison = Comparison(run with { Variants = [.. run.Variants.Where(v => v is not { Side: Side.Head, Cell.Runtime: "net10.0" })] });
        Assert.Equal([(false, null), (true, "head has no such variant")], comparison.Cells.Select(cell => (cell.Dropped, cell.Missing)));
        Assert.DoesNotContain(comparison.Pairs, series => series.Cell == "hello-minimal/net10.0/server/2c");
        Assert.Equal(("base-sha", "head-sha"), (comparison.Base.Sha, comparison.Head.Sha));
    }

    [Fact]
    public void A_cell_that_head_dropped_is_missing_with_the_reason_and_makes_the_verdict_incomplete()
    {
        var run = Run("r", 7, Unchanged, Slower);
        var dropped = run with
        {
            Variants = [.. run.Variants.Where(v => v.Cell.Runtime != "net10.0"), run.Variants.First(v => v is
            {
                Side: Side.Head, Cell.Runtime: "net10.0",
            }) with { Status = VariantStatus.Dropped, Reason = "head has no Api.csproj" }],
        };
        var comparison = Comparison(dropped);
        Assert.Equal([null, "head has no Api.csproj"], comparison.Cells.Select(cell => cell.Missing));

        var verdict = GateDecision.Of([comparison], new GateRules(new())).Verdict;
        Assert.Equal((Outcome.Incomplete, 3), (verdict.Outcome, verdict.ExitCode));
        var cell = verdict.Cells.First(cell => cell.Cell == "hello-minimal/net10.0/server/2c");
        Assert.Equal((true, "missing: head has no Api.csproj"), (cell.Dropped, cell.Reason));
        Assert.Contains("1 cell missing in head", VerdictWords.Headline(verdict), StringComparison.Ordinal);
    }

    [Fact]
    public void A_cell_without_common_block_is_missing()
    {
        var run = Run("r", 7, Unchanged, Slower);
        var apart = run with
        {
            Blocks = [run.Blocks[0] with
            {
                Variants = [.. run.Blocks[0].Variants.Where(v => v != "hello-minimal/net10.0/server/2c")],
            }, run.Blocks[0] with { Id = "other", Variants = ["hello-minimal/net10.0/server/2c"] }],
            Samples = [.. run.Samples.Select(s => s.Variant == "hello-minimal/net10.0/server/2c" ? s with { Block = "other" } : s)],
        };
        var comparison = Comparison(apart);
        Assert.Equal([null, "base and head share no block"], comparison.Cells.Select(cell => cell.Missing));
        Assert.DoesNotContain(comparison.Differences, difference => difference.Cell == "hello-minimal/net10.0/server/2c");
    }

    [Fact]
    public void A_run_with_one_side_is_refused()
    {
        var error = Assert.Throws<UsageException>(() => Comparison(OneSided("r", 7, Slower)));
        Assert.Equal("run r has no cell with both sides; sides found: head. Give a run of `compare`, which measures base and head in one block",
            error.Message);
    }

    [Fact]
    public void A_run_given_twice_is_refused()
    {
        var run = Run("r", 7, Slower);
        var error = Assert.Throws<UsageException>(() => RunComparison.OfSides([new(run), new(run, Stage.Confirm)]));
        Assert.Contains("run r is given 2 times", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_round_that_is_there_twice_is_damage()
    {
        var run = Run("r", 7, Slower);
        var error = Assert.Throws<UsageException>(() => Comparison(run with { Samples = [.. run.Samples, run.Samples[0]] }));
        Assert.Contains("found two samples of hello-minimal/net10.0/server/2c@base in block block, round 1", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_runtimes_of_a_block_are_compared_under_both_names()
    {
        var comparison = RunComparison.OfAxis(new(SampleRun.Create(rounds: 7)), AxisValuePair.Parse(Axis.Runtime, "net8.0..net10.0"));
        Assert.Contains("hello-minimal/net8.0..net10.0/server/2c", comparison.Cells.Select(cell => cell.Id));
        var difference = comparison.Differences.Single(d => d is { Cell: "hello-minimal/net8.0..net10.0/server/2c", Metric: "throughput" });
        Assert.Equal(7, difference.Rounds);
        Assert.True(difference.HighPercent < 0, "net10.0 is faster in the made-up world");
    }

    [Fact]
    public void Two_GC_modes_of_a_block_are_compared_under_both_names() => Assert.Contains(
        "hello-minimal/net9.0/workstation..server/2c",
        RunComparison.OfAxis(new(SampleRun.Create(rounds: 7)), AxisValuePair.Parse(Axis.Gc, "workstation..server")).Cells.Select(cell => cell.Id));

    [Fact]
    public void Cells_are_compared_with_those_of_the_same_limit_of_memory()
    {
        var run = SampleRun.Create(rounds: 7);
        var limited = run.Variants.Select(variant => variant with
        {
            Id = variant.Id + "/512MiB",
            Cell = variant.Cell with { Id = variant.Cell.Id + "/512MiB", Memory = new(512 << 20) },
        });

        var cells = RunComparison.OfAxis(new(run with
        {
            Variants = [.. run.Variants, .. limited],
        }), AxisValuePair.Parse(Axis.Gc, "workstation..server")).Cells;

        Assert.Null(cells.Single(cell => cell.Id == "hello-minimal/net9.0/workstation..server/2c").Memory);
        Assert.Equal(512 << 20, cells.Single(cell => cell.Id == "hello-minimal/net9.0/workstation..server/2c/512MiB").Memory?.Count);
    }

    [Theory]
    [InlineData("runtime", "net8.0..net12.0", "--runtime: run r has no runtime 'net12.0'; did you mean 'net10.0'? (it has: net10.0)")]
    [InlineData("runtime", "net8.0", "--runtime: found 'net8.0', two different values were expected, e.g. net8.0..net10.0")]
    [InlineData("gc", "server..server", "--gc: found 'server..server', two different values were expected, e.g. server..datas")]
    public void Values_that_the_run_does_not_have_are_refused(string axis, string text, string message)
    {
        var run = OneSided("r", 7, Slower, new("net8.0"));
        var only = text == "net8.0..net12.0" ? OneSided("r", 7, Slower) : run;
        var error = Assert.Throws<UsageException>(() => RunComparison.OfAxis(new(only),
            AxisValuePair.Parse(Axis.All.Single(one => one.Name == axis), text.Replace("net8.0..", "net10.0..", StringComparison.Ordinal))));
        Assert.Equal(message, error.Message);
    }

    [Fact]
    public void Runs_of_other_commits_are_refused_with_both()
    {
        var other = Run("other", 7, Unchanged);
        other = other with
        {
            Variants = [.. other.Variants.Select(variant => variant.Side == Side.Head ? variant with { Sha = "another" } : variant)],
        };

        var error = Assert.Throws<UsageException>(() => RunComparison.OfSides([new(Run("one", 7, Unchanged)), new(other)]));

        Assert.Contains("found head commit head-sha in run one and another in run other", error.Message, StringComparison.Ordinal);
    }

    private static RunDocument Broken(double value) =>
        Run("r", 7, Slower).WithSamples(sample => sample is { Round: 3, Variant: "hello-minimal/net10.0/server/2c" }
        ? sample with { Metrics = new Dictionary<string, double>(sample.Metrics) { ["cpuPerRequest"] = value } }
        : sample);
}
