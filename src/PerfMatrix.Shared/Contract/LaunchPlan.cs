using System.Text.Json.Serialization.Metadata;

namespace PerfMatrix.Shared.Contract;

/// <summary>What a driver hands to a launcher, in a file or in <see cref="PlanVariable.Launch"/>: which application it starts, and how. The token of
/// the block comes in the environment (<see cref="ProbeRoutes.TokenVariable"/>), never in a file.</summary>
public sealed record LaunchPlan
{
    /// <summary>The variant this launcher serves, as named in the block plan.</summary>
    public required string Variant { get; init; }

    /// <summary>The application: a path, absolute or relative to the folder of this file, or to the working directory when in a variable.</summary>
    public required string Executable { get; init; }

    /// <summary>Set when the launcher itself publishes the application, before it says that it is ready; <see cref="Executable"/> is then found in
    /// the output. Null when it is there already.</summary>
    public PublishPlan? Publish { get; init; }

    /// <summary>Arguments of the application; <c>{url}</c> in them is replaced by the address it is to listen on.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>Environment of the application only; the launcher removes inherited runtime settings (DOTNET_gc*, DOTNET_GC*, DOTNET_Tiered*,
    /// DOTNET_PROCESSOR_COUNT and their COMPlus_ twins) first.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>CPUs the application is pinned to; empty means not pinned.</summary>
    public IReadOnlyList<int> Cpus { get; init; } = [];

    /// <summary>What the application may use at most, with everything it starts (a control group of its own).</summary>
    public ResourceLimits Limits { get; init; }
    public Scheduling Scheduling { get; init; }

    /// <summary>Path of the request whose first 2xx answer ends the start-up time.</summary>
    public string ReadyPath { get; init; } = "/";

    /// <summary>Where that path is written, for messages, e.g. <c>crank/hello.benchmarks.yml:18:15</c>; null when nobody said.</summary>
    public string? ReadyPathPlace { get; init; }

    /// <summary>How long the application may take to its first successful answer.</summary>
    [JsonPropertyName("startTimeoutMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan StartTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long the application may take to end after SIGTERM before it is killed.</summary>
    [JsonPropertyName("stopTimeoutMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan StopTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Where the control API listens; port 0 lets the system choose.</summary>
    public Uri Control { get; init; } = new("http://127.0.0.1:0");

    /// <summary>Where the application is told to listen (ASPNETCORE_URLS); port 0 is a free one at every start. https gets a certificate.</summary>
    public Uri Application { get; init; } = new("http://127.0.0.1:0");

    /// <summary>End, and kill the application, when standard input closes: so nothing survives a driver that is killed.</summary>
    public bool StopWithInput { get; init; }

    /// <summary>End, and kill the application, when the launcher's parent ends: so nothing survives an agent that is killed.</summary>
    public bool StopWithParent { get; init; }
}

/// <summary>A plan in an environment variable instead of a file, for drivers that deploy over the network: what they upload can be kept. In Base64,
/// because crank takes braces for a template. Its paths are relative to the working directory.</summary>
public static class PlanVariable
{
    public const string Launch = "PERFMATRIX_LAUNCH_PLAN";
    public const string Block = "PERFMATRIX_BLOCK_PLAN";

    public static string Encode<T>(T plan, JsonTypeInfo<T> type) => Convert.ToBase64String(JsonSerializer.SerializeToUtf8Bytes(plan, type));

    /// <summary>The JSON of the plan in this process's environment; null when there is none.</summary>
    public static byte[]? Read(string name) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? Convert.FromBase64String(text) : null;
}

/// <summary>An application that a launcher publishes from sources which an agent has fetched. The runtime identifier is the launcher's.</summary>
public sealed record PublishPlan
{
    /// <summary>Folder of the fetched repository: a path, absolute or relative to the folder of the plan.</summary>
    public required string Source { get; init; }
    public required string Commit { get; init; }

    /// <summary>Folder in the repository whose settings apply (<c>SdkFolder</c>); empty for the repository itself.</summary>
    public required string Root { get; init; }

    /// <summary>Project file, relative to <see cref="Root"/>, with forward slashes.</summary>
    public required string Project { get; init; }
    public required string Framework { get; init; }
    public required string RuntimeVersion { get; init; }
    public required IReadOnlyList<string> Arguments { get; init; }
}
