using System.Diagnostics;
using PerfMatrix.Drivers;
using PerfMatrix.Metrics;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Tests.Drivers.Local;

/// <summary>The local driver with the real launcher, the real load job and a real application.</summary>
[Trait("kind", "processes")]
public sealed class LocalDriverTests
{
    [Fact]
    public async Task A_block_is_measured_round_by_round_with_fresh_processes()
    {
        using var block = new LocalBlock();
        var progress = new List<BlockProgress>();
        var rounds = await block.MeasureAsync(["none", "none"], progress.Add);
        Assert.Equal([1, 2], rounds.Select(round => round.Round));
        Assert.All(rounds, AssertMeasured);
        Assert.All(rounds, round => Assert.All(round.Variants, variant => Assert.True(variant.Warmup > TimeSpan.Zero)));
        Assert.Equal(
            ["0 deploying", "1 starting", "1 warming up", "1 measuring", "1 stopping", "2 starting", "2 warming up", "2 measuring", "2 stopping"],
            progress.Select(report => $"{report.Round} {report.Phase}"));
        AssertNothingLeft(block);
    }

    [Fact]
    public async Task Without_a_warm_up_no_slice_is_sent_before_those_that_count()
    {
        using var block = new LocalBlock();
        var rounds = await block.MeasureAsync(["none"], count: 1, change: deployment => deployment with
        {
            Measure = deployment.Measure with { MinimumWarmup = TimeSpan.Zero, MaximumWarmup = TimeSpan.Zero },
        });
        Assert.All(rounds.SelectMany(round => round.Variants), seen => Assert.Equal((TimeSpan.Zero, true), (seen.Warmup, seen.Requests > 0)));
    }

    /// <summary>It would count as CPU time of the requests.</summary>
    [Fact]
    public async Task A_warm_up_goes_on_until_no_process_works_in_the_background()
    {
        var behind = TimeSpan.FromMilliseconds(600);
        using var block = new LocalBlock();
        var rounds = await block.MeasureAsync([$"works-behind:{behind.TotalMilliseconds}"], count: 1, change: deployment => deployment with
        {
            Measure = deployment.Measure with { MinimumWarmup = TimeSpan.FromMilliseconds(20), MaximumWarmup = TimeSpan.FromMilliseconds(40) },
        });
        Assert.All(rounds.SelectMany(round => round.Variants), seen => Assert.True(seen.Before!.Cpu >= behind, $"{seen.Before.Cpu}"));
    }

    [Fact]
    public async Task Where_only_start_up_is_wanted_processes_get_no_load()
    {
        using var block = new LocalBlock();
        var progress = new List<BlockProgress>();
        var rounds = await block.MeasureAsync(["none", "none"], progress.Add, deployment => deployment with
        {
            Measure = deployment.Measure with { StartsOnly = true },
        });
        Assert.Equal(["deploying", "starting", "stopping", "starting", "stopping"], progress.Select(report => report.Phase));
        Assert.All(rounds, round => Assert.True(round.StartsOnly && round.Slices.Count == 0));
        Assert.All(rounds.SelectMany(round => round.Variants.Index(), (round, variant) => VariantRound.Of(round, variant.Index).Samples()),
            samples => Assert.Equal("startup", Assert.Single(samples).Key));
        AssertNothingLeft(block);
    }

    [Fact]
    public async Task The_scheduling_in_force_is_that_of_applications_and_load_alike()
    {
        using var block = new LocalBlock();
        var rounds = await block.MeasureAsync(["none", "none"], scheduling: Scheduling.Auto, count: 1);
        var expected = PriorityScheduling.IsPermitted ? Scheduling.Priority : Scheduling.Normal;
        Assert.All(rounds,
            round => Assert.Equal([expected, expected, expected], [round.Scheduling, .. round.Variants.Select(variant => variant.Scheduling)]));
    }

