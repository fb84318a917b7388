namespace PerfMatrix.Shared.Contract;

/// <summary>What a driver hands to the load job, in a file or in <see cref="PlanVariable.Block"/>: variants, load, and how to measure.</summary>
public sealed record BlockPlan
{
    public int SchemaVersion { get; init; } = 1;
    public required string Block { get; init; }

    /// <summary>Variants in order; slices refer to them by index.</summary>
    public required IReadOnlyList<BlockVariant> Variants { get; init; }
    public required LoadSettings Load { get; init; }
    public required MeasureSettings Measure { get; init; }

    /// <summary>Seed of the slice orders; the same seed gives the same orders.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Folder that receives <c>round-NNN.json</c> (<see cref="RoundObservation"/>) after each round; may be relative to this file.</summary>
    public required string Output { get; init; }

    /// <summary>Set for a case of a BenchmarkDotNet project: the load job runs it itself, and asks no launcher.</summary>
    public BenchmarkPlan? Benchmark { get; init; }

    /// <summary>CPUs the load generator is pinned to; empty means not pinned.</summary>
    public IReadOnlyList<int> Cpus { get; init; } = [];

    /// <summary>End when standard input closes, as <see cref="LaunchPlan.StopWithInput"/>.</summary>
    public bool StopWithInput { get; init; }

    /// <summary>End when the process that started the load job ends, as <see cref="LaunchPlan.StopWithParent"/>.</summary>
    public bool StopWithParent { get; init; }
}

/// <summary>One variant of a block as the conductor sees it: a name and the launcher that starts it.</summary>
public sealed record BlockVariant
{
    public required string Id { get; init; }
    public required Uri Launcher { get; init; }

    /// <summary>How long its application may take to its first answer, after which the launcher answers by itself; null for the default of
    /// <see cref="LaunchPlan.StartTimeout"/>.</summary>
    [JsonPropertyName("startTimeoutMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan? StartTimeout { get; init; }

    /// <summary>In a comparison, the variants whose capacity in a round sets the rate of its paced slices: base of its pair, and base's copies. Empty
    /// for a variant without paced slices.</summary>
    public IReadOnlyList<string> PacedBy { get; init; } = [];
}

/// <summary>A case of a BenchmarkDotNet project, and what runs it.</summary>
public sealed record BenchmarkPlan
{
    public required string Case { get; init; }

    /// <summary>The program of each variant, in the order of the block plan.</summary>
    public required IReadOnlyList<BenchmarkProgram> Programs { get; init; }

    /// <summary>CPUs that its processes are pinned to; empty does not pin.</summary>
    public IReadOnlyList<int> Cpus { get; init; } = [];
}

/// <param name="Executable">Absolute, or relative to the working directory of the load job.</param>
public sealed record BenchmarkProgram(string Executable, IReadOnlyList<string> Arguments, IReadOnlyDictionary<string, string> Environment);

public static class BlockStatistics
{
    public const string Rounds = "perfmatrix/rounds";
    public const string Requests = "perfmatrix/requests";
    public const string Errors = "perfmatrix/errors";
    public const string Failures = "perfmatrix/failures";
    public const string Throughput = "perfmatrix/throughput";
}

/// <summary>Sums over the rounds of a block. The load job reports them as crank statistics; the driver's own sums of the files must agree.</summary>
/// <param name="Requests">Requests answered correctly in all slices.</param>
/// <param name="Failures">Variants whose round is failed, counted once a round.</param>
public readonly record struct BlockTotals(int Rounds, long Requests, long Errors, int Failures, TimeSpan Elapsed)
{
    /// <summary>Requests per second of slice time; 0 without slices.</summary>
    public double Throughput => Elapsed > TimeSpan.Zero ? Requests / Elapsed.TotalSeconds : 0;

    public BlockTotals Plus(RoundObservation round) => new(
        Rounds + 1,
        Requests + round.Variants.Sum(variant => variant.Requests),
        Errors + round.Variants.Sum(variant => variant.Errors.Total),
        Failures + round.Variants.Count(variant => variant.Failure is not null),
        Elapsed + new TimeSpan(round.Slices.Sum(slice => slice.Elapsed.Ticks)));
}

/// <summary>A line of JSON that the load job, or a launcher that publishes, writes to standard output: <c>phase</c> when a phase of a round begins,
/// <c>round</c> when a round's file is written.</summary>
public sealed record ConductorEvent(string Event, int Round, string? Phase = null, string? Path = null)
{
    /// <summary>Name of the phase while a launcher publishes.</summary>
    public const string Publishing = "publishing";

    /// <summary>Name of the event of an application that does not build.</summary>
    public const string PublishFailed = "publishFailed";

    /// <summary>The first variant whose application does not build.</summary>
    public string? Variant { get; init; }

    public string? Reason { get; init; }

    /// <summary>The first errors of the build, or its last lines; at most ten.</summary>
    public IReadOnlyList<string>? Lines { get; init; }

    /// <summary>Reads a line; null when it is not an event (the runtime may print what it likes).</summary>
    public static ConductorEvent? TryParse(string line) => Errors.Or(
        () => line.StartsWith('{') ? JsonSerializer.Deserialize(line, ContractJson.Default.ConductorEvent) : null, (JsonException _) => null);

    public override string ToString() => JsonSerializer.Serialize(this, ContractJson.Default.ConductorEvent);
}
