namespace PerfMatrix.Configuration;

/// <summary>The two ways in which crank lays one part of a configuration over another.</summary>
internal static class YamlMerge
{
    /// <summary>Files and variables: mappings are merged key by key, everything else is replaced, lists too.</summary>
    public static YamlValue Over(YamlValue higher, YamlValue lower) => higher is YamlMap high && lower is YamlMap low ? Over(high, low) : higher;

    public static YamlMap Over(YamlMap higher, YamlMap lower) => Combine(higher, lower, Over);

    /// <summary>Jobs: mappings are merged key by key, the items of a list are added, a single value is replaced. Where the kinds differ crank drops
    /// the patch without a word; here that is an error.</summary>
    public static YamlMap Patched(YamlMap target, YamlMap patch) => Combine(patch, target, PatchedValue);

    private static YamlValue PatchedValue(YamlValue patch, YamlValue target) => (target, patch) switch
    {
        (YamlMap map, YamlMap changes) => Patched(map, changes),
        (YamlList list, YamlList more) => new YamlList(more.Place, [.. list.Items, .. more.Items]),
        (YamlText, _) => patch,
        _ => throw patch.Place.Error($"found {patch.Found}, expected {target.Found} like the one it changes at {target.Place}"),
    };

    private static YamlMap Combine(YamlMap higher, YamlMap lower, Func<YamlValue, YamlValue, YamlValue> both)
    {
        var kept = lower.Entries.Select(low => higher.Entry(low.Key) is { } high ? high with { Value = both(high.Value, low.Value) } : low);
        var added = higher.Entries.Where(high => lower.Entry(high.Key) is null);
        return new(higher.Place, [.. kept, .. added]);
    }
}
