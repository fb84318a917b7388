using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using PerfMatrix.Results;

namespace PerfMatrix.Gate;

/// <summary>Reads and writes <c>verdict.json</c>.</summary>
public static class VerdictFile
{
    /// <summary>Name of the file beside others of a run.</summary>
    public const string Name = "verdict.json";

    private static readonly VerdictJson s_json = new(new JsonSerializerOptions(VerdictJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    private static readonly VersionedJson<VerdictDocument> s_reader = new(
        "a verdict", 1, "Give the path of a verdict.json, which `gate` writes.", "judge again", s_json.VerdictDocument);

    /// <summary>Writes the document; a reader sees the old or the new version, never a part.</summary>
    /// <exception cref="UsageException">The file could not be written; a previous version is intact.</exception>
    public static void Write(string path, VerdictDocument document) => AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(document)));

    /// <summary>The text of the document.</summary>
    public static string Format(VerdictDocument document) => JsonLines.Format(JsonSerializer.SerializeToElement(document, s_json.VerdictDocument));

    /// <summary>Reads a document.</summary>
    /// <exception cref="UsageException">Missing, damaged (with the position), or written by a newer version.</exception>
    public static VerdictDocument Read(string path) => Filled(s_reader.Read(path));

    /// <summary>Reads a document from its text.</summary>
    /// <param name="text">The JSON.</param>
    /// <param name="name">The file, for messages.</param>
    /// <exception cref="UsageException">As <see cref="Read"/>.</exception>
    public static VerdictDocument Parse(string text, string name) => Filled(s_reader.Parse(text, name));

    // A key that is left out reads as null, whatever its default.
    private static VerdictDocument Filled(VerdictDocument document) => document with { Families = document.Families ?? [], Warnings = document.Warnings ?? [] };
}
