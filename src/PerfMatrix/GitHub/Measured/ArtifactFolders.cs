namespace PerfMatrix.GitHub.Measured;

/// <summary>Finds the downloaded artifacts of the jobs of a stage: one folder each, named <c>screen-g01</c>, or <c>screen-g01-attempt2</c> after
/// failed jobs were repeated. The newest attempt of a job wins. A pattern that matches one artifact alone leaves its files without such a folder
/// (actions/download-artifact from v5 on), so files that lie there directly are the job's where there is only one.</summary>
/// <param name="folder">Folder of the artifacts; one that is not there holds none.</param>
internal sealed partial class ArtifactFolders(string folder, string stage)
{
    private readonly Dictionary<string, (int Attempt, string Path)> _newest = Find(folder, stage);

    /// <summary>The stage as artifacts name it: screen or confirm.</summary>
    public string Stage => stage;

    public ArtifactSeals Seals { get; init; } = ArtifactSeals.None;

    /// <summary>The folder of a job's newest attempt; null when it left none.</summary>
    public string? Of(string slug, bool isOnly) =>
        _newest.TryGetValue(slug, out var found) ? found.Path
        : isOnly && _newest.Count == 0 && File.Exists(ComparisonDocument.File.In(folder)) ? folder : null;

    /// <summary>The newest attempt of the workflow run that left anything here; 0 when none did.</summary>
    public int NewestAttempt => _newest.Values.Select(found => found.Attempt).DefaultIfEmpty().Max();

    /// <summary>Folders of jobs that are none of the plan's.</summary>
    public IEnumerable<string> Others(IReadOnlyCollection<string> slugs, int since) =>
        _newest.Where(found => !slugs.Contains(found.Key) && found.Value.Attempt >= since).Select(found => Path.GetFileName(found.Value.Path))
        .Order(StringComparer.Ordinal);

    private static Dictionary<string, (int Attempt, string Path)> Find(string folder, string stage) =>
        (from path in Directory.Exists(folder) ? Directory.EnumerateDirectories(folder) : []
         let artifact = AttemptName.Of(Path.GetFileName(path))
         let job = Name().Match(artifact.Name)
         where job.Success && job.Groups["stage"].Value == stage
         group (artifact.Attempt, Path: path) by job.Groups["slug"].Value)
        .ToDictionary(job => job.Key, job => job.MaxBy(found => found.Attempt));

    [GeneratedRegex(
        @"^(?<stage>screen|confirm)-(?<slug>[gc][0-9]{2,3}(-m[0-9]{1,3})?)$",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Name();
}
