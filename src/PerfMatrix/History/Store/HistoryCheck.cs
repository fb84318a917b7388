using System.Globalization;
using System.Text;
using System.Text.Json;
using PerfMatrix.Contract;

namespace PerfMatrix.History;

/// <summary>What a check of a history found.</summary>
/// <param name="Runs">Runs that read.</param>
/// <param name="Problems">Files that do not.</param>
/// <param name="Stale">Derived files that are not what the runs say.</param>
/// <param name="Size">Size of its files.</param>
/// <param name="Noted">Size that its entry point says; null without one.</param>
public sealed record HistoryCheck(int Runs, IReadOnlyList<HistoryProblem> Problems, IReadOnlyList<string> Stale, Bytes Size, Bytes? Noted)
{
    /// <summary>Whether nothing is wrong.</summary>
    public bool IsWhole => Problems.Count == 0 && Stale.Count == 0;

    /// <summary>Checks a history.</summary>
    public static HistoryCheck Of(IHistoryFiles files)
    {
        var (runs, problems) = Rebuilding.ReadAll(files);
        var none = new FileChanges();
        return new(runs.Count, problems, [.. Rebuilding.Rebuild(files).Files.Keys], HistorySize.Of(files, none), HistorySize.Noted(files, none));
    }

    /// <summary>For people.</summary>
    public string ToText()
    {
        var text = new StringBuilder().AppendLine(IsWhole ? string.Create(CultureInfo.InvariantCulture, $"The history is complete: {Runs} runs, {Size.Count / 1e6:0.0} MB.") : $"{Runs} runs can be read, {Problems.Count} cannot, {Stale.Count} derived files do not match the runs.");
        foreach (var problem in Problems) text.AppendLine($"{problem.Path}: {problem.Problem}");
        foreach (var path in Stale.Take(20)) text.AppendLine($"{path}: does not match the runs; `perfmatrix history rebuild` fixes it");
        if (Stale.Count > 20) text.AppendLine($"and {Stale.Count - 20} more");
        if (Noted != Size) text.AppendLine($"{HistoryPaths.Index}: says that the files have {(Noted is { } noted ? $"{noted.Count} bytes" : "no recorded size")}, they have {Size.Count} bytes");
        return text.ToString();
    }

    /// <summary>For programs.</summary>
    public string ToJson()
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteBoolean("whole", IsWhole);
            json.WriteNumber("runs", Runs);
            json.WriteNumber("historyBytes", Size.Count);
            json.WriteStartArray("problems");
            foreach (var problem in Problems)
            {
                json.WriteStartObject();
                json.WriteString("path", problem.Path);
                json.WriteString("problem", problem.Problem);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteStartArray("stale");
            foreach (var path in Stale) json.WriteStringValue(path);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(stream.ToArray()) + "\n";
    }
}
