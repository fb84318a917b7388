namespace PerfMatrix.Reporting.Gc;

/// <summary>The timelines of a run, read from the files beside its document.</summary>
/// <param name="Timelines">Those that could be read, in the order of the document.</param>
/// <param name="Problems">One sentence for each that could not.</param>
internal sealed record TimelineFiles(IReadOnlyList<GcTimeline> Timelines, IReadOnlyList<string> Problems)
{
    /// <summary>Reads them; a file that is missing or not the one that was written is left out with a sentence.</summary>
    public static TimelineFiles Read(string document, RunDocument run) => Read(RunWithFiles.Beside(document, run));

    /// <summary>Reads those of a document that was joined of several, each beside its own document; what the joined one has left out is not
    /// read.</summary>
    public static TimelineFiles Read(RunDocument joined, IEnumerable<RunWithFiles> parts)
    {
        var kept = (joined.Timelines ?? []).ToHashSet();
        List<TimelineFiles> read = [.. parts.Select(part => Read(part with
        {
            Run = part.Run with { Timelines = [.. (part.Run.Timelines ?? []).Where(kept.Contains)] },
        }))];
        return new TimelineFiles([.. read.SelectMany(files => files.Timelines)], [.. read.SelectMany(files => files.Problems)]);
    }

    private static TimelineFiles Read(RunWithFiles run)
    {
        var problems = new List<string>();
        List<GcTimeline> timelines = [.. (run.Run.Timelines ?? []).Select(record => ReadOne(run.Read, record, problems)).OfType<GcTimeline>()];
        return new TimelineFiles(timelines, problems);
    }

    private static GcTimeline? ReadOne(Func<string, byte[]> read, TimelineRecord record, List<string> problems)
    {
        try
        {
            var bytes = read(record.File.Path);
            if (Convert.ToHexStringLower(SHA256.HashData(bytes)) == record.File.Sha256)
                return JsonSerializer.Deserialize(bytes, ContractJson.Default.GcTimeline);
            problems.Add(
                $"{record.Variant}: {record.File.Path} has been changed since it was written (its SHA-256 differs), so its timeline is left out.");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            problems.Add($"{record.Variant}: its timeline cannot be read: {exception.Message}");
        }

        return null;
    }
}
