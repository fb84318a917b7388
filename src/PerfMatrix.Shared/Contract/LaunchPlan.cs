using System.Text.Json.Serialization;

namespace PerfMatrix.Contract;

/// <summary>What a driver hands to a launcher, in a file or in <see cref="PlanVariable.Launch"/>: which application it starts, and how. The token of the block comes in the environment (<see cref="ProbeRoutes.TokenVariable"/>), never in a file.</summary>
public sealed record LaunchPlan
{
    /// <summary>The variant this launcher serves, as named in the block plan.</summary>
    public required string Variant { get; init; }

    /// <summary>The application: a path, absolute or relative to the folder of this file, or to the working directory when it comes in a variable.</summary>
    public required string Executable { get; init; }

    /// <summary>Set when the launcher itself publishes the application, before it says that it is ready; <see cref="Executable"/> is then found in the output. Null when it is there already.</summary>
    public PublishPlan? Publish { get; init; }

    /// <summary>Arguments of the application; <c>{url}</c> in them is replaced by the address it is to listen on.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>Environment of the application only; the launcher removes inherited runtime settings (DOTNET_gc*, DOTNET_GC*, DOTNET_Tiered*, DOTNET_PROCESSOR_COUNT and their COMPlus_ twins) first.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>CPUs the application is pinned to; empty means not pinned.</summary>
    public IReadOnlyList<int> Cpus { get; init; } = [];

    /// <summary>Most memory the application may use, with everything it starts (a control group of its own); null sets no limit.</summary>
    [JsonPropertyName("memoryLimitBytes")]
    public Bytes? MemoryLimit { get; init; }

    /// <summary>How the system's scheduler is asked to treat the application.</summary>
    public Scheduling Scheduling { get; init; }

    /// <summary>Path of the request whose first 2xx answer ends the start-up time.</summary>
    public string ReadyPath { get; init; } = "/";

    /// <summary>How long the application may take to its first successful answer.</summary>
    [JsonPropertyName("startTimeoutMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan StartTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long the application may take to end after SIGTERM before it is killed.</summary>
    [JsonPropertyName("stopTimeoutMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan StopTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Where the control API listens; port 0 lets the system choose.</summary>
    public Uri Control { get; init; } = new("http://127.0.0.1:0");

    /// <summary>Where the application is told to listen (ASPNETCORE_URLS); port 0 lets the launcher choose a free one at every start. With https the launcher makes a certificate for it.</summary>
    public Uri Application { get; init; } = new("http://127.0.0.1:0");

    /// <summary>End, and kill the application, when standard input closes: so nothing survives a driver that is killed.</summary>
    public bool StopWithInput { get; init; }

    /// <summary>End, and kill the application, when the process that started the launcher ends: so nothing survives an agent that is killed.</summary>
    public bool StopWithParent { get; init; }

    /// <summary>Distance of the memory samples taken while the application runs; zero takes none.</summary>
    [JsonPropertyName("samplingMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Sampling { get; init; }
}
