using System.Text.RegularExpressions;
using PerfMatrix.Measurement;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

public sealed class RunBuilderTests
{
    private static readonly Cell s_anchor = RunSamples.CellOf("net8.0", "workstation");
    private static readonly Cell s_other = RunSamples.CellOf("net10.0", "server");
    private static readonly Cell s_missing = RunSamples.CellOf("net11.0", "workstation");
    private static readonly Block s_block = RunSamples.BlockOf(s_anchor, s_other);
    private static readonly Plan s_plan = new(
        [new(s_anchor, CellStatus.Planned, null), new(s_other, CellStatus.Planned, null),
            new(s_missing, CellStatus.Unavailable, "the feed has no 11.0")],
        [s_block]);

    private readonly Random _random = new(5);

    [Fact]
    public void A_run_whose_every_round_is_good_is_complete()
    {
        var builder = Builder(rounds: 2);
        Add(builder, 1);
        Assert.False(builder.Snapshot(RunSamples.Start).Complete);
        Add(builder, 2);
        var run = builder.Snapshot(RunSamples.Start.AddMinutes(1));

        Assert.True(run.Complete);
        Assert.Equal([VariantStatus.Measured, VariantStatus.Measured, VariantStatus.Unavailable], run.Variants.Select(variant => variant.Status));
        Assert.Equal("the feed has no 11.0", run.Variants[2].Reason);
        Assert.Equal(4, run.Samples.Count);
        Assert.Equal(["raw/1.json", "raw/2.json"], run.Blocks.Single().Rounds.Select(round => round.Raw.Path));
        Assert.Empty(run.Warnings);
    }

    [Fact]
    public void What_a_driver_warns_of_after_every_look_is_noted_once()
    {
        var builder = Builder(rounds: 1);
        foreach (var warning in new[] { "an old agent", "another old agent", "an old agent" }) builder.Warn(warning);

        Assert.Equal(["an old agent", "another old agent"], builder.Snapshot(RunSamples.Start).Warnings);
    }

    [Theory]
    [InlineData(Scheduling.Normal, Scheduling.Normal, "normal", 0)]
    [InlineData(Scheduling.Priority, Scheduling.Priority, "priority", 0)]
    [InlineData(Scheduling.Priority, Scheduling.Normal, "mixed", 1)]
    public void The_scheduling_in_force_is_written_down_and_a_mixture_warned_of(
    Scheduling ofLoad, Scheduling ofApplications, string setting, int warnings)
    {
        var builder = Builder(rounds: 1);
        var round = RunSamples.Round(s_block, 1, _random);
        builder.AddRound(s_block, round with
        {
            Scheduling = ofLoad,
            Variants = [.. round.Variants.Select(variant => variant with { Scheduling = ofApplications })],
        }, new RawFile("raw/1.json", "00"));
        var run = builder.Snapshot(RunSamples.Start);

        Assert.Equal(setting, run.Settings.Scheduling);
        Assert.Equal(warnings, run.Warnings.Count);
    }

    [Theory]
    [InlineData(30_000, true)]
    [InlineData(29_000, false)]
    public void Of_a_rate_that_was_not_sustained_latency_is_missing_and_a_warning_says_why(long sent, bool sustained)
    {
        var builder = Builder(rounds: 1);
        var round = RunSamples.Round(s_block, 1, _random);
        builder.AddRound(s_block, round with
        {
            Variants = [.. round.Variants.Select((variant, index) => index == 0 ? variant with { Rate = RunSamples.Rate(sent) } : variant)],
        }, new RawFile("raw/1.json", "00"));
        var run = builder.Snapshot(RunSamples.Start);

        Assert.Equal([(s_anchor.Id, sustained)], run.Rates!.Select(rate => (rate.Variant, rate.Sustained)));
        Assert.Equal([sustained, true], run.Samples.Select(sample => sample.Metrics.ContainsKey("latencyP99")));
        Assert.Equal(sustained, run.Pairs.Any(pair => pair.Metric == "latencyP99"));
        Assert.Equal(
            sustained ? [] : [$"{s_anchor.Id}: round 1: The rate 1000/30s was not sustained: of 30000 requests 1000 were not sent and 0 sent more "
                + "than 100 "
                + $"ms late, up to 1.5 s. Its latency is left out."],
            run.Warnings);
    }

