using System.Text.Json.Serialization;
using PerfMatrix.Protocol;

namespace PerfMatrix.Probe;

/// <summary>Writes the probe's documents as <c>ProtocolJson</c> reads them. Spelled out because the web defaults as one value only exist since .NET 9.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ProbeProof))]
[JsonSerializable(typeof(ProbeCounters))]
[JsonSerializable(typeof(ProbeTimeline))]
internal sealed partial class ProbeJson : JsonSerializerContext;
