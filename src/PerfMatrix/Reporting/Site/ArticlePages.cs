namespace PerfMatrix.Reporting.Site;

/// <summary>Reports as pages of the site, each from the JSON that <c>report article</c> wrote, with a list of them.</summary>
internal static class ArticlePages
{
    public const string Index = $"{Folder}/index.json";

    private const string Folder = "articles";

    /// <summary>Copies the reports of a folder beside a site; the name of a file is that of its page.</summary>
    public static void Add(string reports, string site)
    {
        List<string> files = [.. FileErrors.Explain(() => Directory.GetFiles(reports, "*.json"),
            problem => $"--articles {reports}: cannot read the folder: {problem.Message}").Order(StringComparer.Ordinal)];
        if (files.Count == 0)
            throw new UsageException(
                $"--articles {reports}: found no .json there; {Invocation.Here} report article 000 RUN --out FOLDER/000.json writes one");
        var list = new { SchemaVersion = 1, Items = files.ConvertAll(Item) };
        SiteFiles.WriteTo(() => Directory.CreateDirectory(Path.Combine(site, Folder)), site);
        foreach (var file in files)
            SiteFiles.WriteTo(() => File.Copy(file, Path.Combine(site, Folder, Path.GetFileName(file)), overwrite: true), site);
        AtomicFile.Write(Path.Combine(site, Index), JsonSerializer.SerializeToUtf8Bytes(list, DocumentJson.Compact));
    }

    private static object Item(string file)
    {
        try
        {
            var report = JsonSerializer.Deserialize<ReportDocument>(File.ReadAllBytes(file), DocumentJson.Compact)!;
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
