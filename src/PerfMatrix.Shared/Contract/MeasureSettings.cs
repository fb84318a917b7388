namespace PerfMatrix.Shared.Contract;

/// <summary>How a block is measured: rounds, slices and warm-up.</summary>
public sealed record MeasureSettings
{
    /// <summary>Fresh starts of every process of the block; each gives one sample per variant and metric.</summary>
    public required int Rounds { get; init; }
    public required int Slices { get; init; }

    [JsonPropertyName("sliceMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Slice { get; init; }

    [JsonPropertyName("minimumWarmupMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan MinimumWarmup { get; init; }

    [JsonPropertyName("maximumWarmupMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan MaximumWarmup { get; init; }

    /// <summary>Warm-up ends when throughput over all variants of the block grows by no more than this share (0.02 is 2 %) between windows.</summary>
    public required double WarmupTolerance { get; init; }

    /// <summary>The first moments of a slice, whose latencies are left out because they wake an idle process. Throughput counts them.</summary>
    [JsonPropertyName("wakeUpMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan WakeUp { get; init; }

    /// <summary>How the system's scheduler is asked to treat the load generator; a driver asks the launchers for the same.</summary>
    public Scheduling Scheduling { get; init; }

    /// <summary>Distance of the moments of a timeline, for blocks of one variant; zero records none.</summary>
    [JsonPropertyName("timelineMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Timeline { get; init; }

    /// <summary>Time without load between the last slice and the stop, after which memory is read again; zero stops at once.</summary>
    [JsonPropertyName("settleMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Settle { get; init; }

    /// <summary>The slices behind the others of a round in which a comparison takes latency; null for none. Only variants with
    /// <see cref="BlockVariant.PacedBy"/> get them.</summary>
    public PacedSettings? Paced { get; init; }

    /// <summary>Whether a round only starts the processes, where nothing but their start-up is wanted.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool StartsOnly { get; init; }

    [JsonIgnore]
    public TimeSpan Duration => Slice * Slices;
}

/// <summary>The pauses without requests behind a warm-up that is not fixed. Between two of them every variant gets a slice.</summary>
public static class WarmupPauses
{
    /// <summary>So many in a row in which no process uses the CPU end the warm-up.</summary>
    public const int Quiet = 2;

    /// <summary>Length of one. The runtime compiles hot code anew when there has been no new code for 100 ms (TC_CallCountingDelayMs in its
    /// clrconfignames.h), so that it shows in here.</summary>
    public static readonly TimeSpan Length = TimeSpan.FromMilliseconds(150);

    /// <summary>The least time of a round that they take, with the slices between them; none where the longest warm-up is the shortest.</summary>
    /// <param name="longest">The longest warm-up; where it is not known there are none.</param>
    public static TimeSpan Least(TimeSpan shortest, TimeSpan? longest, int variants, TimeSpan slice) =>
        longest > shortest ? (Quiet * Length) + ((Quiet - 1) * variants * slice) : TimeSpan.Zero;
}

/// <summary>Slices in an open loop: requests are due at random times at a fixed rate, whatever the server does.</summary>
public sealed record PacedSettings
{
    /// <summary>Slices of each variant in a round.</summary>
    public required int Slices { get; init; }

    [JsonPropertyName("sliceMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Slice { get; init; }

    /// <summary>The rate, as a share of the throughput that base had in the closed loop of the same round (0.6 is 60 %).</summary>
    public required double Share { get; init; }

    /// <summary>Whether they are only for machines where the load generator has CPUs of its own. Known to who plans.</summary>
    [JsonIgnore]
    public bool OnlyWithOwnCpus { get; init; }

    /// <summary>Slices in front of these that do not count. At a lower load a server first runs code that was not hot before: requests of the minimal
    /// API took ten times as long for most of a second of its own time, in which the .NET runtime compiled.</summary>
    [JsonIgnore]
    public int SettlingSlices => (int)Math.Ceiling(TimeSpan.FromSeconds(1) / Slice);

    [JsonIgnore]
    public TimeSpan Duration => Slice * (SettlingSlices + Slices);
}

/// <summary>One kind of request and how it is offered.</summary>
public sealed record LoadSettings
{
    public string Method { get; init; } = "GET";
    public string Path { get; init; } = "/";

    /// <summary>Request headers besides Host and Content-Length.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; init; } = new Dictionary<string, string>();
    public string? Body { get; init; }

    /// <summary>Keep-alive connections a variant; at least 1.</summary>
    public int Connections { get; init; } = 32;

    /// <summary>Threads of the load generator; each drives its share of the connections.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>Length in bytes that a response body must have: a number, <c>first</c> (that of the first answer) or <c>any</c>.</summary>
    public string ResponseLength { get; init; } = "first";

    /// <summary>Requests of a bounded run; null means by time.</summary>
    public long? Requests { get; init; }

    /// <summary>Pause of a connection between an answer and its next request.</summary>
    [JsonPropertyName("pauseMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Pause { get; init; }

    /// <summary>Rate schedule of an open loop (a block of one variant), e.g. <c>0..300/20s 300/7m 300..0/10s</c>; null means closed loop.</summary>
    public string? Rate { get; init; }
}

/// <summary>How the system's scheduler is asked to treat the measured applications and the load generator.</summary>
public enum Scheduling
{
    /// <summary>As any other program: they share the CPUs with whatever else runs, and wait for it.</summary>
    Normal,

    /// <summary>Ahead of other programs (nice -20, the session as well), and otherwise as <see cref="Normal"/>. Not the real-time classes: those
    /// change how a server works, because threads that spin are not preempted. <c>crank/README.md</c> has the figures.</summary>
    Priority,

    /// <summary><see cref="Priority"/> where the system permits it, otherwise <see cref="Normal"/>. The documents say which it was.</summary>
    Auto,
}
