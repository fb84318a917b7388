using System.Reflection;
using PerfMatrix.GitHub.Workflows;

namespace PerfMatrix.GitHub.Setup;

/// <summary>What <c>init</c> was asked for.</summary>
/// <param name="Path">What is requested, beginning with a slash.</param>
/// <param name="ToolCommit">Commit that is fetched, 40 hexadecimal digits.</param>
internal sealed record SetupRequest(WebProject Project, string Scenario, string Path, string ToolRepository, string ToolCommit);

/// <summary>The files that make perfmatrix work in another repository: workflows, <c>crank/</c>, and a script that brings perfmatrix itself at a
/// pinned commit.</summary>
internal static class SetupFiles
{
    public const string Script = "scripts/perfmatrix";

    private const string Ignored = ".gitignore";
    private static readonly string[] s_copied = ["crank/gate.yml", "crank/acknowledged.yml", "crank/profiles.yml"];
    private static readonly string[] s_ignored = [".perfmatrix/", "artifacts/"];

    /// <summary>Path and text of every file, from the files of this checkout.</summary>
    public static IReadOnlyDictionary<string, string> Of(string tool, string target, SetupRequest request)
    {
        var files = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            [RepositoryRoot.MatrixFile] = Template("matrix.yml", request)
            .Replace("__RUNTIMES__", Runtimes(tool, request.Project), StringComparison.Ordinal),
            ["crank/workloads.yml"] = Template("workloads.yml", request),
            [ReferenceFile.Name] = ReferenceFile.WithoutPins(File.ReadAllText(Path.Combine(tool, ReferenceFile.Name))),
            ["crank/app.benchmarks.yml"] = Template("app.benchmarks.yml", request),
            // Plain crank builds the load generator from where the script puts it.
            ["crank/load.yml"] = File.ReadAllText(Path.Combine(tool, "crank/load.yml"))
            .Replace("localFolder: ..", "localFolder: ../.perfmatrix", StringComparison.Ordinal),
            [Script] = Template("perfmatrix", request),
            [Ignored] = WithIgnored(Path.Combine(target, Ignored)),
            [ToolManifest.Path] = ToolManifest.Merge(
            File.ReadAllText(Path.Combine(tool, ToolManifest.Path)), Existing(Path.Combine(target, ToolManifest.Path))),
        };
        foreach (var path in s_copied.Concat(Workflows(tool))) files[path] = File.ReadAllText(Path.Combine(tool, path));
        if (files.TryGetValue(DispatchInputs.Workflow, out var dispatch))
            files[DispatchInputs.Workflow] = MarkedRegion.Replace(dispatch, Inputs(files), DispatchInputs.Workflow);
        return files;
    }

    private static string Runtimes(string tool, WebProject project) => string.Concat(
        MatrixDefinition.Load(tool).Runtimes.Where(runtime => project.Frameworks.Contains(runtime.Framework))
            .Select(runtime => $"    {runtime.Framework}: {{ endOfSupport: {runtime.EndOfSupport:yyyy-MM-dd} }}\n"));

    private static string Inputs(SortedDictionary<string, string> files) => DispatchInputs.Of(
        MatrixFile.Read(YamlFile.Parse(files[RepositoryRoot.MatrixFile], RepositoryRoot.MatrixFile)),
            DispatchInputs.Profiles(YamlFile.Parse(files["crank/profiles.yml"], "crank/profiles.yml")));

    /// <summary>The workflows that measure, what they call and what they use; not those that build and test perfmatrix itself.</summary>
    private static IEnumerable<string> Workflows(string tool) =>
        Below(tool, ".github/workflows")
        .Where(path => Path.GetFileName(path)[0] == '_' || Path.GetFileName(path).StartsWith("perf-", StringComparison.Ordinal))
        .Concat(Below(tool, ".github/actions"));

    private static IEnumerable<string> Below(string tool, string folder) => !Directory.Exists(Path.Combine(tool, folder)) ? [] :
        Directory.EnumerateFiles(Path.Combine(tool, folder), "*", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(tool, path).Replace('\\', '/'));

    private static string? Existing(string path) => File.Exists(path) ? File.ReadAllText(path) : null;

    private static string WithIgnored(string path)
    {
        var text = Existing(path) ?? "";
        var lines = text.Split('\n').Select(line => line.Trim().TrimStart('/')).ToHashSet();
        var missing = s_ignored.Where(line => !lines.Contains(line)).ToList();
        return missing.Count == 0 ? text : text + (text.Length == 0 || text.EndsWith('\n') ? "" : "\n") + string.Join('\n', missing) + "\n";
    }

    private static string Template(string name, SetupRequest request)
    {
        using var reader = new StreamReader(Assembly.GetExecutingAssembly().GetManifestResourceStream($"setup/{name}")!, Encoding.UTF8);
        return reader.ReadToEnd()
            .Replace("__NEWEST__", request.Project.Frameworks[^1], StringComparison.Ordinal)
            .Replace("__SCENARIO__", request.Scenario, StringComparison.Ordinal)
            .Replace("__PROJECT__", request.Project.Path, StringComparison.Ordinal)
            .Replace("__PATH__", request.Path, StringComparison.Ordinal)
            .Replace("__TOOL_REPOSITORY__", request.ToolRepository.Replace("'", "'\\''", StringComparison.Ordinal), StringComparison.Ordinal)
            .Replace("__TOOL_COMMIT__", request.ToolCommit, StringComparison.Ordinal);
    }
}
