namespace PerfMatrix.Measurement;

/// <summary>The raw file of a round: <c>round</c> is the whole observation, from which samples and pairs can be computed again; timelines are files
/// of their own, which <c>timelines</c> names.</summary>
internal static class RawFiles
{
    /// <summary>Writes <c>raw/&lt;block&gt;-&lt;round&gt;.json</c>, and the timelines of the round beside it.</summary>
    public static RawRound Write(RunFolder folder, Block block, RoundObservation round)
    {
        TimelineRecord[] timelines = [.. round.Variants.Select(variant => variant.GcTimeline).OfType<GcTimeline>()
            .Select(timeline => WriteTimeline(folder, block, timeline with { Round = round.Round }))];
        var content = new JsonObject
        {
            ["round"] = JsonSerializer.SerializeToNode(
                round with { Variants = [.. round.Variants.Select(seen => seen with { GcTimeline = null })] },
                ContractJson.Default.RoundObservation),
        };
        if (timelines.Length > 0)
            content["timelines"] = new JsonArray([.. timelines.Select(timeline => new JsonObject
            {
                ["variant"] = timeline.Variant, ["path"] = timeline.File.Path, ["sha256"] = timeline.File.Sha256,
            })]);
        return new RawRound(folder.WriteRaw($"{block.Id}-{round.Round}.json", Encoding.UTF8.GetBytes(content.ToJsonString())), timelines);
    }

    private static TimelineRecord WriteTimeline(RunFolder folder, Block block, GcTimeline timeline)
    {
        var slug = block.Variants.First(variant => variant.Id == timeline.Variant).Slug;
        var content = JsonSerializer.SerializeToUtf8Bytes(timeline, ContractJson.Default.GcTimeline);
        return new TimelineRecord(
            timeline.Variant, timeline.Block, timeline.Round, folder.WriteRaw($"{slug}-{timeline.Round}.timeline.json", content));
    }
}

internal sealed record RawRound(RawFile File, IReadOnlyList<TimelineRecord> Timelines);
