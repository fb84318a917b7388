namespace PerfMatrix.Shared.Contract;

/// <summary>What a machine with an agent says of itself: written there by <c>PerfMatrix.Launcher survey FILE</c>.</summary>
public sealed record MachineReading
{
    public required string CpuModel { get; init; }

    /// <summary>CPUs that a job of the agent may use.</summary>
    public required IReadOnlyList<int> Cpus { get; init; }

    [System.Text.Json.Serialization.JsonPropertyName("memoryBytes")]
    public required Bytes Memory { get; init; }

    public required string Os { get; init; }
    public required string Kernel { get; init; }

    /// <summary>Tells one start of the machine from all others; null where the system does not.</summary>
    public string? BootId { get; init; }

    [System.Text.Json.Serialization.JsonPropertyName("freeDiskBytes")]
    public required Bytes FreeDisk { get; init; }

    /// <summary>Version of the control groups; null when there are none.</summary>
    public string? Cgroups { get; init; }

    /// <summary>Whether crank can limit a job with them: groups can be made, and its tools (cgcreate and its siblings) are there.</summary>
    public bool CanLimit { get; init; }

    /// <summary>What keeps a launcher there from limiting its application, by name of the controller; none where nothing does.</summary>
    public IReadOnlyDictionary<string, string> LimitProblems { get; init; } = new Dictionary<string, string>();
}
