using PerfMatrix.History;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.History;

/// <summary>Runs for tests of the history.</summary>
internal static class HistorySamples
{
    private static readonly RunDocument s_run = SampleRun.CreateStored();

    /// <summary>A run document of its own id and time.</summary>
    public static RunDocument Document(int number) => s_run with
    {
        Id = $"20261121T0750{number % 60:00}345Z-{number:x4}",
        StartedAt = s_run.StartedAt.AddHours(number),
        FinishedAt = s_run.FinishedAt.AddHours(number),
    };

    public static CompactRun Compact(int number) => Compact(Document(number));

    /// <summary>A document whose first variant has an identical copy, as a measurement of noise has it.</summary>
    public static RunDocument WithTwin(RunDocument document)
    {
        var first = document.Variants[0];
        var twin = first with { Id = $"{first.Id}#1", Twin = 1 };
        return document with
        {
            Variants = [.. document.Variants, twin],
            Samples = [.. document.Samples, .. document.Samples.Where(sample => sample.Variant == first.Id)
                .Select(sample => sample with { Variant = twin.Id })],
        };
    }

    public static CompactRun Compact(RunDocument document) => CompactRun.Of(document);

    /// <summary>A history in memory with runs published one by one.</summary>
    public static MemoryFiles Published(params IEnumerable<CompactRun> runs)
    {
        var files = new MemoryFiles();
        foreach (var run in runs) files.Apply(Publishing.Add(files, run));
        return files;
    }

    /// <summary>Writes bytes over a file.</summary>
    public static void Overwrite(this MemoryFiles files, string path, string text)
    {
        var changes = new FileChanges();
        changes.Set(path, System.Text.Encoding.UTF8.GetBytes(text));
        files.Apply(changes);
    }

    public static string Text(this IHistoryFiles files, string path) => System.Text.Encoding.UTF8.GetString(files.Read(path)!);
}

/// <summary>A history in memory.</summary>
internal sealed class MemoryFiles : IHistoryFiles
{
    private readonly SortedDictionary<string, byte[]> _files = new(StringComparer.Ordinal);

    public IReadOnlyCollection<string> Paths => _files.Keys;

    public byte[]? Read(string path) => _files.GetValueOrDefault(path);

    public void Apply(FileChanges changes)
    {
        foreach (var (path, content) in changes.Files)
        {
            if (content is null) _files.Remove(path);
            else _files[path] = content;
        }
    }
}
