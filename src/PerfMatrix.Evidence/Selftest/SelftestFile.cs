using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Gate;
using PerfMatrix.Results;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>How sure the gate is, <c>selftest.json</c>, schema version 1: error rates from simulation, and real gate runs whose truth is known.</summary>
public sealed record SelftestDocument
{
    /// <summary>Version of this document.</summary>
    public required int SchemaVersion { get; init; }

    /// <summary>The program that wrote it last.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>The newest simulation; null before the first.</summary>
    public SimulationRecord? Simulation { get; init; }

    /// <summary>Real gate runs in the order they ended.</summary>
    public required IReadOnlyList<TrialRecord> Trials { get; init; }

    /// <summary>A document without results.</summary>
    public static SelftestDocument Empty(ToolInfo tool) => new() { SchemaVersion = 1, Tool = tool, Trials = [] };
}

/// <summary>Reads and writes <c>selftest.json</c>.</summary>
public static class SelftestFile
{
    /// <summary>The newest schema version this program reads.</summary>
    public const int SchemaVersion = 1;

    private static readonly SelftestJson s_json = new(new JsonSerializerOptions(SelftestJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    /// <summary>The text of a document.</summary>
    public static string Format(SelftestDocument document) => JsonSerializer.Serialize(document, s_json.SelftestDocument) + "\n";

    /// <summary>Reads a document; one without results when there is no such file yet.</summary>
    /// <exception cref="UsageException">Damaged, or written by a newer version.</exception>
    public static SelftestDocument ReadOrEmpty(string path, ToolInfo tool) => File.Exists(path) ? Read(path) : SelftestDocument.Empty(tool);

    /// <summary>Reads a document.</summary>
    /// <exception cref="UsageException">Missing, damaged, or written by a newer version.</exception>
    public static SelftestDocument Read(string path)
    {
        try
        {
            return Parse(File.ReadAllText(path), path);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path}: cannot read the selftest document: {problem.Message}", problem);
        }
    }

    /// <summary>Reads a document from its text.</summary>
    /// <exception cref="UsageException">As <see cref="Read"/>.</exception>
    public static SelftestDocument Parse(string text, string name)
    {
        try
        {
            var document = JsonSerializer.Deserialize(text, s_json.SelftestDocument) ?? throw new JsonException("found null, expected an object");
            return document.SchemaVersion is >= 1 and <= SchemaVersion
                ? document
                : throw new UsageException($"{name}: schemaVersion is {document.SchemaVersion}, this perfmatrix reads up to {SchemaVersion}. Use a newer perfmatrix, or the version that wrote the file.");
        }
        catch (JsonException problem)
        {
            throw new UsageException($"{name}: not a selftest document: {problem.Message} It may have been cut off or edited; take another copy, or give another file with --data.", problem);
        }
    }

    /// <summary>Changes the document of a file, or a new one; a reader sees the old or the new version, never a part.</summary>
    /// <exception cref="UsageException">The old document does not read, or the new one could not be written; the old one is intact.</exception>
    public static SelftestDocument Update(string path, ToolInfo tool, Func<SelftestDocument, SelftestDocument> change)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        var document = change(ReadOrEmpty(path, tool)) with { Tool = tool };
        AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(document)));
        return document;
    }
}

/// <summary>JSON of the selftest document: camelCase names and values, strict; a missing or null field that must be there does not read.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    WriteIndented = true,
    NumberHandling = JsonNumberHandling.Strict,
    PropertyNameCaseInsensitive = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    Converters = [
        typeof(OutcomeText), typeof(VerdictText), typeof(StageText), typeof(MetricRuleText), typeof(GoalStateText), typeof(QuantityText), typeof(TrialKindText), typeof(InjectionLegText)])]
[JsonSerializable(typeof(SelftestDocument))]
internal sealed partial class SelftestJson : JsonSerializerContext;
