using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

/// <summary>Seeded observations of machines that do not exist: the same seed gives the same run.</summary>
internal static class RunSamples
{
    public const int Rounds = 8;

    public static readonly DateTimeOffset Start = new(2026, 11, 21, 7, 50, 12, 345, TimeSpan.Zero);

    public static readonly MachineInfo Machine = new()
    {
        Fingerprint = "0123456789ab",
        CpuModel = "Example CPU 3000",
        Cores = 2,
        Memory = new Bytes(8L << 30),
        Os = "Debian GNU/Linux 12 (bookworm)",
        Kernel = "6.1.0",
        Driver = "local",
    };

    /// <summary>What an agent's machine, another than <see cref="Machine"/>, says of itself.</summary>
    public static readonly MachineReading AgentMachine = new()
    {
        CpuModel = "Example CPU 4000",
        Cpus = [0, 1, 2, 3],
        Memory = new Bytes(32L << 30),
        Os = "Debian GNU/Linux 12 (bookworm)",
        Kernel = "6.1.0",
        FreeDisk = new Bytes(100L << 30),
    };

    /// <summary>Adds a round without timelines.</summary>
    public static void AddRound(this RunBuilder builder, Block block, RoundObservation round, RawFile raw) =>
        builder.AddRound(block, round, new RawRound(raw, []));

    /// <summary>How a runtime and a GC behave in the made-up world, relative to the first.</summary>
    public sealed record Behaviour(double Speed = 1, double Memory = 1, double Cpu = 1, double Startup = 1);

    public static Block BlockOf(params Cell[] cells) => BlockOf("hello-minimal-2c", cells);

    public static Block BlockOf(string id, IReadOnlyList<Cell> cells) =>
        new(id, cells[0].Scenario, cells[0].Cores, [.. cells.Select(cell => new Variant(cell))]);

    public static Cell CellOf(string runtime, string gc, string scenario = "hello-minimal", int cores = 2) =>
        new(scenario, runtime, gc, cores);

    /// <summary>What became of 1,000 requests/s for half a minute.</summary>
    public static RateOutcome Rate(long sent, long late = 0, int behind = 0) => new()
    {
        Schedule = "1000/30s",
        Planned = TimeSpan.FromSeconds(30),
        Scheduled = 30_000,
        Sent = sent,
        Late = late,
        MaximumLag = TimeSpan.FromSeconds(1.5),
        Behind = behind,
    };

    /// <summary>Ten slices of 1,000 requests, so many of which ended with a queue.</summary>
    public static PacedOutcome Paced(int behind = 0, long sent = 10_000, LatencySummary? latency = null) => new()
    {
        Rate = 10_000,
        Slices = 10,
        Scheduled = 10_000,
        Sent = sent,
        Behind = behind,
        MaximumLag = TimeSpan.FromMilliseconds(40),
        Paused = TimeSpan.Zero,
        Latency = latency,
    };

    public static ProbeProof ProofOf(string version, bool isServer = false, int processors = 2) => new()
    {
        FrameworkDescription = $".NET {version}",
        IsServerGc = isServer,
        LatencyMode = "Interactive",
        ProcessorCount = processors,
        GcConfiguration = new Dictionary<string, string>
        {
            ["ServerGC"] = isServer ? "True" : "False",
            ["HeapCount"] = isServer ? "2" : "1",
            ["GCDynamicAdaptationMode"] = "0",
        },
        GcLibraries = [],
        TotalAvailableMemoryBytes = 8L << 30,
    };

    /// <summary>A good round; noise is common to the round (drift) and small for each slice.</summary>
    public static RoundObservation Round(Block block, int number, Random random, Func<Cell, Behaviour>? behaviour = null, int cycles = 12) =>
        Round(block, number, random, variant => behaviour?.Invoke(variant.Cell) ?? new(), cycles);

    /// <summary>A good round in which the sides of a cell may behave differently.</summary>
    public static RoundObservation Round(Block block, int number, Random random, Func<Variant, Behaviour> behaviour, int cycles)
    {
        var drift = 1 + (0.1 * (random.NextDouble() - 0.5));
        var slices = from cycle in Enumerable.Range(0, cycles)
                     from variant in Enumerable.Range(0, block.Variants.Count).OrderBy(_ => random.Next())
                     let speed = 80_000 * drift * behaviour(block.Variants[variant]).Speed * Noise(random, 0.02)
                     select new SliceObservation(variant, cycle, TimeSpan.FromMilliseconds(20), (long)(speed * 0.02));
        var all = slices.ToList();
        return new RoundObservation
        {
            Block = block.Id,
            Round = number,
            StartedAt = Start.AddSeconds(10 * number),
            FinishedAt = Start.AddSeconds((10 * number) + 9),
            Variants = [.. block.Variants.Select((variant, index) => Observe(
                variant, behaviour(variant), all.Where(slice => slice.Variant == index).Sum(slice => slice.Requests), random))],
            Slices = all,
            Times = new RoundTimes(),
        };
    }

