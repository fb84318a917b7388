namespace PerfMatrix.GitHub.Publishing;

/// <summary>The groups of a workflow run as documents of the history: one for each attempt and kind of machine. What different kinds of machines
/// measured is never put into one document, because values are not comparable; an attempt has its own, because published runs never change.</summary>
internal static class GroupMerge
{
    /// <summary>The documents, the earliest first. The same groups give the same documents, in any order.</summary>
    public static IReadOnlyList<RunDocument> Of(IReadOnlyList<MeasuredGroup> groups, long? workflowRun)
    {
        RunMerge.RequireOneCommit(groups.Select(Named), "the artifacts of one workflow run");
        return
        [
            .. groups.GroupBy(group => (group.Attempt, group.Run.Machine.Fingerprint))
                .Select(part => part.OrderBy(group => group.Run.StartedAt).ThenBy(group => group.Name, StringComparer.Ordinal).ToList())
                .Select(part => RunMerge.Of(IdOf(part, workflowRun), [.. part.Select(Named)]))
                .OrderBy(run => run.Id, StringComparer.Ordinal),
        ];
    }

    /// <summary>The timelines of a document, each beside the document of its group, in a folder or archive. Documents alone have none.</summary>
    public static TimelineFiles Timelines(RunDocument run, IReadOnlyList<MeasuredGroup> groups) => TimelineFiles.Read(
        run, groups.Where(group => group.Files is not null).Select(group => new RunWithFiles(group.Run, group.Files!)));

    private static NamedRun Named(MeasuredGroup group) => new(group.Name, group.Run);

    private static string IdOf(List<MeasuredGroup> groups, long? workflowRun)
    {
        var start = groups.Min(group => group.Run.StartedAt).UtcDateTime.ToString("yyyyMMdd'T'HHmmssfff'Z'");
        var machine = ShortHash(groups[0].Run.Machine.Fingerprint);
        return workflowRun is { } id
            ? $"{start}{RunId.Trace(id)}{groups[0].Attempt}-{machine}"
            : $"{start}-{ShortHash(string.Join('\n', groups.Select(group => group.Run.Id).Order(StringComparer.Ordinal)))}-{machine}";
    }

    private static string ShortHash(string text) => HistoryJson.Hash(text)[..6];
}

/// <summary>The groups in the archive of an artifact, with the files that their documents name. Nothing of it is unpacked to disk.</summary>
internal static class ArchivedGroups
{
    private const long LargestDocument = 256L << 20;
    private const long LargestFile = 64L << 20;

    /// <summary>The groups, in the order of their paths.</summary>
    /// <exception cref="ArtifactException">It is no archive, or a hostile one.</exception>
    public static IReadOnlyList<MeasuredGroup> Of(byte[] archive, string artifact) =>
    [
        .. ArtifactArchive.Read(archive, artifact, LargestDocument, path => path.Split('/')[^1] == RunDocument.File.Name)
            .OrderBy(file => file.Key, StringComparer.Ordinal)
            .Select(file => MeasuredGroup.Of(artifact, RunDocument.File.Parse(Encoding.UTF8.GetString(file.Value), $"{artifact}/{file.Key}")) with
            {
                Files = path => Beside(archive, artifact, file.Key[..^RunDocument.File.Name.Length] + path),
            }),
    ];

    private static byte[] Beside(byte[] archive, string artifact, string path) => Errors.Or(
        () => ArtifactArchive.Read(archive, artifact, LargestFile, other => other == path).GetValueOrDefault(path)
            ?? throw new FileNotFoundException($"artifact '{artifact}' has no file '{ForeignText.Clean(path)}'."),
        (ArtifactException problem) => throw new IOException(problem.Message, problem));
}
