namespace PerfMatrix.Configuration;

/// <summary>A key of a mapping with its value.</summary>
/// <param name="Key">The key.</param>
/// <param name="KeyPlace">Where the key stands.</param>
/// <param name="Value">The value.</param>
public sealed record YamlEntry(string Key, YamlPlace KeyPlace, YamlValue Value);

/// <summary>A mapping in the order of the file. Keys are unique: a second one is an error when the file is read.</summary>
public sealed record YamlMap : YamlValue
{
    private readonly Dictionary<string, YamlEntry> _byKey;

    /// <summary>Creates a mapping of entries with distinct keys.</summary>
    public YamlMap(YamlPlace place, IReadOnlyList<YamlEntry> entries)
        : base(place)
    {
        Entries = entries;
        _byKey = entries.ToDictionary(entry => entry.Key);
    }

    /// <summary>The entries in order.</summary>
    public IReadOnlyList<YamlEntry> Entries { get; }

    /// <summary>The keys in order.</summary>
    public IEnumerable<string> Keys => Entries.Select(entry => entry.Key);

    /// <inheritdoc />
    public override string Found => "a mapping";

    /// <summary>The entry of a key, also when its value is nothing; null when there is none.</summary>
    public YamlEntry? Entry(string key) => _byKey.GetValueOrDefault(key);

    /// <summary>The value of a key; null when the key is absent or its value is nothing.</summary>
    public YamlValue? Find(string key) => _byKey.TryGetValue(key, out var entry) && !entry.Value.IsNull ? entry.Value : null;

    /// <summary>The value of a key that has to be there.</summary>
    /// <exception cref="UsageException">It is not, or its value is nothing.</exception>
    public YamlValue Required(string key) =>
        Find(key) ?? throw (Entry(key)?.Value.Expected("a value") ?? Place.Error($"missing key '{key}'"));

    /// <summary>Refuses every key but those named.</summary>
    /// <exception cref="UsageException">Another key, with the nearest known one as a suggestion.</exception>
    public YamlMap Allow(params string[] keys)
    {
        foreach (var entry in Entries)
        {
            if (!keys.Contains(entry.Key))
                throw entry.KeyPlace.Error($"unknown key '{entry.Key}'{Suggestion.Sentence(entry.Key, keys, "known keys")}");
        }

        return this;
    }
}
