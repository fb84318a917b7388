namespace PerfMatrix.Configuration;

internal sealed record YamlEntry(string Key, YamlPlace KeyPlace, YamlValue Value);

/// <summary>A mapping in the order of the file. Keys are unique: a second one is an error when the file is read.</summary>
internal sealed record YamlMap(YamlPlace Place, IReadOnlyList<YamlEntry> Entries) : YamlValue(Place)
{
    private readonly Dictionary<string, YamlEntry> _byKey = Entries.ToDictionary(entry => entry.Key);

    public IEnumerable<string> Keys => Entries.Select(entry => entry.Key);
    public override string Found => "a mapping";

    /// <summary>The entry of a key, also when its value is nothing; null when there is none.</summary>
    public YamlEntry? Entry(string key) => _byKey.GetValueOrDefault(key);

    /// <summary>The value of a key; null when the key is absent or its value is nothing.</summary>
    public YamlValue? Find(string key) => _byKey.TryGetValue(key, out var entry) && !entry.Value.IsNull ? entry.Value : null;

    public YamlValue Required(string key) => Find(key) ?? throw (Entry(key)?.Value.Expected("a value") ?? Place.Error($"missing key '{key}'"));

    public YamlMap Allow(params string[] keys)
    {
        foreach (var entry in Entries.Where(entry => !keys.Contains(entry.Key)))
            throw entry.KeyPlace.Error($"unknown key '{entry.Key}'{Suggestion.Sentence(entry.Key, keys, "known keys")}");
        return this;
    }

    public YamlMap Where(Func<YamlEntry, bool> kept) => new(Place, [.. Entries.Where(kept)]);

    public YamlMap Select(Func<YamlEntry, YamlEntry> change) => new(Place, [.. Entries.Select(change)]);

    /// <summary>With every value, which has to be a mapping, changed.</summary>
    public YamlMap Each(Func<YamlMap, YamlMap> change) => Select(entry => entry with { Value = change(entry.Value.AsMap()) });

    /// <summary>With another value of a key that is there.</summary>
    public YamlMap Set(string key, YamlValue value) => Select(entry => entry.Key == key ? entry with { Value = value } : entry);

    public YamlMap With(string key, YamlValue value) => new(Place, [.. Entries, new(key, Place, value)]);
}

/// <summary>A value of a configuration file that knows where it stands. Errors of the <c>As…</c> methods name that place.</summary>
internal abstract record YamlValue(YamlPlace Place)
{
    /// <summary>What was found, for error messages: <c>text 'two'</c>, <c>a list</c>, <c>a mapping</c>, <c>nothing</c>.</summary>
    public abstract string Found { get; }

    /// <summary>Whether the value is absent: nothing after the colon, <c>~</c> or <c>null</c>.</summary>
    public virtual bool IsNull => false;

    public YamlMap AsMap() => this as YamlMap ?? throw Expected("a mapping (indented lines of key: value)");

    public YamlList AsList() => this as YamlList ?? throw Expected("a list, e.g. [a, b]");

    /// <summary>The value as text; numbers and switches count as their text.</summary>
    public string AsText() => this is YamlText { IsNull: false } scalar ? scalar.Text : throw Expected("text");

    public IReadOnlyList<string> AsTexts() => [.. AsList().Items.Select(item => item.AsText())];

    public bool AsFlag() => this is YamlText scalar && bool.TryParse(scalar.Text, out var flag) ? flag : throw Expected("true or false");

    public int AsWholeNumber(int minimum = 0) =>
        this is YamlText scalar && int.TryParse(scalar.Text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
        && number >= minimum ? number : throw Expected($"a whole number of at least {minimum}");

    public double AsNumber() =>
        this is YamlText scalar && double.TryParse(
        scalar.Text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            ? number
            : throw Expected("a number");

    public DateOnly AsDate() =>
        this is YamlText scalar && DateOnly.TryParseExact(scalar.Text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
            ? date
            : throw Expected("a date such as 2026-11-10");

    public TimeSpan AsDuration() =>
        this is YamlText scalar && DurationText.TryParse(scalar.Text, out var duration) ? duration : throw Expected(DurationText.Expectation);

    /// <summary>The value as a member of an enum, whose names are written as in documents.</summary>
    public T AsEnum<T>() where T : struct, Enum
    {
        var names = Enum.GetNames<T>().Select(JsonNamingPolicy.CamelCase.ConvertName).ToList();
        return names.IndexOf(AsText()) is >= 0 and var at ? Enum.GetValues<T>()[at] : throw Expected(Wording.Listed(names, "or"));
    }

    public UsageException Expected(string expectation) => Place.Error($"found {Found}, expected {expectation}");
}

/// <summary>Text, a number, a switch or nothing.</summary>
/// <param name="IsPlain">Whether it was written without quotes.</param>
internal sealed record YamlText(YamlPlace Place, string Text, bool IsPlain) : YamlValue(Place)
{
    public override bool IsNull => IsPlain && Text is ("" or "~" or "null" or "Null" or "NULL");
    public override string Found => IsNull ? "nothing" : $"text '{Text}'";
}

internal sealed record YamlList(YamlPlace Place, IReadOnlyList<YamlValue> Items) : YamlValue(Place)
{
    public override string Found => "a list";
}

/// <summary>Where a value or key stands, for error messages.</summary>
/// <param name="File">The file as shown to people, relative to the repository where it is inside it.</param>
/// <param name="Line">Line, from 1; 0 where <paramref name="File"/> names an option instead of a file.</param>
/// <param name="Path">Keys from the root, e.g. <c>axes.gc.server.rules[0]</c>; empty at the root.</param>
internal sealed record YamlPlace(string File, int Line, int Column, string Path)
{
    /// <summary>An error that names this place: <c>crank/matrix.yml:12:5: axes.gc: message</c>.</summary>
    public UsageException Error(string message, Exception? inner = null) => new($"{this}: {message}", inner);

    public string Below(string key) => Path.Length == 0 ? key : $"{Path}.{key}";

    public override string ToString() => (Line == 0 ? File : $"{File}:{Line}:{Column}") + (Path.Length == 0 ? "" : $": {Path}");
}

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
