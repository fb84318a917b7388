using System.Globalization;
using System.Text;
using System.Xml;

namespace PerfMatrix.History;

/// <summary>The change points as an Atom feed (RFC 4287), the newest 50, so that a reader or a chat can follow them.</summary>
internal static class AtomFeed
{
    private const string Namespace = "http://www.w3.org/2005/Atom";
    private const int Entries = 50;

    public static byte[] Of(HistoryStore history)
    {
        using var stream = new MemoryStream();
        using (var xml = XmlWriter.Create(stream, new XmlWriterSettings
        {
            Encoding = new UTF8Encoding(false),
            Indent = true,
            CheckCharacters = false,
        }))
        {
            var name = history.Index.Repository ?? "a repository without an address";
            xml.WriteStartElement("feed", Namespace);
            Element(xml, "id", $"urn:perfmatrix:{HistoryJson.Hash(Encoding.UTF8.GetBytes(name))}");
            Element(xml, "title", $"Performance changes of {name}");
            Element(xml, "updated", Time(
                history.Changes.Count > 0 ? history.Changes.Max(change => change.StartedAt) : history.Index.UpdatedAt ?? DateTimeOffset.UnixEpoch));
            foreach (var change in history.Changes.Reverse().Take(Entries)) Entry(xml, history, change, name);
            xml.WriteEndElement();
        }

        return stream.ToArray();
    }

    private static void Entry(XmlWriter xml, HistoryStore history, ChangeGroup change, string repository)
    {
        xml.WriteStartElement("entry", Namespace);
        Element(xml, "id", $"urn:perfmatrix:{HistoryJson.Hash(Encoding.UTF8.GetBytes(repository))}:{change.Id}");
        Element(xml, "title", Title(change));
        Element(xml, "updated", Time(change.StartedAt));
        xml.WriteStartElement("author", Namespace);
        Element(xml, "name", "perfmatrix");
        xml.WriteEndElement();
        if (Comparison(change) is { } link)
        {
            xml.WriteStartElement("link", Namespace);
            xml.WriteAttributeString("href", link);
            xml.WriteEndElement();
        }

        Element(xml, "content", Content(history, change));
        xml.WriteEndElement();
    }

    private static string Title(ChangeGroup change) => string.Create(
        CultureInfo.InvariantCulture,
        $"{char.ToUpperInvariant(change.Verdict[0])}{change.Verdict[1..]} by {change.EffectPercent:0.0} % in {change.Members.Count} "
            + $"series{Suspect(change)}");

    private static string Suspect(ChangeGroup change) => change.Cause switch
    {
        "commit" => change.ShaAfter is { } sha ? $" at commit {Short(sha)}" : "",
        "same" => " without a new commit",
        var kind => $" with a change of {kind}",
    };

    private static string Content(HistoryStore history, ChangeGroup change)
    {
        var lines = change.Members.Take(20).Select(member => string.Create(
            CultureInfo.InvariantCulture,
            $"{history.Catalogue.Cells[member.Cell].Id} {member.Metric}: {member.EffectPercent:+0.0;-0.0} % "
                + $"({member.Verdict}, {member.NoiseUnits:0.0} noise units)"));
        var more = change.Members.Count > 20 ? $"\nand {change.Members.Count - 20} more" : "";
        return $"Run {change.Run}. {string.Join('\n', lines)}{more}";
    }

    /// <summary>A link only to an address that a browser opens over HTTP, built of a commit that is one.</summary>
    private static string? Comparison(ChangeGroup change) =>
        change.Repository is { } repository && repository.StartsWith("https://", StringComparison.Ordinal) && IsSha(change.ShaBefore)
        && IsSha(change.ShaAfter)
            ? (repository.EndsWith(".git", StringComparison.Ordinal) ? repository[..^4] : repository)
                + $"/compare/{change.ShaBefore}...{change.ShaAfter}"
            : null;

    private static bool IsSha(string? sha) => sha is { Length: >= 7 } && sha.All(char.IsAsciiHexDigitLower);

    private static string Short(string sha) => sha.Length > 8 ? sha[..8] : sha;

    /// <summary>Characters that XML 1.0 does not allow, in whatever form, become a question mark.</summary>
    private static void Element(XmlWriter xml, string name, string text) =>
        xml.WriteElementString(name, Namespace, string.Concat(text.Select((c, i) => XmlConvert.IsXmlChar(c) || IsPaired(text, i) ? c : '?')));

    private static bool IsPaired(string text, int index) =>
        (char.IsHighSurrogate(text[index]) && index + 1 < text.Length && char.IsLowSurrogate(text[index + 1]))
        || (char.IsLowSurrogate(text[index]) && index > 0 && char.IsHighSurrogate(text[index - 1]));

    private static string Time(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
}
