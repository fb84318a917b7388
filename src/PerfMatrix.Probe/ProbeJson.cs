using System.Text.Json.Serialization;
using PerfMatrix.Contract;

namespace PerfMatrix.Probe;

/// <summary>Writes the probe's documents as <c>ContractJson</c> reads them. Spelled out because the web defaults as one value only exist since .NET 9.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ProbeProof))]
[JsonSerializable(typeof(ProbeCounters))]
[JsonSerializable(typeof(ProbeTimeline))]
internal sealed partial class ProbeJson : JsonSerializerContext;