    [Fact]
    public void Of_a_paced_rate_that_was_not_sustained_one_warning_says_why_and_in_how_many_rounds()
    {
        var builder = Builder(rounds: 3);
        foreach (var (number, behind) in new[] { (1, 5), (2, 6), (3, 10) })
        {
            var round = RunSamples.Round(s_block, number, _random);
            builder.AddRound(s_block, round with
            {
                Variants = [.. round.Variants.Select((variant, index) => variant with { Paced = RunSamples.Paced(index == 0 ? 0 : behind) })],
            }, new RawFile($"raw/{number}.json", "00"));
        }

        Assert.Equal(
            [$"{s_other.Id}: The paced rate of 10000 requests/s was not sustained: 6 of 10 slices ended with a queue, and 0 of 10000 requests were "
                + "not sent. The paced latency of 2 of 3 rounds is left out."],
            builder.Snapshot(RunSamples.Start).Warnings);
    }

    [Fact]
    public void A_snapshot_before_anything_is_measured_says_so_of_every_planned_cell()
    {
        var run = Builder(rounds: 1).Snapshot(RunSamples.Start);

        Assert.False(run.Complete);
        Assert.Equal("not measured: the run ended before its first round", run.Variants[0].Reason);
        Assert.Equal(VariantStatus.Failed, run.Variants[0].Status);
        Assert.Empty(run.Blocks);
    }

    [Fact]
    public void A_variant_with_some_failed_rounds_keeps_the_good_ones_and_warns()
    {
        var builder = Builder(rounds: 3);
        Add(builder, 1);
        Add(builder, 2, failure: "answered 500 to 3 requests");
        Add(builder, 3);
        var run = builder.Snapshot(RunSamples.Start);

        Assert.False(run.Complete);
        Assert.Equal(VariantStatus.Measured, run.Variants[1].Status);
        Assert.Equal([1, 3], run.Samples.Where(sample => sample.Variant == s_other.Id).Select(sample => sample.Round));
        Assert.Equal(
            [$"{s_other.Id}: left out 1 of 3 rounds that failed, the first because: answered 500 to 3 requests Last line: boom"], run.Warnings);
    }

    [Fact]
    public void A_variant_whose_rounds_all_failed_is_failed_with_the_first_reason()
    {
        var builder = Builder(rounds: 2);
        Add(builder, 1, failure: "exited with 134 before it was ready");
        Add(builder, 2, failure: "exited with 139 before it was ready");
        var variant = builder.Snapshot(RunSamples.Start).Variants[1];

        Assert.Equal(VariantStatus.Failed, variant.Status);
        Assert.Equal("all 2 rounds failed, the first because: exited with 134 before it was ready Last line: boom", variant.Reason);
    }

    [Fact]
    public void A_contradicted_proof_fails_the_variant_and_takes_its_numbers_out()
    {
        var builder = Builder(rounds: 1);
        builder.Describe(s_block.Variants[1],
            new VariantFacts("10.0.11", "abc", "def", new ProofExpectation("10.0.11", false, true, 2, null, new Dictionary<string, string>())));
        Add(builder, 1);
        var run = builder.Snapshot(RunSamples.Start);

        Assert.Equal(VariantStatus.Failed, run.Variants[1].Status);
        Assert.Equal("the process contradicts the request: runtime requested 10.0.11, reported 10.0.12", run.Variants[1].Reason);
        Assert.Equal("10.0.11", run.Variants[1].Cell.RuntimeVersion);
        Assert.DoesNotContain(run.Samples, sample => sample.Variant == s_other.Id);
        Assert.Empty(run.Pairs);
        Assert.False(run.Complete);
    }

