using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace PerfMatrix.GitHub.Setup;

/// <summary>An ASP.NET Core project of somebody's repository.</summary>
/// <param name="Path">Path below the repository, with forward slashes.</param>
/// <param name="Frameworks">Target frameworks that can be measured, the oldest first.</param>
internal sealed partial record WebProject(string Path, IReadOnlyList<string> Frameworks)
{
    private const string WebSdk = "Microsoft.NET.Sdk.Web";
    private static readonly string[] s_skipped = ["bin", "obj", "artifacts", "node_modules"];

    /// <summary>A name for it in ids: <c>My.ShopApi</c> becomes <c>my-shop-api</c>.</summary>
    public string ScenarioName =>
        Separators().Replace(WordStart().Replace(System.IO.Path.GetFileNameWithoutExtension(Path), "-"), "-").Trim('-')
        .ToLowerInvariant() is { Length: > 0 } name ? name : "app";

    /// <summary>The only ASP.NET Core project of a repository, or the one that is named.</summary>
    /// <param name="measurable">Target frameworks that the matrix measures, the oldest first; a project that says none takes the one of this
    /// program.</param>
    public static WebProject Find(string root, IReadOnlyList<string> measurable, string? named)
    {
        if (named is not null)
            return Read(root, measurable, System.IO.Path.Combine(root, named)) ?? throw new UsageException(
                $"--project {named}: found no project with the SDK {WebSdk} there. Give the path of an ASP.NET Core project, relative to {root}.");
        var all = Projects(new DirectoryInfo(root)).Order(StringComparer.Ordinal).Select(path => Read(root, measurable, path)).OfType<WebProject>()
            .ToList();
        return all.Count switch
        {
            1 => all[0],
            0 => throw new UsageException($"{root}: found no ASP.NET Core project (a .csproj with the SDK {WebSdk}). Give a folder that has one."),
            _ => throw new UsageException(
                $"{root}: found {all.Count} ASP.NET Core projects: {string.Join(", ", all.Select(project => project.Path))}. Name one with "
                    + $"--project."),
        };
    }

    private static IEnumerable<string> Projects(DirectoryInfo folder) => folder.EnumerateFiles("*.csproj").Select(file => file.FullName)
        .Concat(folder.EnumerateDirectories().Where(IsSource).SelectMany(Projects));

    private static bool IsSource(DirectoryInfo folder) =>
        folder.Name[0] != '.' && !s_skipped.Contains(folder.Name, StringComparer.OrdinalIgnoreCase)
        && !folder.Attributes.HasFlag(FileAttributes.ReparsePoint);

    private static WebProject? Read(string root, IReadOnlyList<string> measurable, string path)
    {
        if (!File.Exists(path) || Load(path) is not { Root: { } project } || !IsWeb(project)) return null;
        var targets = project.Descendants().Where(element => element.Name.LocalName is "TargetFramework" or "TargetFrameworks")
            .SelectMany(element => element.Value.Split(';', StringSplitOptions.TrimEntries)).ToHashSet();
        var frameworks = measurable.Where(targets.Contains).ToList();
        return new(System.IO.Path.GetRelativePath(root, path).Replace('\\', '/'), frameworks.Count > 0 ? frameworks
            : [$"net{Environment.Version.ToString(2)}"]);
    }

    private static bool IsWeb(XElement project) =>
        project.Attributes("Sdk").Concat(project.Elements().Where(element => element.Name.LocalName == "Sdk").Attributes("Name"))
        .Any(sdk => sdk.Value.Split(';', '/').Contains(WebSdk));

    private static XDocument? Load(string path)
    {
        try
        {
            return XDocument.Load(path);
        }
        catch (XmlException)
        {
            return null;
        }
    }

    [GeneratedRegex("(?<=[a-z0-9])(?=[A-Z])", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex WordStart();

    [GeneratedRegex("[^A-Za-z0-9]+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Separators();
}
