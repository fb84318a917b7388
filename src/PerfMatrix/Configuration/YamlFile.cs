using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace PerfMatrix.Configuration;

/// <summary>Reads a YAML file into values that know their place. Built on the parser's events instead of YamlDotNet's node tree, because the path of
/// keys is then known at the moment an error is found, and start-up stays short.</summary>
internal sealed class YamlFile(string text, string name)
{
    private readonly Parser _parser = new(new StringReader(text));
    private readonly Dictionary<AnchorName, YamlValue> _anchors = [];
    private string _path = "";

    /// <param name="root">Folder that the file's name in messages is relative to.</param>
    public static YamlMap Read(string path, string root) => Parse(Text(path, DisplayName(path, root)), DisplayName(path, root));

    public static YamlMap Parse(string text, string name)
    {
        var file = new YamlFile(text, name);
        try
        {
            return file.Document();
        }
        catch (YamlException error)
        {
            throw file.Malformed(error.Start, error.Message, error);
        }
        catch (InvalidOperationException error)
        {
            // The scanner of YamlDotNet gives up this way on some malformed texts, without a position: the last one read is near.
            throw file.Malformed(file._parser.Current?.End ?? Mark.Empty, "a bracket, brace or quote is probably not closed.", error);
        }
    }

    private UsageException Malformed(Mark at, string what, Exception error)
    {
        var near = _path.Length == 0 ? "" : $" near '{_path}'";
        return new YamlPlace(name, (int)at.Line, (int)at.Column, "").Error(
            $"not valid YAML{near}: {what} Look at this line and the one before it.", error);
    }

    /// <summary>The text of a file; an error that names it as people do when it cannot be read.</summary>
    public static string Text(string path, string name) =>
        FileErrors.Explain(() => File.ReadAllText(path), error => $"{name}: cannot be read: {error.Message}");

    /// <summary>The name of a file in messages: relative to the root when inside it, with forward slashes.</summary>
    public static string DisplayName(string path, string root)
    {
        var relative = Path.GetRelativePath(root, path);
        return (relative.StartsWith("..", StringComparison.Ordinal) ? path : relative).Replace('\\', '/');
    }

    private YamlMap Document()
    {
        _parser.Consume<StreamStart>();
        if (!_parser.TryConsume<DocumentStart>(out _)) throw new YamlPlace(name, 1, 1, "").Error("the file is empty, expected a mapping");
        var root = Value().AsMap();
        _parser.Consume<DocumentEnd>();
        if (_parser.TryConsume<DocumentStart>(out var second)) throw Place(second).Error("found a second document, expected one");
        return root;
    }

    private YamlValue Value()
    {
        var start = _parser.Current;
        YamlValue value = start switch
        {
            MappingStart => Mapping(),
            SequenceStart => Sequence(),
            AnchorAlias => Alias(),
            _ => Scalar(),
        };
        if (start is NodeEvent { Anchor: { IsEmpty: false } anchor }) _anchors[anchor] = value;
        return value;
    }

    private YamlText Scalar()
    {
        var scalar = _parser.Consume<Scalar>();
        return new(Place(scalar), scalar.Value, scalar.Style == ScalarStyle.Plain);
    }

    private YamlValue Alias()
    {
        var alias = _parser.Consume<AnchorAlias>();
        return _anchors.TryGetValue(alias.Value, out var value) ? value
            : throw Place(alias).Error($"the alias '*{alias.Value}' refers to no anchor before it");
    }

    private YamlList Sequence()
    {
        var place = Place(_parser.Consume<SequenceStart>());
        var items = new List<YamlValue>();
        while (!_parser.TryConsume<SequenceEnd>(out _))
        {
            _path = $"{place.Path}[{items.Count}]";
            items.Add(Value());
        }

        _path = place.Path;
        return new(place, items);
    }

    private YamlMap Mapping()
    {
        var place = Place(_parser.Consume<MappingStart>());
        var entries = new Dictionary<string, YamlEntry>();
        while (!_parser.TryConsume<MappingEnd>(out _))
        {
            _path = place.Path;
            var entry = Entry(place, entries);
            entries.Add(entry.Key, entry);
        }

        _path = place.Path;
        return new(place, [.. entries.Values]);
    }

    private YamlEntry Entry(YamlPlace parent, Dictionary<string, YamlEntry> before)
    {
        if (_parser.Current is not YamlDotNet.Core.Events.Scalar) throw Place(_parser.Current!).Error("found a key that is not text");
        var key = _parser.Consume<Scalar>();
        var keyPlace = Place(key);
        if (before.TryGetValue(key.Value, out var first))
            throw (keyPlace with
            {
                Path = parent.Below(key.Value),
            }).Error($"duplicate key '{key.Value}', first at line {first.KeyPlace.Line}; remove one of the two");
        _path = parent.Below(key.Value);
        return new(key.Value, keyPlace, Value());
    }

    private YamlPlace Place(ParsingEvent at) => new(name, (int)at.Start.Line, (int)at.Start.Column, _path);
}
