using PerfMatrix.Reporting.Site;

namespace PerfMatrix.Evidence.Demo;

/// <summary>A generated history as files: runs, a self-test and verdicts, so that every view has something to show, and <c>truth.json</c>.</summary>
internal static class DemoFolder
{
    private const string TruthFile = "truth.json";

    /// <summary>The history of <c>site serve --demo</c>: made once, and again when this program is newer.</summary>
    public static string Kept(TextWriter output)
    {
        var folder = DataFolder.Here("demo");
        if (!IsCurrent(folder))
        {
            output.WriteLine($"Generating 200 cells x 1,000 runs into {folder}; this takes some seconds, once.");
            Write(folder, new DemoOptions());
        }

        AddArticles(folder, RepositoryRoot.TryFind());
        return folder;
    }

    /// <summary>Adds the reports of a checkout of perfmatrix. They were measured: the site does not call them generated.</summary>
    /// <param name="root">The repository; null for none.</param>
    internal static void AddArticles(string folder, string? root)
    {
        if (root is null || ConfigurationFiles.IsOneFile(root)) return;
        var reports = Path.Combine(root, "reports", "articles");
        if (Directory.Exists(reports)) ArticlePages.Add(reports, folder);
    }

    /// <summary>Writes it, over a generated history that is there.</summary>
    /// <param name="others">Rules of others in its self-test; null for all that there are.</param>
    public static (DemoTruth Truth, HistoryStore History) Write(string folder, DemoOptions options, IReadOnlyList<OtherRule>? others = null)
    {
        var files = new FolderFiles(folder, isFlushed: false); // it can be made again
        if (files.Paths.Count > 0 && files.Read(TruthFile) is null)
            throw new UsageException($"{folder}: found a folder that holds something else, expected an empty or new one.");
        Directory.CreateDirectory(folder);
        foreach (var path in files.Paths) File.Delete(Path.Combine(folder, path));
        var demo = new DemoHistory(options);
        var store = new HistoryStore(files);
        foreach (var run in demo.Generate())
            store.Append(run.Run.Sequence < options.Runs - DemoMemory.Runs ? run : DemoModes.AddTo(run.With(DemoMemory.Of(run))));
        // What stands is the newest; of those before it people have said what they are.
        if (store.Changes is [.., var one, var other, _])
            store.SetNotes(new Dictionary<string, ChangeNote> { [one.Id] = new("noise"), [other.Id] = new("wanted") });
        files.Apply(store.Save());
        DemoGate.Publish(files, others ?? OtherRules.All);
        File.WriteAllText(Path.Combine(folder, TruthFile), DocumentJson.Text(demo.Truth));
        return (demo.Truth, store);
    }

    /// <summary>Whether a generated history is there that is newer than this program: than each of its libraries.</summary>
    public static bool IsCurrent(string folder) =>
        Path.Combine(folder, TruthFile) is var truth && File.Exists(truth) && Directory.EnumerateFiles(AppContext.BaseDirectory, "PerfMatrix*.dll")
        .All(library => File.GetLastWriteTimeUtc(truth) >= File.GetLastWriteTimeUtc(library));
}
