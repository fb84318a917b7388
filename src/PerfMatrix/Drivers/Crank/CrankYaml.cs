using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Writes YAML for crank: every text in double quotes, because crank changes an unquoted <c>true</c> or <c>1.50</c>.</summary>
internal static class CrankYaml
{
    /// <summary>A mapping; entries without a value are left out.</summary>
    public static YamlMappingNode Map(params IEnumerable<(string Key, YamlNode? Value)> entries)
    {
        var map = new YamlMappingNode();
        foreach (var (key, value) in entries)
        {
            if (value is not null) map.Add(key, value);
        }

        return map;
    }

    public static YamlSequenceNode List(IEnumerable<string> items) => new(items.Select(Text));

    public static YamlNode Text(string text) => new YamlScalarNode(text) { Style = ScalarStyle.DoubleQuoted };

    public static YamlNode True => new YamlScalarNode("true") { Style = ScalarStyle.Plain };

    public static string Document(YamlNode root)
    {
        using var writer = new StringWriter();
        new YamlStream(new YamlDocument(root)).Save(writer, assignAnchors: false);
        return writer.ToString().Replace("...\n", "", StringComparison.Ordinal).Replace("...\r\n", "", StringComparison.Ordinal);
    }
}
