namespace PerfMatrix.Results;

/// <summary>How something was measured. What is null is not known, or for a scenario the same as for the whole run.</summary>
internal record ScenarioSettings
{
    public int? Rounds { get; init; }
    public int? Slices { get; init; }

    /// <summary>Length of a slice in milliseconds.</summary>
    [JsonPropertyName("sliceMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan? Slice { get; init; }

    /// <summary>Shortest warm-up of a variant in milliseconds.</summary>
    [JsonPropertyName("minimumWarmupMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan? MinimumWarmup { get; init; }

    /// <summary>Longest warm-up of a variant in milliseconds.</summary>
    [JsonPropertyName("maximumWarmupMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan? MaximumWarmup { get; init; }

    /// <summary>A warm-up ends when throughput moves by less than this share.</summary>
    public double? WarmupTolerance { get; init; }

    /// <summary>First moments of a slice, whose latencies are left out, in milliseconds.</summary>
    [JsonPropertyName("wakeUpMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan? WakeUp { get; init; }

    /// <summary>Time without load before the stop of a round, in milliseconds.</summary>
    [JsonPropertyName("settleMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan? Settle { get; init; }

    /// <summary>Slices in an open loop, which a comparison takes latency from; null without.</summary>
    public PacedSettings? Paced { get; init; }
    public int? Connections { get; init; }
    public string? Rate { get; init; }

    /// <summary>Requests of a round, where their number is fixed.</summary>
    public long? Requests { get; init; }

    /// <summary>Program that measures instead of slices, for scenarios that have no load.</summary>
    public string? Program { get; init; }

    public ScenarioSettings Over(ScenarioSettings others) => EachSetting.Over(this, others);

    /// <summary>What is not as usual.</summary>
    public ScenarioSettings Less(ScenarioSettings usual) => EachSetting.Of<ScenarioSettings>(
        setting => Equals(setting.GetValue(this), setting.GetValue(usual)) ? null : setting.GetValue(this));
}

/// <summary>How a run was measured: what holds for all of it, and what differs by scenario and core count.</summary>
internal sealed record RunSettings : ScenarioSettings
{
    public RunSettings()
    {
    }

    public RunSettings(ScenarioSettings usual) : base(usual)
    {
    }

    /// <summary>Subset of the matrix, or empty when axes were chosen one by one.</summary>
    [JsonPropertyOrder(-1)]
    public string? Subset { get; init; }

    /// <summary>Scheduling of applications and load generator: <c>normal</c>, <c>priority</c>, or <c>mixed</c> with a warning.</summary>
    public string? Scheduling { get; init; }
    public string? RemoteSource { get; init; }
    public string? Sdk { get; init; }

    /// <summary>Of a comparison, what its rounds are for.</summary>
    public Stage? Stage { get; init; }
    public string? Base { get; init; }
    public string? Head { get; init; }

    /// <summary>Of a comparison across an axis, its two values.</summary>
    public AxisRange? Range { get; init; }

    /// <summary>Of a comparison, variables that only the processes of head had.</summary>
    public IReadOnlyDictionary<string, string>? HeadEnvironment { get; init; }

    /// <summary>How application and load generator shared the CPUs, by core count.</summary>
    public IReadOnlyDictionary<int, CpuSharing> Cpus { get; init; } = new Dictionary<int, CpuSharing>();
    public IReadOnlyDictionary<string, ScenarioSettings> Scenarios { get; init; } = new Dictionary<string, ScenarioSettings>();

    public ScenarioSettings Of(string scenario) => Scenarios.TryGetValue(scenario, out var own) ? own.Over(this) : this;

    /// <summary>The settings of runs that are parts of one. Where two measured a scenario, the last counts, as it does of a block.</summary>
    public static RunSettings Merge(IReadOnlyList<RunSettings> parts) => parts[0] with
    {
        Scheduling = parts.Select(part => part.Scheduling).OfType<string>().Distinct().ToList() switch { [] => null, [var one] => one, _ => "mixed" },
        Cpus = parts.SelectMany(part => part.Cpus).DistinctBy(cpus => cpus.Key).ToDictionary(),
        Scenarios = parts.SelectMany(part => part.Scenarios.Keys, (part, name) => (Name: name, Part: part)).GroupBy(scenario => scenario.Name)
            .Select(scenario => scenario.Last()).ToDictionary(scenario => scenario.Name, scenario => scenario.Part == parts[0]
                ? scenario.Part.Scenarios[scenario.Name] : scenario.Part.Of(scenario.Name)),
    };
}

/// <param name="Axis">Name of the axis, e.g. <c>runtime</c>.</param>
internal sealed record AxisRange(string Axis, string Base, string Head);

public enum Stage
{
    /// <summary>They decide alone, as on a developer's machine.</summary>
    Whole,

    /// <summary>They find suspects, which a second machine confirms.</summary>
    Screen,

    /// <summary>Those of the second machine.</summary>
    Confirm,
}

/// <summary>How application and load generator share the CPUs.</summary>
internal enum CpuSharing
{
    Separate,
    Shared,
    Unpinned,
}
