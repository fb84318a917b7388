namespace PerfMatrix.GitHub.Setup;

/// <summary>An ASP.NET Core or BenchmarkDotNet project of somebody's repository.</summary>
/// <param name="Path">Path below the repository, with forward slashes.</param>
/// <param name="Frameworks">Target frameworks that can be measured, the oldest first.</param>
internal sealed partial record WebProject(string Path, IReadOnlyList<string> Frameworks, bool IsBenchmark = false)
{
    private const string WebSdk = "Microsoft.NET.Sdk.Web";
    private const string BenchmarkPackage = "BenchmarkDotNet";
    private static readonly string[] s_projects = [".csproj", ".fsproj", ".vbproj"];
    private static readonly string[] s_skipped = ["bin", "obj", "artifacts", "node_modules"];

    /// <summary>A name for it in ids: <c>My.ShopApi</c> becomes <c>my-shop-api</c>.</summary>
    public string Name => NameOf(System.IO.Path.GetFileNameWithoutExtension(Path), "app");

    /// <summary>A text as part of an id: small letters, digits and single hyphens.</summary>
    public static string NameOf(string text, string otherwise) =>
        Separators().Replace(WordStart().Replace(text, "-"), "-").Trim('-').ToLowerInvariant() is { Length: > 0 } name ? name : otherwise;

    /// <summary>The ASP.NET Core projects of a repository that are no tests, else its BenchmarkDotNet projects, or those that are named.</summary>
    /// <param name="measurable">Target frameworks that can be measured, the oldest first.</param>
    public static async Task<IReadOnlyList<WebProject>> FindAsync(
        string root, IReadOnlyList<string> measurable, IReadOnlyList<string> named, Dotnet dotnet, CancellationToken cancellation)
    {
        var all = named.Count > 0 ? named.Select(name => Named(root, name)).ToList()
            : Projects(new DirectoryInfo(root)).Order(StringComparer.Ordinal).ToList();
        var paths = named.Count > 0 ? all : all.Where(IsWeb).ToList() is { Count: > 0 } web ? web : all.Where(HasBenchmarks).ToList();
        var found = new List<WebProject>();
        foreach (var path in paths)
        {
            if (await ReadAsync(root, path, measurable, dotnet, cancellation) is { } project) found.Add(project);
            else if (named.Count > 0) throw new UsageException($"--project {path}: found a test project, expected an application");
        }

        Require(found);
        return found.Count > 0 ? found : throw new UsageException(
            $"{root}: found no ASP.NET Core project (a project with the SDK {WebSdk}), and no BenchmarkDotNet project. Name one with "
                + "--project, or give a folder that has one.");
    }

    // One list of runtimes serves all, and a job is known by its name.
    private static void Require(List<WebProject> found)
    {
        if (found.Count > 1 && !found.Select(project => project.Frameworks.AsEnumerable()).Aggregate(Enumerable.Intersect).Any())
            throw new UsageException(
                "found projects without a target framework in common: "
                    + string.Join(", ", found.Select(project => $"{project.Path} ({string.Join(", ", project.Frameworks)})"))
                    + $". Name those of one framework: {OfOneFramework(found)}; or give the others a framework more.");
        if (found.GroupBy(project => project.Name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw new UsageException(
                $"found {string.Join(" and ", twice.Select(project => project.Path))}, which have one name; name one with --project");
    }

    // The framework that most have, of several the newest.
    private static string OfOneFramework(List<WebProject> found) => string.Join(' ', found.SelectMany(project => project.Frameworks).Distinct()
        .OrderByDescending(RuntimeAxisReader.VersionOf).Select(framework => found.Where(project => project.Frameworks.Contains(framework)).ToList())
        .MaxBy(projects => projects.Count)!.Select(project => $"--project {project.Path}"));

    private static string Named(string root, string name)
    {
        var path = System.IO.Path.GetFullPath(System.IO.Path.Combine(root, name));
        return File.Exists(path) && (IsWeb(path) || HasBenchmarks(path)) ? path : throw new UsageException(
            $"--project {name}: found no project with the SDK {WebSdk} or the package {BenchmarkPackage} there. Give the path of one, relative to "
                + $"{root}.");
    }

    private static IEnumerable<string> Projects(DirectoryInfo folder) => folder.EnumerateFiles()
        .Where(file => s_projects.Contains(file.Extension)).Select(file => file.FullName)
        .Concat(folder.EnumerateDirectories().Where(IsSource).SelectMany(Projects));

    private static bool IsSource(DirectoryInfo folder) =>
        folder.Name[0] != '.' && !s_skipped.Contains(folder.Name, StringComparer.OrdinalIgnoreCase)
        && !folder.Attributes.HasFlag(FileAttributes.ReparsePoint);

    // MSBuild is asked, because the target framework may stand in any file that the project imports.
    private static async Task<WebProject?> ReadAsync(
        string root, string path, IReadOnlyList<string> measurable, Dotnet dotnet, CancellationToken cancellation)
    {
        var relative = System.IO.Path.GetRelativePath(root, path).Replace('\\', '/');
        var read = await dotnet.RunAsync(
            ["msbuild", path, "-nologo", "-getProperty:TargetFramework", "-getProperty:TargetFrameworks", "-getProperty:IsTestProject"],
            cancellation);
        if (read.ExitCode != 0) throw new UsageException($"{relative}: the .NET SDK cannot read this project: {read.Words}");
        using var answer = JsonDocument.Parse(read.Text);
        var properties = answer.RootElement.GetProperty("Properties");
        if (IsOfTests(path) || string.Equals(properties.GetProperty("IsTestProject").GetString(), "true", StringComparison.OrdinalIgnoreCase))
            return null;
        var targets = $"{properties.GetProperty("TargetFramework").GetString()};{properties.GetProperty("TargetFrameworks").GetString()}"
            .Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        var frameworks = measurable.Where(targets.Contains).ToList();
        return frameworks.Count > 0 ? new(relative, frameworks) { IsBenchmark = !IsWeb(path) }
            : throw new UsageException(
            $"{relative}: targets {string.Join(", ", targets.DefaultIfEmpty("nothing"))}; perfmatrix measures {string.Join(", ", measurable)}. "
                + "Name another project with --project.");
    }

    // IsTestProject is set by a package, which a fresh clone has not restored.
    private static bool IsOfTests(string path) => Packages(path).Any(package => package is "Microsoft.NET.Test.Sdk" or "xunit.v3");

    private static bool HasBenchmarks(string path) => Packages(path).Contains(BenchmarkPackage);

    private static IEnumerable<string> Packages(string path) =>
        (Load(path)?.Descendants() ?? []).Where(element => element.Name.LocalName == "PackageReference").Attributes("Include")
            .Select(package => package.Value);

    private static bool IsWeb(string path) =>
        Load(path)?.Root is { } project
        && project.Attributes("Sdk").Concat(project.Elements().Where(element => element.Name.LocalName == "Sdk").Attributes("Name"))
            .Any(sdk => sdk.Value.Split(';', '/').Contains(WebSdk));

    private static XDocument? Load(string path) => Errors.Or<XDocument?, XmlException>(() => XDocument.Load(path), _ => null);

    [GeneratedRegex("(?<=[a-z0-9])(?=[A-Z])", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex WordStart();

    [GeneratedRegex("[^A-Za-z0-9]+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Separators();
}
