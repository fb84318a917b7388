using System.Text.Json.Serialization;

namespace PerfMatrix.Contract;

/// <summary>The application runs and has answered its first request with 2xx.</summary>
public sealed record StartAnswer
{
    /// <summary>Process id of the application.</summary>
    public required int ProcessId { get; init; }

    /// <summary>Address the application answers on.</summary>
    public required Uri Application { get; init; }

    /// <summary>Time from starting the process to the last byte of its first successful answer.</summary>
    [JsonPropertyName("startupMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Startup { get; init; }

    /// <summary>The scheduling in force, never <see cref="Scheduling.Auto"/>.</summary>
    public Scheduling Scheduling { get; init; }

    /// <summary>SHA-256 of the certificate that the application answers with (<see cref="CertificateHash"/>), made by the launcher; null without TLS.</summary>
    public string? Certificate { get; init; }
}

/// <summary>Why a variant could not be started, or when it was found dead.</summary>
public enum LaunchFailureKind
{
    /// <summary>The executable could not be started at all.</summary>
    NotStarted,

    /// <summary>The process ended before its first successful answer.</summary>
    ExitedBeforeReady,

    /// <summary>No successful answer within the start timeout.</summary>
    NeverReady,

    /// <summary>The process ended while it was being measured.</summary>
    Died,

    /// <summary>Nothing has been started yet.</summary>
    NotRunning,
}

/// <summary>A launcher's refusal, with what the application said last.</summary>
public sealed record LaunchFailure
{
    /// <summary>What went wrong.</summary>
    public required LaunchFailureKind Kind { get; init; }

    /// <summary>One sentence for a person.</summary>
    public required string Message { get; init; }

    /// <summary>Exit code of the application when it has one.</summary>
    public int? ExitCode { get; init; }

    /// <summary>The last lines the application wrote to standard output and error.</summary>
    public IReadOnlyList<string> LastLines { get; init; } = [];
}

/// <summary>What the operating system says of the application, totals since its start.</summary>
public sealed record ProcessReading
{
    /// <summary>User and kernel CPU time of the process. On Linux from its CPU-time clock (nanoseconds), elsewhere <c>Process.TotalProcessorTime</c>.</summary>
    [JsonPropertyName("cpuMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Cpu { get; init; }

    /// <summary>Resident memory now.</summary>
    [JsonPropertyName("rssBytes")]
    public required Bytes Rss { get; init; }

    /// <summary>Largest resident memory so far (VmHWM on Linux).</summary>
    [JsonPropertyName("peakRssBytes")]
    public required Bytes PeakRss { get; init; }

    /// <summary>Threads now.</summary>
    public int Threads { get; init; }
}

/// <summary>One memory sample of a timeline.</summary>
public sealed record MemorySample
{
    /// <summary>Time since the start of the process.</summary>
    [JsonPropertyName("atMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan At { get; init; }

    /// <summary>Resident memory.</summary>
    [JsonPropertyName("rssBytes")]
    public required Bytes Rss { get; init; }
}

/// <summary>The application has ended after SIGTERM.</summary>
public sealed record StopAnswer
{
    /// <summary>Its exit code; null when it had to be killed.</summary>
    public int? ExitCode { get; init; }

    /// <summary>The last reading before the signal.</summary>
    public required ProcessReading Final { get; init; }

    /// <summary>The timeline, when <see cref="LaunchPlan.Sampling"/> asks for one.</summary>
    public IReadOnlyList<MemorySample> Timeline { get; init; } = [];
}
