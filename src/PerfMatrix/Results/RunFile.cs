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

    private static readonly VersionedJson<RunDocument> s_reader = new(
        "a run document", SchemaVersion, "Give the path of a run.json or of the folder that holds it.", "measure again", s_json.RunDocument);

    /// <summary>Writes the document; a reader sees the old or the new version, never a part.</summary>
    /// <exception cref="UsageException">The file could not be written; a previous version is intact.</exception>
    public static void Write(string path, RunDocument document) => AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(document)));

    /// <summary>The text of the document.</summary>
    public static string Format(RunDocument document) => JsonLines.Format(JsonSerializer.SerializeToElement(document, s_json.RunDocument));

    /// <summary>Reads a document of this or an older schema version.</summary>
    /// <exception cref="UsageException">Missing, damaged (with the position), or written by a newer version.</exception>
    public static RunDocument Read(string path) => s_reader.Read(path);

    /// <summary>Reads a document from its text.</summary>
    /// <param name="text">The JSON.</param>
    /// <param name="name">The file, for messages.</param>
    /// <exception cref="UsageException">As <see cref="Read"/>.</exception>
    public static RunDocument Parse(string text, string name) => s_reader.Parse(text, name);
}
