using PerfMatrix.GitHub.Publishing;
using PerfMatrix.GitHub.Rest;
using PerfMatrix.History;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.History;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.GitHub.Publishing;

public sealed class GroupMergeTests
{
    private const long Run = 4711;

    [Fact]
    public void Groups_of_one_kind_of_machine_are_one_run()
    {
        var run = Assert.Single(GroupMerge.Of([Group("run-g01", "net9.0"), Group("run-g02", "net10.0", minutes: 3)], Run));

        Assert.Equal(2, run.Variants.Count);
        Assert.Equal(["g01", "g02"], run.Blocks.Select(block => block.Id));
        Assert.Equal(14, run.Samples.Count);
        Assert.Matches("^20261121T075012345Z-gh4711-1-[0-9a-f]{6}$", run.Id);
        Assert.Equal(RunSamples.Start.AddMinutes(8), run.FinishedAt);
        Assert.True(run.Complete);
    }

    [Fact]
    public void What_a_program_was_built_with_is_in_the_run_once()
    {
        ProgramRecord[] programs = [new("aaaa", [new("sdk", "version", "10.0.401")], []), new("bbbb", [], ["package"])];
        var (first, second) = (Group("run-g01", "net9.0"), Group("run-g02", "net10.0"));

        var run = Assert.Single(GroupMerge.Of(
            [first with { Run = first.Run with { Programs = [programs[0]] } }, second with { Run = second.Run with { Programs = programs } }], Run));

        Assert.Equal(programs, run.Programs);
        Assert.Null(Assert.Single(GroupMerge.Of([first, second], Run)).Programs);
    }

    [Fact]
    public void Runners_that_look_alike_keep_their_names_by_block()
    {
        var first = Group("run-g01", "net9.0");
        var run = Assert.Single(GroupMerge.Of([first, Group("run-g02", "net10.0", minutes: 1, instance: "ffff")], Run));
        Assert.Equal(first.Run.Machine, run.Machine);
        Assert.Equal([null, "ffff"], run.Blocks.Select(block => block.Machine?.Instance));
    }

    [Fact]
    public void Different_kinds_of_machines_are_runs_of_their_own()
    {
        var runs = GroupMerge.Of([Group("run-g01", "net9.0"), Group("run-g02", "net10.0", fingerprint: "other")], Run);
        Assert.Equal(2, runs.Count);
        Assert.Equal(2, runs.Select(run => run.Id).Distinct().Count());
        Assert.Equal(["0123456789ab", "other"], runs.Select(run => run.Machine.Fingerprint).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void An_attempt_is_a_run_of_its_own() =>
        Assert.Equal(["1", "2"], GroupMerge.Of([Group("run-g01", "net9.0"), Group("run-g01-attempt2", "net9.0", minutes: 30)], Run)
            .Select(run => run.Id.Split('-')[2]));

    [Fact]
    public void The_same_groups_in_another_order_are_the_same_document()
    {
        MeasuredGroup[] groups = [Group("run-g01", "net9.0"), Group("run-g02", "net10.0"), Group("run-g03", "net8.0", minutes: 1)];
        Assert.Equal(Text(groups), Text([.. groups.Reverse()]));
    }

    [Fact]
    public void A_block_measured_twice_counts_once()
    {
        var run = Assert.Single(GroupMerge.Of([Group("run-g01", "net9.0"), Group("run-g01", "net9.0", minutes: 9)], Run));
        Assert.Single(run.Blocks);
        Assert.Equal(7, run.Samples.Count);
        Assert.Contains(run.Warnings, warning => warning.StartsWith("Block g01", StringComparison.Ordinal));
    }

    [Fact]
    public void A_variant_that_one_job_measured_and_another_planned_is_measured()
    {
        var other = Group("run-g02", "net10.0");
        var planned = GateRuns.OneSided("x", 1, new GateRuns.Truth("net9.0")).Variants[0] with
        {
            Status = VariantStatus.Unavailable,
            Reason = "not here",
        };
        var run = Assert.Single(GroupMerge.Of([other with
        {
            Run = other.Run with { Variants = [planned, .. other.Run.Variants] },
        }, Group("run-g01", "net9.0", minutes: 1)], Run));
        Assert.All(run.Variants, variant => Assert.Equal(VariantStatus.Measured, variant.Status));
    }

    [Fact]
    public void Different_commits_are_an_error()
    {
        var other = Group("run-g02", "net10.0");
        other = other with { Run = other.Run with { Source = other.Run.Source with { Sha = new('f', 40) } } };
        Assert.StartsWith("found runs of different commits: ",
            Assert.Throws<UsageException>(() => GroupMerge.Of([Group("run-g01", "net9.0"), other], Run)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_comparison_is_an_error() =>
        Assert.Contains("found a comparison of two commits", Assert.Throws<UsageException>(
            () => MeasuredGroup.Of("run-g01", GateRuns.Run("x", 7, GateRuns.Unchanged))).Message, StringComparison.Ordinal);

    [Fact]
    public void The_history_takes_it()
    {
        var run = Assert.Single(GroupMerge.Of([Group("run-g01", "net9.0"), Group("run-g02", "net10.0", instance: "ffff")], Run));
        var files = new MemoryFiles();
        files.Apply(PerfMatrix.History.Publishing.Add(files, CompactRun.Of(run)));
        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.Equal(run.Id, new HistoryStore(files).Index.Newest!.Id);
    }

    /// <summary>What a job measured: one cell in one block named like its group.</summary>
    internal static MeasuredGroup Group(
        string artifact, string runtime, int minutes = 0, string? fingerprint = null, string instance = "0123456789aa")
    {
        var run = GateRuns.OneSided($"20261121-{artifact}-{minutes}", 7, new GateRuns.Truth(runtime));
        var block = AttemptName.Of(artifact).Name[MeasuredGroup.Prefix.Length..];
        return MeasuredGroup.Of(artifact, run with
        {
            StartedAt = run.StartedAt.AddMinutes(minutes),
            FinishedAt = run.FinishedAt.AddMinutes(minutes),
            Machine = run.Machine with { Fingerprint = fingerprint ?? run.Machine.Fingerprint, Instance = instance },
            Blocks = [.. run.Blocks.Select(one => one with { Id = block })],
            Samples = [.. run.Samples.Select(sample => sample with { Block = block })],
        });
    }

    private static string Text(IReadOnlyList<MeasuredGroup> groups) => string.Concat(GroupMerge.Of(groups, Run).Select(RunDocument.File.Format));
}
