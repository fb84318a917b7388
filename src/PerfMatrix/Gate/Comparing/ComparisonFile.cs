using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using PerfMatrix.Results;

namespace PerfMatrix.Gate;

/// <summary>Reads and writes <c>comparison.json</c>.</summary>
public static class ComparisonFile
{
    /// <summary>Name of the file beside others of a run.</summary>
    public const string Name = "comparison.json";

    /// <summary>The newest schema version this program reads.</summary>
    public const int SchemaVersion = 1;

    private static readonly ComparisonJson s_json = new(new JsonSerializerOptions(ComparisonJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    private static readonly VersionedJson<ComparisonDocument> s_reader = new(
        "a comparison", SchemaVersion, "Give the path of a comparison.json.", "compare again", s_json.ComparisonDocument);

    /// <summary>Writes the document; a reader sees the old or the new version, never a part.</summary>
    /// <exception cref="UsageException">The file could not be written; a previous version is intact.</exception>
    public static void Write(string path, ComparisonDocument document) => AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(document)));

    /// <summary>The text of the document.</summary>
    public static string Format(ComparisonDocument document) => JsonLines.Format(JsonSerializer.SerializeToElement(document, s_json.ComparisonDocument));

    /// <summary>Reads a document.</summary>
    /// <exception cref="UsageException">Missing, damaged (with the position), or written by a newer version.</exception>
    public static ComparisonDocument Read(string path) => Check(s_reader.Read(path), path);

    /// <summary>Reads a document from its text.</summary>
    /// <exception cref="UsageException">As <see cref="Read"/>.</exception>
    public static ComparisonDocument Parse(string text, string name) => Check(s_reader.Parse(text, name), name);

    private static ComparisonDocument Check(ComparisonDocument document, string name)
    {
        if (document.Cells.Contains(null!) || document.Runs.Contains(null!) || document.Warnings.Contains(null!) || document.Differences.Contains(null!)
            || document.Pairs.Concat(document.Canaries).Any(series => series is null || series.Rounds.Contains(null!)))
        {
            throw new UsageException($"{name}: not a comparison: found null in a list; compare again");
        }

        var cells = document.Cells.Select(cell => cell.Id).ToHashSet();
        var runs = document.Runs.Select(run => run.Id).ToHashSet();
        foreach (var series in document.Pairs.Concat(document.Canaries))
        {
            if (!cells.Contains(series.Cell))
                throw new UsageException($"{name}: not a comparison: pairs of {series.Cell}, which is not among its cells; compare again");
            if (!runs.Contains(series.Run))
                throw new UsageException($"{name}: not a comparison: pairs of run {series.Run}, which is not among its runs; compare again");
        }

        return document;
    }
}

/// <summary>JSON of the comparison: camelCase names and values, strict numbers; a document with a missing or null field that must be there does not read.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    NumberHandling = JsonNumberHandling.Strict,
    PropertyNameCaseInsensitive = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    Converters = [typeof(StageText)])]
[JsonSerializable(typeof(ComparisonDocument))]
internal sealed partial class ComparisonJson : JsonSerializerContext;
