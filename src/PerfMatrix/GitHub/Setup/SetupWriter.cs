namespace PerfMatrix.GitHub.Setup;

/// <summary>Writes the files of a setup; what somebody changed is not overwritten without being asked for.</summary>
internal static class SetupWriter
{
    // These are added to, never replaced.
    private static readonly string[] s_added = [".gitignore", ToolManifest.Path];

    /// <summary>Writes what is missing or, with <paramref name="force"/>, different: all or nothing where something may not be overwritten.</summary>
    /// <returns>What was done with each file: <c>new</c>, <c>changed</c> or <c>unchanged</c>.</returns>
    public static IReadOnlyList<(string Path, string What)> Write(string target, IReadOnlyDictionary<string, string> files, bool force)
    {
        var plan = files.Select(file => (Path: file.Key, What: Compare(Path.Combine(target, file.Key), file.Value))).ToList();
        var different = plan.Where(file => file.What == "changed" && !s_added.Contains(file.Path)).Select(file => file.Path).ToList();
        if (different.Count > 0 && !force)
            throw new UsageException(
                $"{target}: these files already exist and differ: {string.Join(", ", different)}. Nothing was written. Give --force to overwrite "
                    + $"them; git shows what that changes.");
        foreach (var (path, _) in plan.Where(file => file.What != "unchanged")) Write(Path.Combine(target, path), files[path]);
        return plan;
    }

    private static string Compare(string path, string text) => !File.Exists(path) ? "new" : File.ReadAllText(path) == text ? "unchanged" : "changed";

    private static void Write(string path, string text) => FileErrors.Explain(() =>
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        AtomicFile.Write(path, Encoding.UTF8.GetBytes(text));
    }, problem => $"{path}: cannot write: {problem.Message} Choose a repository you may write to.");
}

/// <summary>What <c>dotnet tool restore</c> brings, <c>.config/dotnet-tools.json</c>: perfmatrix in the version that jobs take.</summary>
internal static class ToolManifest
{
    public const string Path = ".config/dotnet-tools.json";
    private const string Tools = "tools";
    public static readonly JsonSerializerOptions Written = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
    private static readonly JsonDocumentOptions s_read = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    /// <summary>The manifest of another repository with our tools added; a tool that it has already keeps the version it has.</summary>
    public static string Merge(string ours, string? theirs)
    {
        if (theirs is null) return ours;
        var merged = Read(theirs);
        if (merged[Tools] is null) merged[Tools] = new JsonObject();
        var tools = merged[Tools] as JsonObject ?? throw Wrong("found no list of tools");
        var missing = Read(ours)[Tools]!.AsObject().Where(tool => !tools.ContainsKey(tool.Key)).ToList();
        foreach (var (name, tool) in missing) tools[name] = tool!.DeepClone();
        return missing.Count == 0 ? theirs : merged.ToJsonString(Written) + "\n";
    }

    private static JsonObject Read(string text) =>
        Errors.Or(() => JsonNode.Parse(text, documentOptions: s_read), (JsonException problem) => throw Wrong(problem.Message, problem)) as JsonObject
        ?? throw Wrong("found no object");

    private static UsageException Wrong(string what, Exception? inner = null) =>
        new($"{Path}: {what.TrimEnd('.')}, expected a manifest as `dotnet new tool-manifest` makes it. Fix or remove it.", inner);
}