    [Fact]
    public async Task A_block_that_is_to_settle_does_so_between_the_last_slice_and_the_stop()
    {
        var settle = TimeSpan.FromMilliseconds(30);
        using var block = new LocalBlock();
        var progress = new List<BlockProgress>();
        var rounds = await block.MeasureAsync(["none"], progress.Add, deployment => deployment with
        {
            Measure = deployment.Measure with { Settle = settle },
        }, count: 1);
        Assert.Equal(["starting", "warming up", "measuring", "settling", "stopping"], progress.Where(report => report.Round == 1)
            .Select(report => report.Phase));
        Assert.All(rounds, AssertMeasured);
        Assert.All(rounds, round => Assert.True(round.FinishedAt - round.StartedAt >= settle));
    }

    [Fact]
    public async Task Slow_responses_get_longer_and_fewer_slices_on_all_sides_alike()
    {
        // Eight responses of 5 ms do not fit into 10 ms; the 800 ms of measuring stay.
        using var block = new LocalBlock();
        var rounds = await block.MeasureAsync(["none", "slow:5"], count: 1, change: deployment => deployment with
        {
            Measure = deployment.Measure with { Slice = TimeSpan.FromMilliseconds(10), Slices = 80 },
        });

        foreach (var round in rounds)
        {
            Assert.All(round.Variants, AssertMeasured);
            ILookup<int, SliceObservation> slices = round.Slices.ToLookup(slice => slice.Variant);
            Assert.Equal(20, slices[0].Count());
            Assert.Equal(20, slices[1].Count());
            Assert.All(round.Slices, slice => Assert.True(slice.Elapsed >= TimeSpan.FromMilliseconds(39), $"{slice.Elapsed}"));
        }
    }

    [Fact]
    public async Task Variants_of_one_block_get_a_fixed_number_of_requests_each_in_turn()
    {
        using var block = new LocalBlock();
        var rounds = await block.MeasureAsync(["none", "none", "none"], count: 1, change: deployment => deployment with
        {
            Load = new LoadSettings { Connections = 4, Requests = 500 },
        });

        Assert.All(rounds, round => Assert.All(round.Variants, AssertMeasured));
        Assert.All(rounds, round => Assert.Equal([500L, 500, 500], round.Variants.Select(variant => variant.Requests)));
        Assert.All(rounds, round => Assert.Equal([0, 1, 2], round.Slices.Select(slice => slice.Variant).Order()));
    }

    [Fact]
    public async Task In_a_comparison_both_sides_are_paced_at_a_share_of_what_base_can_do_and_a_stall_of_head_shows()
    {
        var paced = new PacedSettings { Slices = 5, Slice = TimeSpan.FromMilliseconds(100), Share = 0.5 };
        using var block = new LocalBlock();
        var progress = new List<BlockProgress>();
        var rounds = await block.MeasureAsync(["none", "none", "stalls:20"], progress.Add, deployment => deployment with
        {
            Block = Compare(deployment.Block),
            Measure = deployment.Measure with { Paced = paced },
        });

        Assert.Equal(["starting", "warming up", "measuring", "pacing", "stopping"], progress.Where(report => report.Round == 2)
            .Select(report => report.Phase));
        foreach (var round in rounds)
        {
            AssertMeasured(round);
            var ofBase = round.Slices.Where(slice => slice.Variant < 2).ToList();
            var rate = paced.Share * ofBase.Sum(slice => slice.Requests) / ofBase.Sum(slice => slice.Elapsed.TotalSeconds);
            Assert.All(round.Variants, (variant, index) =>
            {
                Assert.Equal(rate, variant.Paced!.Rate, rate / 1e6);
                Assert.Equal(5, variant.Paced.Slices);
                Assert.Equal(rate * paced.Slices * paced.Slice.TotalSeconds, variant.Paced.Scheduled, 1.0);
                Assert.Equal(round.Slices.Where(slice => slice.Variant == index).Sum(slice => slice.Requests), variant.Requests);
            });
            Assert.True(round.Variants[2].Paced!.Latency!.P99 > TimeSpan.FromMilliseconds(15),
                $"a fifth of the requests are due while head answers nothing for 20 ms; its p99 is {round.Variants[2].Paced!.Latency!.P99}");
        }

        AssertNothingLeft(block);
    }

