using PerfMatrix.Gate;

namespace PerfMatrix.Reporting.Site;

/// <summary>What a browser gets for an address: the front end from this program, data from the folder of a history, nothing else.</summary>
/// <param name="history">Folder of the history.</param>
/// <param name="policy">The policy of the gate, by which the site says "same".</param>
public sealed class SiteContent(string history, GatePolicy policy)
{
    private readonly IReadOnlyDictionary<string, byte[]> _own = SiteFiles.Of(policy);
    private readonly string _root = Path.GetFullPath(history) + Path.DirectorySeparatorChar;

    /// <summary>The content of a path; null when there is nothing to give, also for anything outside the folder and for hidden files.</summary>
    /// <param name="path">Decoded path of the address, e.g. <c>/index/0.json</c>.</param>
    /// <exception cref="IOException">The file is there but cannot be read.</exception>
    public SiteAnswer? Find(string path)
    {
        var name = path.TrimStart('/');
        if (name.Length == 0) name = "index.html";
        if (_own.TryGetValue(name, out var own)) return new SiteAnswer(own, TypeOf(name));
        if (name.Contains('\0') || SiteFiles.IsHidden(name)) return null;
        var file = Path.GetFullPath(Path.Combine(_root, name));
        return file.StartsWith(_root, StringComparison.Ordinal) && File.Exists(file) ? new SiteAnswer(File.ReadAllBytes(file), TypeOf(name)) : null;
    }

    private static string TypeOf(string name) => Path.GetExtension(name) switch
    {
        ".html" => "text/html; charset=utf-8",
        ".js" => "text/javascript; charset=utf-8",
        ".css" => "text/css; charset=utf-8",
        ".json" => "application/json",
        ".svg" => "image/svg+xml",
        ".atom" => "application/atom+xml",
        _ => "application/octet-stream",
    };
}

/// <summary>Content and its media type.</summary>
/// <param name="Content">The bytes.</param>
/// <param name="Type">Value of the header Content-Type.</param>
public sealed record SiteAnswer(byte[] Content, string Type);
