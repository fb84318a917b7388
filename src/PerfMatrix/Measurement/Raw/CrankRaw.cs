using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using PerfMatrix.Contract;
using PerfMatrix.Matrix;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>
/// The raw file of a round, in the shape of crank's <c>--json</c> so that tools for crank results read it: one job a variant, one named <c>load</c>;
/// the field <c>round</c> beside them holds the whole observation, from which samples and pairs can be computed again; timelines are files of their own,
/// which the field <c>timelines</c> names.
/// </summary>
public static class CrankRaw
{
    private const string LoadJob = "load";

    /// <summary>Writes <c>raw/&lt;block&gt;-&lt;round&gt;.json</c>, and the timelines of the round beside it.</summary>
    /// <exception cref="UsageException">A file could not be written.</exception>
    public static RawRound Write(RunFolder folder, Block block, RoundObservation round, MachineInfo machine)
    {
        TimelineRecord[] timelines = [.. round.Variants.Select(variant => variant.GcTimeline).OfType<GcTimeline>().Select(timeline => WriteTimeline(folder, block, timeline with { Round = round.Round }))];
        var content = Compose(block, round with { Variants = [.. round.Variants.Select(WithoutOwnFiles)] }, machine);
        if (timelines.Length > 0)
            content["timelines"] = new JsonArray([.. timelines.Select(timeline => new JsonObject { ["variant"] = timeline.Variant, ["path"] = timeline.File.Path, ["sha256"] = timeline.File.Sha256 })]);
        return new RawRound(folder.WriteRaw($"{block.Id}-{(round.Control is null ? "" : "control-")}{round.Round}.json", Encoding.UTF8.GetBytes(content.ToJsonString())), timelines);
    }

    /// <summary>Timelines are files of their own; BenchmarkDotNet's report stands under <c>benchmarks</c> of its job, where crank has it.</summary>
    private static VariantObservation WithoutOwnFiles(VariantObservation seen) => seen with { GcTimeline = null };

    private static TimelineRecord WriteTimeline(RunFolder folder, Block block, GcTimeline timeline)
    {
        var slug = block.Variants.First(variant => variant.Id == timeline.Variant).Slug;
        var content = JsonSerializer.SerializeToUtf8Bytes(timeline, ContractJson.Default.GcTimeline);
        return new TimelineRecord(timeline.Variant, timeline.Block, timeline.Round, folder.WriteRaw($"{slug}-{timeline.Round}.timeline.json", content));
    }

    /// <summary>The content of a raw file.</summary>
    public static JsonObject Compose(Block block, RoundObservation round, MachineInfo machine)
    {
        var jobs = new JsonObject();
        for (var index = 0; index < block.Variants.Count; index++)
            jobs[block.Variants[index].Slug] = ApplicationJob(block.Variants[index], VariantRound.Of(round, index), round, machine);
        jobs[LoadJob] = CrankJob.Compose(CrankResults.OfLoad(round), round.FinishedAt, machine, LoadVariables(block, round));
        return new JsonObject
        {
            ["returnCode"] = round.Variants.Any(variant => variant.Failure is not null) ? 1 : 0,
            ["jobResults"] = new JsonObject { ["jobs"] = jobs, ["properties"] = new JsonObject { ["block"] = block.Id, ["round"] = round.Round } },
            ["benchmarks"] = new JsonArray(),
            ["round"] = JsonSerializer.SerializeToNode(round with { Variants = [.. round.Variants.Select(WithoutReport)] }, ContractJson.Default.RoundObservation),
        };
    }

    private static VariantObservation WithoutReport(VariantObservation seen) => seen.Benchmark is { } benchmark ? seen with { Benchmark = benchmark with { Report = null } } : seen;

    private static JsonObject ApplicationJob(
        Variant variant, VariantRound own, RoundObservation round, MachineInfo machine) =>
        CrankJob.Compose(
            CrankResults.OfApplication(own), round.FinishedAt, machine, ApplicationVariables(variant), own.Observation.Benchmark?.Report is { } report ? JsonNode.Parse(report.GetRawText()) : null);

    private static JsonObject ApplicationVariables(Variant variant)
    {
        var variables = new JsonObject
        {
            ["scenario"] = variant.Cell.Scenario,
            ["runtime"] = variant.Cell.Runtime.ToString(),
            ["gc"] = variant.Cell.Gc,
            ["cores"] = variant.Cell.Cores,
            ["side"] = variant.Side.ToString().ToLowerInvariant(),
        };
        if (variant.Cell.Memory is { } limit)
            variables["memory"] = MemorySize.Format(limit);
        return variables;
    }

    private static JsonObject LoadVariables(Block block, RoundObservation round) => new()
    {
        ["scenario"] = block.Scenario,
        ["variants"] = block.Variants.Count,
        ["slices"] = round.Slices.Count,
    };
}

/// <summary>The files of a round.</summary>
/// <param name="File">The raw file.</param>
/// <param name="Timelines">Its timelines.</param>
public sealed record RawRound(RawFile File, IReadOnlyList<TimelineRecord> Timelines);
