namespace PerfMatrix.Commands;

/// <summary><c>publish</c>: adds a run, a verdict, a self-test or an explanation to the history branch, one commit each. The <c>why.json</c> and
/// <c>gc.json</c> beside a document go with it.</summary>
internal static class PublishCommand
{
    public static Command Create(CommandContext context)
    {
        var document = new Argument<string?>("document") { Arity = ArgumentArity.ZeroOrOne }.Help(
            "A run.json, verdict.json, selftest.json or why.json, the folder of a run, or a folder of runs (its newest).");
        var articles = new Option<string?>("--articles").Help(
            "Instead of a document: a folder as `site build --articles` takes, whose reports become pages of the site on the branch.");
        var target = new BranchOptions();
        var id = new Option<string?>("--id").Help("Id of a verdict or self-test (default: made from this year and its content); a run has its own.");
        var command = new Command("publish", "Adds a run, a verdict or a self-test to the history branch.") { document, id, articles, target.All };
        command.Exclude(id, articles, "a report's name is its id, so leave --id out");
        command.Validators.Add(line =>
        {
            if (line.GetResult(document) is { Tokens.Count: > 0 } == line.GetResult(articles) is not null)
                line.AddError("publish needs either a document, e.g. artifacts/runs, or --articles with a folder of reports");
        });
        command.SetAction(async (parsed, cancellation) =>
        {
            var publication = parsed.GetValue(articles) is { } reports ? HistoryPublication.OfArticles(ArticlePages.Of(reports))
                : HistoryPublication.Of(RunFolder.FindDocument(parsed.GetValue(document)!), parsed.GetValue(id), context.Clock.GetUtcNow());
            var branch = await target.FindAsync(parsed, cancellation);
            var applied = await BranchOptions.Update(branch).ApplyAsync(publication.Add, publication.Verify, cancellation);
            var place = $"{branch.Branch} of {GitSource.WithoutCredentials(branch.Address)}";
            await parsed.InvocationConfiguration.Output.WriteLineAsync(
                applied is null ? $"{publication.Name} is already in {place}." : $"Published {publication.Name} to {place}, {applied}.");
            foreach (var warning in publication.Warnings) await parsed.InvocationConfiguration.Error.WriteLineAsync(CommandLine.Warning(warning));
        });
        return command;
    }
}

/// <summary>The options that name the history branch; the same for every command that has them.</summary>
internal sealed class BranchOptions
{
    private readonly Option<string> _remote =
        new("--remote") { Description = "A remote of this checkout, an address or a path.", DefaultValueFactory = _ => "origin" };
    private readonly Option<string> _branch =
        new("--branch") { Description = "Branch of the history; created if missing.", DefaultValueFactory = _ => "gh-pages" };

    public IReadOnlyList<Option> All => [_remote, _branch];

    public Task<HistoryBranch> FindAsync(ParseResult line, CancellationToken cancellation) => HistoryBranches.FindAsync(
        Environment.CurrentDirectory, line.GetValue(_remote)!, line.GetValue(_branch)!, Environment.GetEnvironmentVariable, cancellation);

    public static BranchUpdate Update(HistoryBranch branch) => new(branch, TimeProvider.System, Random.Shared);
}

