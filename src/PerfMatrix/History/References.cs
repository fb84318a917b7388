namespace PerfMatrix.History;

/// <param name="Before">The reference before; null for the first of all.</param>
internal sealed record Pin(int Index, bool IsNew, bool IsChained, string? Before);

/// <summary>Chains ratios over a change of the pinned reference: a run that measures the old and the new reference in the same block gives ln(new /
/// old), which is added to the ratios against the new one. Without any such link the chain breaks, and nothing is compared across it.</summary>
internal sealed class References(LoadedDocument<CatalogueDocument> catalogue, LoadedDocument<ReferencesDocument> offsets)
{
    public int Offset(int pin, string metric, int cell) => Link(pin, metric, cell) ?? 0;

    /// <summary>Whether a reference goes on where another ended, but not for a cell, because no run has measured both beside it yet.</summary>
    public bool IsUnlinked(int pin, string metric, int cell) => pin > 0 && catalogue.Value.References[pin].Chained && Link(pin, metric, cell) is null;

    public Pin? Update(StoredRun run, RunTable table, CatalogueTables tables)
    {
        if (run.Reference is null) return null;
        var known = catalogue.Value.References;
        var index = known.FindIndex(reference => reference.Id == run.Reference);
        var older = known.FindIndex(reference => reference.Id == run.OlderReference);
        if (index >= 0)
        {
            if (older < index && IsInChain(index + 1)) LinkOtherCells(index, Links(run, table, tables, older));
            return new(index, IsNew: false, known[index].Chained, null);
        }

        var links = IsInChain(known.Count) ? Links(run, table, tables, older) : [];
        var isChained = known.Count == 0 || links.Count > 0;
        catalogue.Changing().References.Add(new(run.Reference, run.Reference.Length == 40 ? run.Reference : null, run.Sequence, isChained));
        offsets.Changing().Offsets.Add(isChained ? links : []);
        return new(known.Count - 1, IsNew: true, isChained, known.Count > 1 ? known[^2].Id : null);

        // Readers count chains: a link past a reference that nothing links would join what is between.
        bool IsInChain(int end) => older >= 0 && known.Take(end).Skip(older + 1).All(reference => reference.Chained);
    }

    // Blocks of one scenario and core count of a selection have one anchor, whose link holds for cells without one, too; of others it is a guess.
    private int? Link(int pin, string metric, int cell)
    {
        if (!offsets.Value.Offsets[pin].TryGetValue(metric, out var byCell)) return null;
        var cells = catalogue.Value.Cells;
        return byCell.ElementAtOrDefault(cell) ?? byCell
            .Where((_, other) => (cells[other].Scenario, cells[other].Cores) == (cells[cell].Scenario, cells[cell].Cores))
            .FirstOrDefault(link => link is not null);
    }

    // Groups of one workflow run on different machines are runs of their own: the first with the new reference may hold some of the cells only.
    private void LinkOtherCells(int pin, Dictionary<string, List<int?>> links)
    {
        var known = offsets.Value.Offsets[pin];
        foreach (var (metric, byCell) in links)
        {
            var linked = known.GetValueOrDefault(metric) ?? [];
            List<int?> all = [.. Enumerable.Range(0, Math.Max(linked.Count, byCell.Count))
                .Select(cell => linked.ElementAtOrDefault(cell) ?? byCell.ElementAtOrDefault(cell))];
            if (!all.SequenceEqual(linked)) offsets.Changing().Offsets[pin][metric] = all;
        }
    }

    private Dictionary<string, List<int?>> Links(StoredRun run, RunTable table, CatalogueTables tables, int older)
    {
        var links = new Dictionary<string, List<int?>>();
        var heads = tables.Heads(new(run, table)).ToDictionary(head => head.Variant);
        foreach (var block in run.Blocks)
        {
            foreach (var link in (run.Links ?? []).Where(link => block.References.Contains(link.Newer) && block.References.Contains(link.Older)))
            {
                if (!links.TryGetValue(link.Metric, out var byCell)) links[link.Metric] = byCell = [];
                foreach (var cell in block.Variants.Where(heads.ContainsKey).Select(variant => heads[variant].Cell))
                {
                    while (byCell.Count <= cell) byCell.Add(null);
                    byCell[cell] = link.Ratio + Offset(older, link.Metric, cell);
                }
            }
        }

        return links;
    }
}
