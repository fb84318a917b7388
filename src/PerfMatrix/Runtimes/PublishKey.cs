using System.Text.RegularExpressions;
using PerfMatrix.Builds;

namespace PerfMatrix.Runtimes;

/// <summary>Names of cache entries: who reads the folder sees what is in it, and the hash says from what exactly it was made.</summary>
internal static partial class PublishKey
{
    private const int KeyLength = 16;

    /// <summary><c>WORKLOAD-PATCH-RID-KEY</c>.</summary>
    public static string For(PublishRequest request, string project, string sdkVersion)
    {
        var folder = Path.GetDirectoryName(project)!;
        using var hash = new ContentHash();
        hash.AddFiles(folder, ProjectSources.Of(project));
        hash.Add(sdkVersion);
        foreach (var argument in PublishArguments.For(request.Target, Path.GetFileName(project), workshop: "", output: ""))
            hash.Add(argument);
        var workload = Unsafe().Replace(Path.GetFileNameWithoutExtension(project), "-");
        return $"{workload}-{request.Patch}-{request.Rid}-{hash.ToHex()[..KeyLength]}";
    }

    [GeneratedRegex("[^A-Za-z0-9.-]", RegexOptions.None, 1000)]
    private static partial Regex Unsafe();
}