internal sealed class HistoryPublication(
    string name, Func<IHistoryFiles, FileChanges> add, Action<IHistoryFiles> verify, IReadOnlyList<string> problems)
{
    private static readonly string[] s_otherSite =
        ["the branch has an index.html that perfmatrix did not write, so the trend site is not shown there. Give the history a branch of its own "
            + "(--branch), or remove that file."];

    public string Name => name;
    public IReadOnlyList<string> Warnings { get; private set; } = [];

    public HistoryChange Add(IHistoryFiles files)
    {
        var changes = add(files);
        var notes = Workspace.ChangeNotes();
        var unknown = ChangeLabels.AddTo(files, changes, notes);
        var isShown = SiteFiles.AddTo(files, changes, Workspace.Policy());
        var written = changes.Files.Where(file => file.Value is not null).Select(file => (file.Key, new Bytes(file.Value!.LongLength)));
        Warnings = [.. problems, .. HistoryLimits.Warnings(written, HistorySize.Noted(files, changes)), .. isShown ? [] : s_otherSite,
            .. unknown.Select(id => $"{(notes[id].Label is null ? AcknowledgementFile.Name : ConfigurationFiles.Labels)}: the history has no "
                + $"change or verdict {id}, so its entry says nothing; correct or remove it")];
        return new(changes, $"publish {name}\n");
    }

    public void Verify(IHistoryFiles files) => verify(files);

    // What traced rounds showed goes with the document that it is about.
    private HistoryPublication With(IReadOnlyList<TracedDocument> traced, DateTimeOffset now) => traced.Count == 0 ? this : new(name, files =>
    {
        var changes = add(files);
        TracedShelf.AddTo(files, changes, traced, now, Source());
        return changes;
    }, verify, problems);

    public static HistoryPublication Of(string path, string? id, DateTimeOffset now)
    {
        var document = Parse(path);
        if (document.TryGetProperty("variants", out _) || document.TryGetProperty("samples", out _))
            return id is null ? OfRun(path, now) : throw OwnId(path, id, "a run");
        var known = id ?? IdOf(document, now);
        if (document.TryGetProperty("outcome", out _)) return Of("verdict", Shelf.Verdicts, known, document, now)
            .With([.. TracedDocument.Beside(path, known).Where(traced => traced.Kind == "why")], now);
        if (document.TryGetProperty("trials", out _)) return Of("self-test", Shelf.Selftests, known, document, now);
        if (Path.GetFileName(path) == WhyDocument.File.Name)
            return id is null ? OfWhy(path, document, now) : throw OwnId(path, id, "an explanation");
        throw new UsageException(
            $"{path}: found no run (variants), verdict (outcome) or self-test (trials). Give a run.json, verdict.json, selftest.json or why.json.");
    }

    private static UsageException OwnId(string path, string id, string what) =>
        new($"--id: found '{id}' for {path}, {what}, which has an id of its own; leave --id out");

    private static HistoryPublication OfRun(string path, DateTimeOffset now)
    {
        var document = RunDocument.File.Read(path);
        return OfRun(document, TimelineFiles.Read(path, document)).With(TracedDocument.Beside(path, document.Id), now);
    }

    /// <param name="site">Address of the site; null where nobody told it.</param>
    public static HistoryPublication OfRun(RunDocument document, TimelineFiles timelines, string? site = null)
    {
        var run = CompactRun.Of(document).With(StoredTimelines.Of(document, timelines.Timelines));
        HistoryPaths.Run(run.Run.Id); // refuses an id that is no file name before anything is fetched
        return new($"run {run.Run.Id}", files => Publishing.Add(files, run, site), files => Publishing.Verify(files, run.Run.Id), timelines.Problems);
    }

    // Its content is its id, so that publishing it twice is found out.
    private static HistoryPublication OfWhy(string path, JsonElement document, DateTimeOffset now)
    {
        var traced = TracedDocument.OfFile(path, $"{now.UtcDateTime:yyyy}-{HistoryJson.Hash(document.GetRawText())}");
        return new HistoryPublication($"explanation {traced.Id}", files => new HistoryStore(files).Save(),
            Holds(HistoryPaths.Dated(HistoryPaths.Traced, $"{traced.Id}.{traced.Kind}")), []).With([traced], now);
    }

    private static HistoryPublication Of(string what, string folder, string id, JsonElement document, DateTimeOffset now) =>
        new($"{what} {id}", files => Shelf.Add(files, folder, id, document, now, Source()), Holds(HistoryPaths.Dated(folder, id)), []);

    /// <summary>How the reports of articles are published: as they are, beside the history.</summary>
    public static HistoryPublication OfArticles(IReadOnlyList<KeyValuePair<string, byte[]>> pages) => new($"list of {pages.Count - 1} articles",
        files =>
        {
            var changes = new HistoryStore(files).Save();
            foreach (var (path, content) in pages) changes.Set(files, path, content);
            return changes;
        }, Holds(ArticlePages.Index), []);

    private static SourceInfo Source() => GitSource.Read(new Git(Environment.CurrentDirectory), Environment.GetEnvironmentVariable);

    private static Action<IHistoryFiles> Holds(string path) => files => _ = files.Paths.Contains(path) ? path
        : throw new UsageException($"the branch was pushed, but does not hold {path}. Run `perfmatrix publish` again.");

    /// <summary>Its own, else of the time it began, else, as of a verdict or self-test, of its content: a second time in a year is found.</summary>
    private static string IdOf(JsonElement document, DateTimeOffset now)
    {
        if (document.TryGetProperty("id", out var own) && own.ValueKind == JsonValueKind.String) return own.GetString()!;
        var hash = HistoryJson.Hash(document.GetRawText());
        return document.TryGetProperty("startedAt", out var made) && made.ValueKind == JsonValueKind.String && made.TryGetDateTimeOffset(out var time)
            ? $"{time.UtcDateTime:yyyyMMdd'T'HHmmssfff'Z'}-{hash[..4]}" : $"{now.UtcDateTime:yyyy}-{hash}";
    }

    private static JsonElement Parse(string path)
    {
        var text = FileErrors.Explain(() => DocumentJson.TextOf(path),
            problem => $"{path}: cannot read it: {problem.Message} Give the path of a document or of the folder of a run.");
        return Errors.Or(() => JsonElement.Parse(text) is var document && document.ValueKind == JsonValueKind.Object ? document
            : throw new JsonException($"found {document.ValueKind}, expected an object"), (JsonException problem) =>
            throw new UsageException($"{path}: not a JSON document: {problem.Message} It may have been cut off; take another copy.", problem));
    }
}
