using System.Text.Json;
using System.Text.Json.Serialization;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>One figure of this tool beside what people use today, measured side by side in one run.</summary>
/// <param name="Name">What is compared, e.g. <c>load/throughput</c>.</param>
/// <param name="Unit">Unit of both figures.</param>
/// <param name="Ours">Our figure (median).</param>
/// <param name="Peer">The other figure (median); null when there is no peer.</param>
/// <param name="PeerName">What the other figure is of.</param>
/// <param name="Ratio">Ours divided by the peer's, median of the interleaved runs; ours alone without a peer.</param>
/// <param name="Target">The rule in words, e.g. <c>&gt;= 1.02</c>.</param>
/// <param name="Met">Whether the ratio (or, without a peer, our figure) meets it.</param>
/// <param name="Spread">Smallest and largest ratio of the runs, or how sure the figure is.</param>
internal sealed record BenchmarkRow(string Name, string Unit, double Ours, double? Peer, string PeerName, double? Ratio, string Target, bool Met, string Spread);

/// <summary>Writes <c>artifacts/benchmark.json</c>.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, WriteIndented = true)]
[JsonSerializable(typeof(IReadOnlyList<BenchmarkRow>))]
internal sealed partial class BenchmarkJson : JsonSerializerContext;
