namespace PerfMatrix.Shared.Contract;

/// <summary>What a machine says of itself; of one with an agent what <c>PerfMatrix.Launcher survey FILE</c> has written there.</summary>
public sealed record MachineReading
{
    /// <summary>Model name of the CPU; elsewhere than on Linux only its architecture (on Windows the processor identifier).</summary>
    public required string CpuModel { get; init; }

    /// <summary>CPUs that the process may use (its affinity), whatever <c>DOTNET_PROCESSOR_COUNT</c> says.</summary>
    public required IReadOnlyList<int> Cpus { get; init; }

    /// <summary>Physical memory; elsewhere of a container with a limit, the limit.</summary>
    [JsonPropertyName("memoryBytes")]
    public required Bytes Memory { get; init; }

    public required string Os { get; init; }
    public required string Kernel { get; init; }

    /// <summary>Tells one start of the machine from all others; null where the system does not.</summary>
    public string? BootId { get; init; }

    /// <summary>Free space of the agent's disk. Null, and what follows at its default, where no survey was made.</summary>
    [JsonPropertyName("freeDiskBytes")]
    public Bytes? FreeDisk { get; init; }

    /// <summary>Version of the control groups; null when there are none.</summary>
    public string? Cgroups { get; init; }

    /// <summary>Whether crank can limit a job with them: groups can be made, and its tools (cgcreate and its siblings) are there.</summary>
    public bool CanLimit { get; init; }

    /// <summary>What keeps a launcher there from limiting its application, by name of the controller; none where nothing does.</summary>
    public IReadOnlyDictionary<string, string> LimitProblems { get; init; } = new Dictionary<string, string>();
}
