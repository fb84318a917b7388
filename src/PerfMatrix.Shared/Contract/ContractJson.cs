namespace PerfMatrix.Shared.Contract;

/// <summary>Reads and writes the documents of the protocol: camelCase, enums as text, no reflection.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(IReadOnlyList<LaunchPlan>))]
[JsonSerializable(typeof(PublishPlan))]
[JsonSerializable(typeof(ConductorEvent))]
[JsonSerializable(typeof(StartAnswer))]
[JsonSerializable(typeof(StopAnswer))]
[JsonSerializable(typeof(LaunchFailure))]
[JsonSerializable(typeof(ProcessReading))]
[JsonSerializable(typeof(ProbeProof))]
[JsonSerializable(typeof(ProbeCounters))]
[JsonSerializable(typeof(ProbeTimeline))]
[JsonSerializable(typeof(GcTimeline))]
[JsonSerializable(typeof(BlockPlan))]
[JsonSerializable(typeof(MachineReading))]
[JsonSerializable(typeof(RoundObservation))]
public sealed partial class ContractJson : JsonSerializerContext;
