using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace PerfMatrix.GitHub;

/// <summary>The tools that <c>dotnet tool restore</c> brings, <c>.config/dotnet-tools.json</c>: without it there the driver crank has neither controller nor agent.</summary>
internal static class ToolManifest
{
    /// <summary>Path below the root of a repository.</summary>
    public const string Path = ".config/dotnet-tools.json";

    private const string Tools = "tools";
    private static readonly JsonSerializerOptions s_written = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
    private static readonly JsonDocumentOptions s_read = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    /// <summary>The manifest of another repository with our tools added; a tool that it has already keeps the version it has.</summary>
    /// <param name="ours">Text of our manifest.</param>
    /// <param name="theirs">Text of the other one; null where there is none.</param>
    /// <exception cref="UsageException">The other one is no manifest.</exception>
    public static string Merge(string ours, string? theirs)
    {
        if (theirs is null) return ours;
        var merged = Read(theirs);
        if (merged[Tools] is null) merged[Tools] = new JsonObject();
        var tools = merged[Tools] as JsonObject ?? throw Wrong("found no list of tools");
        var missing = Read(ours)[Tools]!.AsObject().Where(tool => !tools.ContainsKey(tool.Key)).ToList();
        foreach (var (name, tool) in missing) tools[name] = tool!.DeepClone();
        return missing.Count == 0 ? theirs : merged.ToJsonString(s_written) + "\n";
    }

    private static JsonObject Read(string text)
    {
        try
        {
            return JsonNode.Parse(text, documentOptions: s_read) as JsonObject ?? throw Wrong("found no object");
        }
        catch (JsonException problem)
        {
            throw Wrong(problem.Message);
        }
    }

    private static UsageException Wrong(string what) => new($"{Path}: {what.TrimEnd('.')}, expected a manifest as `dotnet new tool-manifest` makes it. Fix or remove it.");
}
