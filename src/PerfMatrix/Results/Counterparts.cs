namespace PerfMatrix.Results;

/// <summary>What the variants of a run are compared with, by ids.</summary>
internal static class Counterparts
{
    /// <summary>The pinned reference of each variant: that of its own cell in its block if there is one, else the newest pin of the block.</summary>
    public static IReadOnlyDictionary<string, string> References(RunDocument run)
    {
        var variants = run.Variants.ToDictionary(variant => variant.Id);
        var references = new Dictionary<string, string>();
        foreach (var block in run.Blocks)
        {
            var own = block.Variants.Where(variants.ContainsKey).Select(id => variants[id]).ToLookup(variant => variant.Side == Side.Reference);
            var pins = own[true].Where(pin => pin.Status == VariantStatus.Measured).ToList();
            foreach (var variant in pins.Count == 0 ? [] : own[false])
                references.TryAdd(variant.Id, pins.LastOrDefault(pin => pin.Cell.Id == variant.Cell.Id, pins[^1]).Id);
        }

        return references;
    }

    /// <summary>The reference where there is one, else base of the same cell, else the anchor of the block; an anchor has none.</summary>
    public static IReadOnlyDictionary<string, string> Of(RunDocument run)
    {
        var bases = run.Variants.Where(variant => variant is { Twin: 0, Status: VariantStatus.Measured } && variant.Side == Side.Base)
            .ToDictionary(variant => variant.Cell.Id, variant => variant.Id);
        var anchors = run.Blocks.SelectMany(block => block.Variants, (block, id) => (Id: id, Anchor: block.Variants[0]))
            .DistinctBy(variant => variant.Id).ToDictionary(variant => variant.Id, variant => variant.Anchor);
        var references = References(run);
        return (from variant in run.Variants
                let against = references.GetValueOrDefault(variant.Id) ?? bases.GetValueOrDefault(variant.Cell.Id)
                    ?? anchors.GetValueOrDefault(variant.Id)
                where against is not null && against != variant.Id
                select (variant.Id, against)).ToDictionary();
    }
}
