using YamlDotNet.RepresentationModel;

namespace Workflows.Tests.Policy;

/// <summary>A YAML file: its text and its tree.</summary>
internal sealed record YamlFile(string Name, string Text, YamlMappingNode Root)
{
    public static YamlFile Read(string path) => Parse(path, File.ReadAllText(path));

    public static YamlFile Parse(string path, string text)
    {
        var stream = new YamlStream();
        stream.Load(new StringReader(text));
        return new(Path.GetRelativePath(Checkout.Root, path), text, (YamlMappingNode)stream.Documents[0].RootNode);
    }
}

/// <summary>Looks into a tree; what is not there is null or empty.</summary>
internal static class Yaml
{
    public static YamlNode? At(this YamlNode? node, params string[] keys) =>
        keys.Aggregate(node, (current, key) => current is YamlMappingNode map && map.Children.TryGetValue(new YamlScalarNode(key), out var child)
            ? child : null);

    public static string? Text(this YamlNode? node, params string[] keys) => (node.At(keys) as YamlScalarNode)?.Value;

    public static bool Has(this YamlNode? node, params string[] keys) => node.At(keys) is not null;

    public static IEnumerable<(string Key, YamlNode Value)> Entries(this YamlNode? node) =>
        node is YamlMappingNode map ? map.Children.Select(child => (((YamlScalarNode)child.Key).Value!, child.Value)) : [];

    public static IEnumerable<YamlNode> Items(this YamlNode? node) => node is YamlSequenceNode list ? list.Children : [];
}
