namespace PerfMatrix.Results;

/// <summary>The folder of one run: <c>run.json</c>, <c>report.html</c> and <c>raw/</c>. It keeps in memory the SHA-256 of what it was given to write:
/// the code that is measured may change a file later, and that is found.</summary>
internal sealed class RunFolder
{
    /// <summary>The list of those hashes, as <c>sha256sum</c> reads it.</summary>
    public const string Sums = "SHA256SUMS";

    private const string RawName = "raw";
    private readonly SortedDictionary<string, string> _sums = new(StringComparer.Ordinal);

    // Blocks that run at once on a lab each leave raw files.
    private readonly Lock _turn = new();

    private RunFolder(string path) => Root = path;

    /// <summary>Where the runs of the working directory's repository are, unless <c>--out</c> says otherwise.</summary>
    public static string DefaultParent => DataFolder.Here("runs");

    public static string ParentIn(string root) => DataFolder.In(root, "runs");

    public string Root { get; }
    public string Document => RunDocument.File.In(Root);
    public string HtmlReport => Path.Combine(Root, "report.html");

    /// <summary>Is given a line for <c>sha256sum --check</c> with the hash of <see cref="Sums"/> after each document; null for no list.</summary>
    public Action<string>? Sealed { get; set; }

    /// <summary>Adds to the run document what whoever measures does not know; nothing unless set.</summary>
    public Func<RunDocument, RunDocument> Completed { get; set; } = run => run;

    /// <summary>Creates the folder of a run, and proves that files can be written there before anything is measured.</summary>
    public static RunFolder Create(string parent, string id)
    {
        var folder = new RunFolder(Path.GetFullPath(Path.Combine(parent, id)));
        return FileErrors.Explain(() =>
        {
            Directory.CreateDirectory(folder.PathOf(RawName));
            var trial = folder.PathOf(".writable");
            File.WriteAllText(trial, id);
            File.Delete(trial);
            return folder;
        }, problem => $"--out {parent}: cannot write there: {problem.Message} Choose a folder you may write to.");
    }

    /// <summary>The folder of a run that is there, for more to be written beside it.</summary>
    public static RunFolder Again(string folder) => Create(Path.GetDirectoryName(folder)!, Path.GetFileName(folder));

    /// <summary>Finds the run document that a user means: a file, a run's folder, or the newest run of a folder of runs.</summary>
    public static string FindDocument(string path) => FindDocuments(path)[0];

    /// <summary>All run documents of a folder of runs, the newest first; the one that is meant where the path is a file or a run's folder.</summary>
    public static IReadOnlyList<string> FindDocuments(string path) => Documents(path).ToList() is { Count: > 0 } documents ? documents
        : throw new UsageException(Directory.Exists(path)
            ? $"{path}: found no run.json there. Measure with `perfmatrix run` first, or give the folder of a run."
            : $"{path}: no such file or folder. Give a run.json or the folder of a run.");

    /// <summary>Whether there is a run document that <see cref="FindDocument"/> would find.</summary>
    public static bool HasDocument(string path) => Documents(path).Any();

    /// <returns>Its path relative to the run document, and its hash.</returns>
    public RawFile WriteRaw(string name, byte[] content)
    {
        AtomicFile.Write(PathOf(RawName, name), content);
        var raw = new RawFile($"{RawName}/{name}", HashOf(content));
        lock (_turn) _sums[raw.Path] = raw.Sha256;
        return raw;
    }

    /// <summary>Writes a document of the run, and seals it together with all files before it.</summary>
    public void Write<T>(DocumentFile<T> file, T document)
        where T : class
    {
        var hash = file.Write(PathOf(file.Name), document is RunDocument run && Completed(run) is T completed ? completed : document);
        lock (_turn)
        {
            _sums[file.Name] = hash;
            Seal();
        }
    }

    /// <summary>Seals what others have put here, too, such as a report or traces: their hashes are those of now.</summary>
    /// <returns>The hash of a document.</returns>
    public string SealAll(string document)
    {
        lock (_turn)
        {
            foreach (var file in Directory.EnumerateFiles(Root, "*", SearchOption.AllDirectories))
            {
                var name = Path.GetRelativePath(Root, file);
                if (name == Sums || _sums.ContainsKey(name)) continue;
                using var stream = File.OpenRead(file);
                _sums[name] = Convert.ToHexStringLower(SHA256.HashData(stream));
            }

            Seal();
            return _sums[document];
        }
    }

    private static IEnumerable<string> Documents(string path) =>
        File.Exists(path) ? [path]
        : !Directory.Exists(path) ? []
        : DocumentIn(path) is { } own ? [own]
        : Directory.EnumerateDirectories(path).OrderByDescending(Path.GetFileName, StringComparer.Ordinal).Select(DocumentIn).OfType<string>();

    private static string? DocumentIn(string folder) =>
        Array.Find<string>([RunDocument.File.In(folder), $"{RunDocument.File.In(folder)}.gz"], File.Exists);

    private void Seal()
    {
        if (Sealed is null) return;
        var list = Encoding.UTF8.GetBytes(string.Concat(_sums.Select(file => $"{file.Value}  {file.Key}\n")));
        AtomicFile.Write(PathOf(Sums), list);
        Sealed($"{HashOf(list)}  {PathOf(Sums)}");
    }

    private static string HashOf(ReadOnlySpan<byte> content) => Convert.ToHexStringLower(SHA256.HashData(content));

    private string PathOf(params ReadOnlySpan<string> parts) => Path.Combine([Root, .. parts]);
}

internal static class RunId
{
    /// <summary>A new id such as <c>20261121T075012345Z-7f3a</c>: UTC time, so that names sort by it, and four random hexadecimal digits.</summary>
    public static string New(DateTimeOffset now, Random random) => $"{now.UtcDateTime:yyyyMMdd'T'HHmmssfff'Z'}-{random.Next(0x10000):x4}";

    /// <summary>What the ids of all documents of a workflow run hold, and no other's: by it a run is found to be published.</summary>
    public static string Trace(long workflowRun) => $"-gh{workflowRun}-";

    /// <summary>What tells the workflow run of such an id from others; null of another id.</summary>
    public static string? WorkflowOf(string id) => id.Split('-') is [_, ['g', 'h', ..] workflow, ..] ? workflow : null;
}

/// <summary>A run and the files that were written beside its document, wherever they are: a folder, the archive of an artifact.</summary>
/// <param name="Read">The content of a file by the path that the document gives it; an <see cref="IOException"/> when it is not there.</param>
internal sealed record RunWithFiles(RunDocument Run, Func<string, byte[]> Read)
{
    public static RunWithFiles Beside(string document, RunDocument run)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(document))!;
        return new(run, path => File.ReadAllBytes(PathInDocument.Below(folder, path)));
    }
}

/// <summary>Paths that stand in documents. Somebody else may have written them, so they lead to a file below their folder and nowhere else.</summary>
internal static class PathInDocument
{
    /// <exception cref="IOException">The path is absolute or leads out of the folder, or a part of it is a link.</exception>
    public static string Below(string folder, string path)
    {
        var parts = path.Split('/', '\\');
        if (path.Contains('\0', StringComparison.Ordinal) || Path.IsPathRooted(path) || parts.Any(part => part is "" or "." or ".."))
            throw new IOException($"'{path}' is no path of a file below {folder}");
        var place = folder;
        foreach (var part in parts)
        {
            place = Path.Combine(place, part);
            if (new FileInfo(place).LinkTarget is not null) throw new IOException($"'{path}' is a link, a file below {folder} was expected");
        }

        return place;
    }
}
