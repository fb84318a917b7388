using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using PerfMatrix.Matrix;
using PerfMatrix.Metrics;
using PerfMatrix.Protocol;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>
/// The raw file of a round, in the shape of crank's <c>--json</c> so that tools for crank results read it: one job a variant, one named <c>load</c>;
/// the field <c>round</c> beside them holds the whole observation, from which samples and pairs can be computed again.
/// </summary>
public static class CrankRaw
{
    private const string LoadJob = "load";

    /// <summary>Writes <c>raw/&lt;block&gt;-&lt;round&gt;.json</c>.</summary>
    /// <exception cref="UsageException">It could not be written.</exception>
    public static RawFile Write(RunFolder folder, Block block, RoundObservation round, IReadOnlyList<Metric> catalogue, MachineInfo machine) =>
        folder.WriteRaw($"{block.Id}-{round.Round}.json", Encoding.UTF8.GetBytes(Compose(block, round, catalogue, machine).ToJsonString()));

    /// <summary>The content of a raw file.</summary>
    public static JsonObject Compose(Block block, RoundObservation round, IReadOnlyList<Metric> catalogue, MachineInfo machine)
    {
        var jobs = new JsonObject();
        for (var index = 0; index < block.Variants.Count; index++)
            jobs[block.Variants[index].Slug] = ApplicationJob(block.Variants[index], VariantRound.Of(round, index), round, catalogue, machine);
        jobs[LoadJob] = CrankJob.Compose(CrankResults.OfLoad(round), round.FinishedAt, machine, LoadVariables(block, round));
        return new JsonObject
        {
            ["returnCode"] = round.Variants.Any(variant => variant.Failure is not null) ? 1 : 0,
            ["jobResults"] = new JsonObject { ["jobs"] = jobs, ["properties"] = new JsonObject { ["block"] = block.Id, ["round"] = round.Round } },
            ["benchmarks"] = new JsonArray(),
            ["round"] = JsonSerializer.SerializeToNode(round, ProtocolJson.Default.RoundObservation),
        };
    }

    private static JsonObject ApplicationJob(
        Variant variant, VariantRound own, RoundObservation round, IReadOnlyList<Metric> catalogue, MachineInfo machine) =>
        CrankJob.Compose(CrankResults.OfApplication(own, catalogue), round.FinishedAt, machine, new JsonObject
        {
            ["scenario"] = variant.Cell.Scenario,
            ["runtime"] = variant.Cell.Runtime.ToString(),
            ["gc"] = variant.Cell.Gc,
            ["cores"] = variant.Cell.Cores,
            ["side"] = variant.Side.ToString().ToLowerInvariant(),
        });

    private static JsonObject LoadVariables(Block block, RoundObservation round) => new()
    {
        ["scenario"] = block.Scenario,
        ["variants"] = block.Variants.Count,
        ["slices"] = round.Slices.Count,
    };
}
