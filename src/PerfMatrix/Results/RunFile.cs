using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace PerfMatrix.Results;

/// <summary>Reads and writes <c>run.json</c>. One field or list element a line, so that two documents can be compared with any diff tool.</summary>
public static class RunFile
{
    /// <summary>The newest schema version this program reads.</summary>
    public const int SchemaVersion = 1;

    /// <summary>Text stays readable (<c>'</c> and <c>+</c> are not escaped), so whoever embeds a document in HTML must escape it there.</summary>
    private static readonly RunJson s_json = new(new JsonSerializerOptions(RunJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    /// <summary>Writes the document; a reader sees the old or the new version, never a part.</summary>
    /// <exception cref="UsageException">The file could not be written; a previous version is intact.</exception>
    public static void Write(string path, RunDocument document) => AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(document)));

    /// <summary>The text of the document.</summary>
    public static string Format(RunDocument document)
    {
        var root = JsonSerializer.SerializeToElement(document, s_json.RunDocument);
        var fields = root.EnumerateObject().Select(field => $"  \"{field.Name}\": {Lines(field.Value)}");
        return "{\n" + string.Join(",\n", fields) + "\n}\n";
    }

    /// <summary>Reads a document of this or an older schema version.</summary>
    /// <exception cref="UsageException">Missing, damaged (with the position), or written by a newer version.</exception>
    public static RunDocument Read(string path)
    {
        try
        {
            return Parse(File.ReadAllText(path), path);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path}: cannot read the run document: {problem.Message} Give the path of a run.json or of the folder that holds it.", problem);
        }
    }

    /// <summary>Reads a document from its text.</summary>
    /// <param name="text">The JSON.</param>
    /// <param name="name">The file, for messages.</param>
    /// <exception cref="UsageException">As <see cref="Read"/>.</exception>
    public static RunDocument Parse(string text, string name)
    {
        try
        {
            CheckVersion(text, name);
            return JsonSerializer.Deserialize(text, s_json.RunDocument) ?? throw new JsonException("found null, expected an object");
        }
        catch (JsonException problem)
        {
            throw new UsageException($"{name}{Position(problem)}: not a run document: {Sentence(problem)}. It may have been cut off or edited; take another copy, or measure again.", problem);
        }
    }

    private static string Lines(JsonElement value) =>
        value.ValueKind == JsonValueKind.Array && value.GetArrayLength() > 0
            ? "[\n    " + string.Join(",\n    ", value.EnumerateArray().Select(element => element.GetRawText())) + "\n  ]"
            : value.GetRawText();

    private static void CheckVersion(string text, string name)
    {
        using var document = JsonDocument.Parse(text);
        var version = document.RootElement.ValueKind == JsonValueKind.Object
            && document.RootElement.TryGetProperty("schemaVersion", out var element)
            && element.TryGetInt32(out var number)
                ? number
                : throw new JsonException("found no schemaVersion, expected the number 1");
        if (version is < 1 or > SchemaVersion)
            throw new UsageException($"{name}: schemaVersion is {version}, this perfmatrix reads up to {SchemaVersion}. Use a newer perfmatrix, or the one that wrote the file.");
    }

    private static string Position(JsonException problem) =>
        problem.LineNumber is { } line ? $"({line + 1},{problem.BytePositionInLine + 1})" : "";

    /// <summary>The message without the position that the library appends, which counts from 0.</summary>
    private static string Sentence(JsonException problem)
    {
        var end = problem.Message.IndexOf(" Path: ", StringComparison.Ordinal);
        var cut = end < 0 ? problem.Message.IndexOf(" LineNumber: ", StringComparison.Ordinal) : end;
        var message = (cut < 0 ? problem.Message : problem.Message[..cut]).TrimEnd('.');
        return problem.Path is { Length: > 1 } path && !message.Contains(path, StringComparison.Ordinal) ? $"at {path}: {message}" : message;
    }
}
