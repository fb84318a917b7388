using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace PerfMatrix.Results;

/// <summary>Reads a document that has a <c>schemaVersion</c>, and says what is wrong with one that does not read.</summary>
/// <param name="what">What the document is, e.g. <c>a run document</c>.</param>
/// <param name="newest">The newest version this program reads.</param>
/// <param name="where">What to give instead when the file cannot be read.</param>
/// <param name="again">How to come by another one, e.g. <c>measure again</c>.</param>
/// <param name="json">How it is read.</param>
internal sealed class VersionedJson<T>(string what, int newest, string where, string again, JsonTypeInfo<T> json)
{
    /// <summary>Reads a file.</summary>
    /// <exception cref="UsageException">Missing, damaged (with the position), or written by a newer version.</exception>
    public T Read(string path)
    {
        try
        {
            return Parse(File.ReadAllText(path), path);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path}: cannot read {what.Replace("a ", "the ", StringComparison.Ordinal)}: {problem.Message} {where}", problem);
        }
    }

    /// <summary>Reads text.</summary>
    /// <exception cref="UsageException">Damaged, or written by a newer version.</exception>
    public T Parse(string text, string name)
    {
        try
        {
            CheckVersion(text, name);
            return JsonSerializer.Deserialize(text, json) ?? throw new JsonException("found null, expected an object");
        }
        catch (JsonException problem)
        {
            throw new UsageException($"{name}{Position(problem)}: not {what}: {Sentence(problem)}. It may have been cut off or edited; take another copy, or {again}.", problem);
        }
    }

    private void CheckVersion(string text, string name)
    {
        using var document = JsonDocument.Parse(text);
        var version = document.RootElement.ValueKind == JsonValueKind.Object
            && document.RootElement.TryGetProperty("schemaVersion", out var element)
            && element.ValueKind == JsonValueKind.Number
            && element.TryGetInt32(out var number)
                ? number
                : throw new JsonException("found no schemaVersion, expected the number 1");
        if (version < 1 || version > newest)
            throw new UsageException($"{name}: schemaVersion is {version}, this perfmatrix reads up to {newest}. Use a newer perfmatrix, or the version that wrote the file.");
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