    public static VariantObservation Observe(Variant variant, Behaviour behaviour, long requests, Random random)
    {
        var rss = (long)((90 << 20) * behaviour.Memory * Noise(random, 0.01));
        var latency = TimeSpan.FromMicroseconds(200 / behaviour.Speed * Noise(random, 0.02));
        return new VariantObservation
        {
            Variant = variant.Id,
            Proof = ProofOf("10.0.12"),
            Startup = TimeSpan.FromMilliseconds(110 * behaviour.Startup * Noise(random, 0.05)),
            WarmupSettled = true,
            Requests = requests,
            Latency = new LatencySummary
            {
                Count = requests,
                Mean = latency,
                P50 = latency,
                P90 = 2 * latency,
                P99 = 5 * latency,
                P999 = 9 * latency,
                Maximum = 20 * latency,
            },
            Before = Reading(TimeSpan.FromSeconds(2), rss),
            After = Reading(TimeSpan.FromSeconds(2) + (requests * TimeSpan.FromMicroseconds(13 * behaviour.Cpu * Noise(random, 0.01))), rss),
            Final = Reading(TimeSpan.FromSeconds(4), rss),
            CountersBefore = Counters(0, 0),
            CountersAfter = Counters((long)(requests * 1140 * Noise(random, 0.001)), requests / 2000),
        };
    }

    private static ProcessReading Reading(TimeSpan cpu, long rss) => new()
    {
        Cpu = cpu,
        Rss = new Bytes(rss),
        PeakRss = new Bytes(rss + (2 << 20)),
        Threads = 20,
    };

    private static ProbeCounters Counters(long allocated, long collections) => new()
    {
        CpuMilliseconds = 0,
        AllocatedBytes = allocated,
        Gen0Collections = collections,
        Gen1Collections = collections / 4,
        Gen2Collections = 0,
        GcPauseMilliseconds = 0.2 * collections,
        GcCommittedBytes = 12 << 20,
        GcHeapBytes = 8 << 20,
        RssBytes = 90 << 20,
        LockContentions = 3,
        CompletedWorkItems = 1000,
    };

    private static double Noise(Random random, double sigma) =>
        Math.Exp(sigma * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble()));

    /// <summary>A comparison in which server is half as fast again as workstation, and every head a tenth slower than its base, with a quarter more
    /// memory.</summary>
    public static RunDocument Compared(PairedBlock compared, Func<Variant, bool>? isFailing = null)
    {
        var (block, random) = (compared.Block, new Random(7));
        var heads = compared.Pairs.Select(pair => pair.Head.Program).ToHashSet();
        var builder = Builder(Rounds, new Plan([], [block]));
        for (var number = 1; number <= Rounds; number++)
        {
            var round = Round(block, number, random, Behave, cycles: 12);
            var seen = round.Variants.Zip(block.Variants, (one, variant) => isFailing?.Invoke(variant) != true ? one
                : one with { Failure = new RoundFailure { Reason = "died" } });
            builder.AddRound(block, round with { Variants = [.. seen] }, new RawFile($"raw/{number}.json", ""));
        }

        return builder.Snapshot(Start);

        Behaviour Behave(Variant variant) => new(
            Speed: (variant.Cell.Gc == "server" ? 1.5 : 1) * (heads.Contains(variant.Program) ? 0.9 : 1),
            Memory: heads.Contains(variant.Program) ? 1.25 : 1);
    }

    /// <summary>A builder that waits for so many rounds of every block.</summary>
    public static RunBuilder Builder(int rounds, Plan plan, RunHeader? header = null)
    {
        var builder = new RunBuilder(header ?? Header(rounds), plan);
        foreach (var block in plan.Blocks) builder.PlanRounds(block, rounds);
        return builder;
    }

    /// <summary>The header of a run that has not begun.</summary>
    public static RunHeader Header(int rounds) => new(
        "20261121T075012345Z-7f3a", Start, new ToolInfo("0.1.0", null), new SourceInfo(null, null, null, false), Machine,
        new RunSettings { Rounds = rounds });
}
