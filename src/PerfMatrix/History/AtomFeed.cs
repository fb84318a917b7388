namespace PerfMatrix.History;

/// <summary>The change points as an Atom feed (RFC 4287), the newest 50.</summary>
internal static class AtomFeed
{
    private const int Entries = 50;
    private static readonly XNamespace s_namespace = "http://www.w3.org/2005/Atom";

    /// <param name="catalogue">Reads the cells; asked only where there are changes.</param>
    public static byte[] Of(IndexDocument index, Func<CatalogueDocument> catalogue, IReadOnlyList<ChangeGroup> changes)
    {
        var name = index.Repository ?? "a repository without an address";
        var (urn, site) = ($"urn:perfmatrix:{HistoryJson.Hash(name)}", index.Site);
        var updated = changes.Count > 0 ? changes.Max(change => change.UpdatedAt ?? change.StartedAt) : index.UpdatedAt ?? DateTimeOffset.UnixEpoch;
        var feed = new XElement(s_namespace + "feed",
            Element("id", urn),
            Element("title", index.Generated ? "Performance changes of a demo: generated data" : $"Performance changes of {name}"),
            Element("updated", Time(updated)),
            site is null ? null : new[] { Link("self", site + HistoryPaths.Feed), Link("alternate", site) },
            changes.Reverse().Take(Entries).Select(change => Entry(catalogue(), change, urn, index)));
        using var stream = new MemoryStream();
        using (var xml = XmlWriter.Create(stream, new XmlWriterSettings { Encoding = new UTF8Encoding(false), Indent = true })) feed.Save(xml);
        return stream.ToArray();
    }

    // Relative where nobody told the history where its site is: the feed lies beside it. Not every reader knows what to do with that.
    private static XElement Entry(CatalogueDocument catalogue, ChangeGroup change, string urn, IndexDocument index)
    {
        var (metric, members) = Told(catalogue, change);
        return new(s_namespace + "entry",
            Element("id", $"{urn}:{change.Id}"),
            Element("title", Title(catalogue, change, metric, members)),
            Element("updated", Time(change.UpdatedAt ?? change.StartedAt)),
            new XElement(s_namespace + "author", Element("name", "perfmatrix")),
            Link("alternate", (index.Site ?? "./") + Trend(catalogue, members.MaxBy(member => member.NoiseUnits)!) + Range(index, change)),
            Comparison(change) is { } commits ? Link("related", commits) : null,
            Element("content", Content(catalogue, change, members)));
    }

    private static XElement Link(string relation, string address) =>
        new(s_namespace + "link", new XAttribute("rel", relation), new XAttribute("href", address));

    private static string Trend(CatalogueDocument catalogue, ChangeMember clearest) =>
        $"#/trend?cells={Uri.EscapeDataString(InList(catalogue.Cells[clearest.Cell].Id))}&metric={Uri.EscapeDataString(clearest.Metric)}";

    /// <summary>What has the trend show an old change, too, if the usual 300 runs do not: <c>rangeWith</c> in the site.</summary>
    public static string Range(IndexDocument index, ChangeGroup change) =>
        (index.Newest?.Sequence ?? 0) + 1 - change.Sequence + TrendRule.Fewest is var runs && runs <= 300 ? ""
            : $"&last={(runs <= 1000 ? 1000 : 100_000)}";

    /// <summary>A name in a list of an address of the site, see <c>listOf</c> there: a comma or backslash of it has a backslash in front.</summary>
    public static string InList(string name) =>
        name.Replace("\\", "\\\\", StringComparison.Ordinal).Replace(",", "\\,", StringComparison.Ordinal);

    private static string Title(CatalogueDocument catalogue, ChangeGroup change, MetricEntry metric, List<ChangeMember> members)
    {
        var verdict = change.Label is not (null or ChangeLabels.Real) ? $"labelled {change.Label}, {change.Verdict}"
            : change.Acknowledged is { } day ? $"acknowledged until {day:yyyy-MM-dd}, {change.Verdict}" : change.Verdict;
        return $"{char.ToUpperInvariant(verdict[0])}{verdict[1..]}: {metric.Title} {ChangeWords.Effect(members)} in "
            + $"{ChangeWords.Place(members, catalogue)}{ChangeWords.Cells(members)}{Suspect(change)}";
    }

    // Of what got worse where something did, as the site tells a change (toldOf in step-words.ts).
    private static (MetricEntry Metric, List<ChangeMember> Members) Told(CatalogueDocument catalogue, ChangeGroup change)
    {
        var worse = change.Members.Where(member => member.Verdict == ChangeGroups.Worse).ToList();
        return ChangeWords.OfMainMetric(worse.Count > 0 ? worse : change.Members, catalogue);
    }

    private static string Suspect(ChangeGroup change) => change.Cause switch
    {
        "commit" => change.ShaAfter is { } sha ? $" at commit {Wording.ShortId(sha)}{(change.HasLocalChanges ? " with local changes" : "")}" : "",
        "same" => " without a new commit",
        var kind => $" with a change of {kind}{(change.HasLocalChanges ? ", and local changes" : "")}",
    };

    private static string Content(CatalogueDocument catalogue, ChangeGroup change, List<ChangeMember> told)
    {
        var lines = told.Concat(change.Members.Except(told)).Take(20).Select(member =>
            $"{catalogue.Cells[member.Cell].Id}, {catalogue.Metrics.First(metric => metric.Name == member.Metric).Title}: "
                + Text.Percent(member.EffectPercent)
                + (member is { LowPercent: { } low, HighPercent: { } high } ? $" {Text.Interval(low, high)}" : "")
                + $" ({member.Verdict}, {member.NoiseUnits:0.0} times the noise)");
        var more = change.Members.Count > 20 ? $"\nand {change.Members.Count - 20} more" : "";
        return $"Run {change.Run}. {string.Join('\n', lines)}{more}{(Comparison(change) is { } commits ? $"\n{commits}" : "")}";
    }

    /// <summary>A link only to an address that a browser opens over HTTP, built of two commits.</summary>
    private static string? Comparison(ChangeGroup change) => change.ShaBefore != change.ShaAfter
        && GitSource.PageOf(change.Repository) is { } page && page.StartsWith("https://", StringComparison.Ordinal)
        && CommitId.IsOne(change.ShaBefore) && CommitId.IsOne(change.ShaAfter) ? $"{page}/compare/{change.ShaBefore}...{change.ShaAfter}" : null;

    /// <summary>Characters that XML 1.0 does not allow, in whatever form, become a question mark.</summary>
    private static XElement Element(string name, string text) => new(s_namespace + name, string.Concat(text.EnumerateRunes().Select(
        rune => rune == Rune.ReplacementChar || (rune.IsBmp && !XmlConvert.IsXmlChar((char)rune.Value)) ? "?" : rune.ToString())));

    private static string Time(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'");
}