    [Fact]
    public void A_variant_that_does_not_build_and_a_block_that_cannot_be_deployed_are_failed()
    {
        var builder = Builder(rounds: 1);
        builder.FailVariant(s_block.Variants[1], "Program.cs(3,1): error CS1002: ; expected");
        builder.FailBlock(s_block, "the load job could not be started");
        var run = builder.Snapshot(RunSamples.Start);

        Assert.Equal("the load job could not be started", run.Variants[0].Reason);
        Assert.Equal("Program.cs(3,1): error CS1002: ; expected", run.Variants[1].Reason);
    }

    [Fact]
    public void What_was_said_when_a_block_failed_is_printed_once_not_for_every_variant()
    {
        var builder = Builder(rounds: 1);
        builder.FailBlock(s_block, "crank did not measure it. It said:\nNo space left on device");
        var run = builder.Snapshot(RunSamples.Start);

        Assert.Equal("crank did not measure it. It said:\nNo space left on device", run.Variants[0].Reason);
        Assert.Equal($"crank did not measure it. It said: (more of it at {run.Variants[0].Id})", run.Variants[1].Reason);
    }

    [Theory]
    [InlineData(false, "")]
    [InlineData(true, " and 1 more")]
    public void A_missing_probe_is_one_warning_and_a_warm_up_that_no_result_depends_on_is_none(bool bothLackIt, string more)
    {
        var builder = Builder(rounds: 1);
        var round = RunSamples.Round(s_block, 1, _random);
        builder.AddRound(s_block, round with
        {
            Variants =
            [
                round.Variants[0] with { Proof = null },
                round.Variants[1] with { WarmupSettled = false, Proof = bothLackIt ? null : round.Variants[1].Proof },
            ],
        }, Raw(1));

        Assert.Equal(
            [$"{s_anchor.Id}{more}: no probe in the application, so runtime and GC settings are not proven, and GC metrics are missing."],
            builder.Snapshot(RunSamples.Start).Warnings);
    }

    [Theory]
    [InlineData(1, 1, false)]
    [InlineData(0.8, 0.8, false)]
    [InlineData(1, 0.97, false)]
    [InlineData(1, 0.8, true)]
    public void Variants_that_still_warmed_up_differently_are_told(double anchor, double other, bool told)
    {
        var builder = Builder(rounds: 7);
        for (var number = 1; number <= 7; number++)
        {
            var round = RunSamples.Round(s_block, number, _random, cycles: 100);
            builder.AddRound(s_block, round with
            {
                Slices = [.. round.Slices.Select(slice => slice.Cycle >= 20 ? slice
                    : slice with { Requests = (long)(slice.Requests * (slice.Variant == 0 ? anchor : other)) })],
            }, Raw(number));
        }

        var warnings = builder.Snapshot(RunSamples.Start).Warnings;
        if (!told)
        {
            Assert.Empty(warnings);
            return;
        }

        Assert.Matches(
            $@"^{Regex.Escape(s_other.Id)} and {Regex.Escape(s_anchor.Id)} still warmed up differently when the slices began, which moves their "
                + @"throughput ratio by -4\.\d %\. A longer --warmup prevents it\.$", Assert.Single(warnings));
    }

    [Theory]
    [InlineData(1, 0.8, true)]
    [InlineData(0.8, 0.8, false)] // No verdict depends on what the other cell of the block does.
    public void A_head_that_still_warmed_up_unlike_its_base_is_told_from_three_rounds_on(double ofBase, double ofHead, bool told)
    {
        var block = PairedBlock.Pack([CellPair.OfSides(s_anchor), CellPair.OfSides(s_other)]).Single().Block;
        var plan = new Plan([new(s_anchor, CellStatus.Planned, null), new(s_other, CellStatus.Planned, null)], [block]);
        var builder = RunSamples.Builder(3, plan);
        for (var number = 1; number <= 3; number++)
        {
            var round = RunSamples.Round(block, number, _random, cycles: 100);
            builder.AddRound(block, round with
            {
                Slices = [.. round.Slices.Select(slice => slice.Cycle >= 20 ? slice
                    : slice with { Requests = (long)(slice.Requests * Early(block.Variants[slice.Variant])) })],
            }, Raw(number));
        }

        var warnings = builder.Snapshot(RunSamples.Start).Warnings;
        Assert.Equal(told ? 1 : 0, warnings.Count);
        Assert.All(warnings, warning => Assert.Matches(
            $@"^{Regex.Escape(s_other.Id)} and {Regex.Escape(s_other.Id)}@base still warmed up differently when the slices began, which moves their "
                + @"throughput ratio by -4\.\d %\. A longer --warmup prevents it\.$", warning));

        double Early(Variant variant) => variant.Cell != s_other ? 1 : variant.Side == Side.Base ? ofBase : ofHead;
    }