    [Fact]
    public async Task A_variant_that_exceeds_its_limit_of_memory_says_so_and_one_without_a_limit_goes_on()
    {
        var place = CgroupPlace.Look("/", CgroupController.Memory);
        Assert.SkipWhen(place.Problem is not null, place.Problem ?? "");
        using var block = new LocalBlock();
        var rounds = await block.MeasureAsync(["eats-memory-after:30", "eats-memory-after:30"], count: 1, change: deployment => deployment with
        {
            Block = LimitSecond(deployment.Block),
        });

        foreach (var round in rounds)
        {
            AssertMeasured(round.Variants[0]);
            Assert.Contains(
                "killed by the system, because it exceeded its memory limit of 192MiB", round.Variants[1].Failure?.Reason, StringComparison.Ordinal);
        }

        AssertNothingLeft(block);
        // Groups of other processes come and go.
        await Eventually.IsTrueAsync(() => !Directory.GetDirectories(place.Parents[0], "perfmatrix-*").Any(
            group => FileErrors.Or(() => File.ReadAllText(Path.Combine(group, CgroupPlace.Processes)), "gone").Length == 0));
    }

    [Theory]
    [InlineData("deploying")]
    [InlineData("starting")]
    [InlineData("measuring")]
    public async Task An_interrupted_block_leaves_no_process_and_no_file(string phase)
    {
        using var block = new LocalBlock();
        using var interrupt = new CancellationTokenSource();
        await block.MeasureAsync(["none", "none"], report => InterruptIn(report, phase, interrupt), cancellation: interrupt.Token);
        Assert.True(block.WasInterrupted);
        AssertNothingLeft(block);
    }

    [Fact]
    public async Task A_launcher_that_is_killed_fails_its_variant_and_leaves_no_application()
    {
        using var block = new LocalBlock();
        var hasKilled = false;
        var rounds = await block.MeasureAsync(
            ["none"], report => hasKilled |= report.Phase == "measuring" && Kill(block.Processes("PerfMatrix.Launcher")));
        Assert.True(hasKilled);
        Assert.Equal(2, rounds.Count);
        Assert.Contains("The launcher at http://127.0.0.1:", rounds[1].Variants[0].Failure!.Reason, StringComparison.Ordinal);
        AssertNothingLeft(block);
    }

    private static Block Compare(Block block)
    {
        var cell = block.Anchor.Cell;
        Variant[] variants = [new(cell, Side.Base), new(cell, Side.Base, 1), new(cell)];
        return block with { Variants = variants, Bases = variants.ToDictionary(variant => variant.Id, _ => variants[0].Id) };
    }

    private static Block LimitSecond(Block block) =>
        block with
        {
            Variants = [block.Variants[0], block.Variants[1] with { Cell = block.Variants[1].Cell with { Memory = new Bytes(192 << 20) } }],
        };

    private static void AssertMeasured(RoundObservation round)
    {
        Assert.All(round.Variants, AssertMeasured);
        Assert.Equal(4 * round.Variants.Count, round.Slices.Count);
    }

    internal static void AssertMeasured(VariantObservation variant)
    {
        Assert.Null(variant.Failure);
        Assert.True(variant.Requests > 0);
        Assert.True(variant.Startup > TimeSpan.Zero);
        Assert.True(variant.After!.Cpu > variant.Before!.Cpu);
        Assert.True(variant.Final!.PeakRss.Count > 1 << 20);
    }

    internal static void AssertNothingLeft(LocalBlock block)
    {
        Assert.Empty(block.Processes());
        Assert.Empty(block.Files());
    }

    private static void InterruptIn(BlockProgress report, string phase, CancellationTokenSource interrupt)
    {
        if (report.Phase == phase)
            interrupt.Cancel();
    }

    private static bool Kill(IReadOnlyList<int> processIds)
    {
        foreach (var id in processIds)
        {
            using var process = Process.GetProcessById(id);
            process.Kill();
        }

        return processIds.Count > 0;
    }
}
