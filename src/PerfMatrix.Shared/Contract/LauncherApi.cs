using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace PerfMatrix.Shared.Contract;

/// <summary>The control API of a launcher. A request without the block's token in <see cref="ProbeRoutes.TokenHeader"/> gets 401.</summary>
public static class LauncherApi
{
    /// <summary>POST: starts the application fresh; answers a <see cref="StartAnswer"/>, or 502 with a <see cref="LaunchFailure"/>.</summary>
    public const string Start = "/start";

    /// <summary>GET: answers a <see cref="ProcessReading"/> of the application, or 502 with a <see cref="LaunchFailure"/> when it has died.</summary>
    public const string Reading = "/reading";

    /// <summary>POST: stops the application; answers a <see cref="StopAnswer"/>, or 502 with a <see cref="LaunchFailure"/> if it had died.</summary>
    public const string Stop = "/stop";

    /// <summary>First argument of a launcher that serves until the program named by the others has ended; its plans are in
    /// <see cref="PlanVariable.Launch"/>.</summary>
    public const string Until = "until";

    /// <summary>Start of the line on standard output that says the control API answers; the address follows after one space, several with a space
    /// between when the launcher has several plans.</summary>
    public const string ReadyLine = "PerfMatrix.Launcher ready at";

    /// <summary>Start of the line on stderr that makes crank's agent track the application instead of the launcher; the process id follows.</summary>
    public const string ChildProcessLine = "##ChildProcessId:";
}

/// <summary>The application runs and has answered its first request with 2xx.</summary>
public sealed record StartAnswer
{
    public required int ProcessId { get; init; }
    public required Uri Application { get; init; }

    /// <summary>Time from starting the process to the last byte of its first successful answer.</summary>
    [JsonPropertyName("startupMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Startup { get; init; }

    /// <summary>The scheduling in force, never <see cref="Scheduling.Auto"/>.</summary>
    public Scheduling Scheduling { get; init; }

    /// <summary>SHA-256 of the application's certificate (<see cref="CertificateHash"/>), made by the launcher; null without TLS.</summary>
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

    /// <summary>It answers, and with a status that will not become 2xx by waiting: the path is wrong, or needs a credential.</summary>
    Refused,

    /// <summary>The process ended while it was being measured.</summary>
    Died,
    NotRunning,
}

/// <summary>A launcher's refusal, with what the application said last.</summary>
public sealed record LaunchFailure
{
    public required LaunchFailureKind Kind { get; init; }
    public required string Message { get; init; }
    public int? ExitCode { get; init; }

    /// <summary>The last lines the application wrote to standard output and error.</summary>
    public IReadOnlyList<string> LastLines { get; init; } = [];
}

/// <summary>What the operating system says of the application, totals since its start.</summary>
public sealed record ProcessReading
{
    /// <summary>User and kernel CPU time: on Linux from the CPU-time clock (nanoseconds), elsewhere <c>Process.TotalProcessorTime</c>.</summary>
    [JsonPropertyName("cpuMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Cpu { get; init; }

    [JsonPropertyName("rssBytes")]
    public required Bytes Rss { get; init; }

    /// <summary>Largest resident memory so far (VmHWM on Linux).</summary>
    [JsonPropertyName("peakRssBytes")]
    public required Bytes PeakRss { get; init; }

    public int Threads { get; init; }

    /// <summary>How long its CPU limit has kept it from running, added up over the CPUs; null without such a limit.</summary>
    [JsonPropertyName("throttledMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan? Throttled { get; init; }
}

/// <summary>The application has ended after SIGTERM.</summary>
public sealed record StopAnswer
{
    /// <summary>Its exit code; null when it had to be killed.</summary>
    public int? ExitCode { get; init; }

    /// <summary>The last reading before the signal.</summary>
    public required ProcessReading Final { get; init; }
}

/// <summary>The token that an application's probe answers to. That of the block opens the launchers of both sides, so the code that is measured must
/// not get it; this one is made from it, and nobody comes back from here to there.</summary>
public static class ApplicationToken
{
    private const int Digits = 32;

    public static string Of(string token) => Convert.ToHexStringLower(HMACSHA256.HashData(Encoding.UTF8.GetBytes(token), "probe"u8))[..Digits];
}

/// <summary>How the certificate of an application under test is recognised: by its hash, since nobody has signed it.</summary>
public static class CertificateHash
{
    /// <summary>Lower-case hexadecimal SHA-256 of the whole certificate.</summary>
    public static string Of(X509Certificate certificate) => Convert.ToHexStringLower(SHA256.HashData(certificate.GetRawCertData()));

    /// <summary>Whether this is the certificate expected; none never is.</summary>
    public static bool Matches(string? expected, X509Certificate? certificate) =>
        expected is not null && certificate is not null && Of(certificate) == expected;
}