    [Fact]
    public void What_the_programs_were_built_with_is_in_every_document_of_the_run()
    {
        ProgramRecord[] programs = [new(new string('a', 64), [new("sdk", "version", "10.0.401")], [])];
        var builder = new RunBuilder(RunSamples.Header(1) with { Programs = programs }, new Plan([], [s_block]));

        Assert.Equal(programs, builder.Snapshot(RunSamples.Start).Programs);
    }

    [Fact]
    public void An_anchor_that_two_blocks_share_needs_the_rounds_of_both()
    {
        var second = RunSamples.BlockOf("second", [s_anchor, s_missing]);
        var plan = new Plan(
            [.. new[] { s_anchor, s_other, s_missing }.Select(cell => new PlannedCell(cell, CellStatus.Planned, null))], [s_block, second]);
        var builder = RunSamples.Builder(1, plan);
        Add(builder, 1);
        builder.AddRound(second, RunSamples.Round(second, 1, _random), Raw(2));
        var run = builder.Snapshot(RunSamples.Start);

        Assert.True(run.Complete);
        Assert.Equal(["hello-minimal-2c", "second"], run.Samples.Where(sample => sample.Variant == s_anchor.Id).Select(sample => sample.Block));
        Assert.Equal(3, run.Variants.Count);
    }

    [Fact]
    public void Blocks_of_several_machines_carry_their_own_and_the_run_warns()
    {
        var second = RunSamples.BlockOf("second", [s_missing]);
        var plan = new Plan(
            [.. new[] { s_anchor, s_other, s_missing }.Select(cell => new PlannedCell(cell, CellStatus.Planned, null))], [s_block, second]);
        var own = MachineRecord.Read(RunSamples.AgentMachine, RunSamples.Machine.Driver, _ => null);
        var builder = new RunBuilder(RunSamples.Header(1) with { Machine = own }, plan);
        var other = RunSamples.AgentMachine with { CpuModel = "Example CPU 5000", Cpus = [0, 1] };

        builder.AddRound(s_block, RunSamples.Round(s_block, 1, _random) with { Machine = RunSamples.AgentMachine }, Raw(1));
        Assert.DoesNotContain(builder.Snapshot(RunSamples.Start).Warnings, warning => warning.Contains("different kinds of machines"));
        builder.AddRound(second, RunSamples.Round(second, 1, _random) with { Machine = other }, Raw(2));
        var run = builder.Snapshot(RunSamples.Start);

        Assert.Null(run.Blocks[0].Machine);
        Assert.Equal(("Example CPU 5000", 2), (run.Blocks[1].Machine!.CpuModel, run.Blocks[1].Machine!.Cores));
        Assert.NotEqual(own.Fingerprint, run.Blocks[1].Machine!.Fingerprint);
        Assert.Contains("Blocks ran on 2 different kinds of machines; compare within a block only.", run.Warnings);
    }

    private static RunBuilder Builder(int rounds) => RunSamples.Builder(rounds, s_plan);

    private void Add(RunBuilder builder, int number, string? failure = null)
    {
        var round = RunSamples.Round(s_block, number, _random);
        var last = failure is null ? round.Variants[1] : round.Variants[1] with
        {
            Failure = new RoundFailure { Reason = failure, LastLines = ["start", "boom"] },
        };
        builder.AddRound(s_block, round with { Variants = [round.Variants[0], last] }, Raw(number));
    }

    private static RawFile Raw(int number) => new($"raw/{number}.json", new string('0', 64));
}
