namespace PerfMatrix.Reporting.Site;

/// <summary>Reports as pages of the site, each from the JSON that <c>report article</c> wrote, with a list of them.</summary>
internal static class ArticlePages
{
    public const string Index = $"{Folder}/index.json";

    private const string Folder = "articles";

    /// <summary>Writes the pages beside a site.</summary>
    public static void Add(string reports, string site)
    {
        var pages = Of(reports);
        SiteFiles.WriteTo(() => Directory.CreateDirectory(Path.Combine(site, Folder)), site);
        foreach (var (path, content) in pages) AtomicFile.Write(Path.Combine(site, path), content);
    }

    /// <summary>Path in the site and content: the reports of a folder, and the list of them. The name of a file is that of its page; of several, in
    /// folders named after their days, the newest counts.</summary>
    public static IReadOnlyList<KeyValuePair<string, byte[]>> Of(string reports)
    {
        var files = FileErrors.Explain(() => Directory.GetFiles(reports, "*.json", SearchOption.AllDirectories),
                problem => $"--articles {reports}: cannot read the folder: {problem.Message}")
            .GroupBy(Path.GetFileName).OrderBy(named => named.Key, StringComparer.Ordinal).Select(named => named.Max(StringComparer.Ordinal)!)
            .Select(file => (Path: file, Content: File.ReadAllBytes(file))).ToList();
        if (files.Count == 0)
            throw new UsageException(
                $"--articles {reports}: found no .json there; {Invocation.Here} report article 000 RUN --out FOLDER/000.json writes one");
        var list = new { SchemaVersion = 1, Items = files.ConvertAll(file => Item(file.Path, file.Content)) };
        return [.. files.Select(file => KeyValuePair.Create($"{Folder}/{Path.GetFileName(file.Path)}", file.Content)),
            KeyValuePair.Create(Index, JsonSerializer.SerializeToUtf8Bytes(list, DocumentJson.Compact))];
    }

    private static object Item(string file, byte[] content)
    {
        try
        {
            var report = JsonSerializer.Deserialize<ReportDocument>(content, DocumentJson.Compact)!;
            return new { Name = Path.GetFileNameWithoutExtension(file), report.Title, report.Context };
        }
        catch (JsonException problem)
        {
            throw new UsageException(
                $"--articles: {file}: not a report: {problem.Message} Expected what {Invocation.Here} report article 000 RUN --out 000.json writes.",
                problem);
        }
    }
}
