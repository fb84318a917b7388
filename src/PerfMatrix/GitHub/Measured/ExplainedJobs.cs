namespace PerfMatrix.GitHub.Measured;

/// <summary>What jobs found out of the causes, from the <c>why.json</c> of their artifacts. They have run code of the commits that they measured, so
/// only numbers and cleaned names of the cells that the job was to measure are taken, and nothing of it decides anything.</summary>
/// <param name="Why">All of it as one document; null when no job left any.</param>
/// <param name="Problems">Files that were left out, each with the reason.</param>
internal sealed record ExplainedJobs(WhyDocument? Why, IReadOnlyList<string> Problems)
{
    /// <param name="sides">What they must be about: base and head.</param>
    /// <param name="jobs">The folder of each artifact and the cells of its job.</param>
    /// <param name="verdict">What changed most by it comes first; null where one job looked at one cell.</param>
    public static ExplainedJobs Read(
        (ComparedSide? Base, ComparedSide? Head) sides, IEnumerable<(string Folder, IReadOnlyCollection<string> Cells)> jobs,
            VerdictDocument? verdict = null)
    {
        var problems = new List<string>();
        List<WhyDocument> parts = [.. jobs.Select(job => Errors.Or<WhyDocument?>(() => Read(sides, job.Folder, job.Cells),
            problem => FileErrors.Is(problem) || problem is ArtifactException or UsageException, problem =>
            {
                problems.Add(ForeignText.Clean($"{Path.GetFileName(job.Folder)}: left out its {WhyDocument.File.Name}: {problem.Message}"));
                return null;
            })).OfType<WhyDocument>()];
        return new(verdict is null ? WhyDocument.Merge(parts) : WhyCauses.Merged(verdict, parts), problems);
    }

    private static WhyDocument? Read((ComparedSide? Base, ComparedSide? Head) sides, string folder, IReadOnlyCollection<string> cells)
    {
        var file = new FileInfo(WhyDocument.File.In(folder));
        if (file.LinkTarget is not null) throw new ArtifactException("found a link, expected a file");
        if (!file.Exists) return null;
        if (file.Length > WhyDocument.Largest)
            throw new ArtifactException($"has {file.Length:#,0} bytes, at most {WhyDocument.Largest:#,0} were expected");
        return ForeignExplanation.Parse(File.ReadAllText(file.FullName), sides, cells);
    }
}

/// <summary>A <c>why.json</c> that a program of the pull request may have written.</summary>
internal static class ForeignExplanation
{
    private const int LongestName = 200;
    private const double LargestAmount = 1e12;

    /// <param name="sides">What it must be about: base and head.</param>
    /// <exception cref="ArtifactException">It contradicts these, or has impossible numbers.</exception>
    public static WhyDocument Parse(string json, (ComparedSide? Base, ComparedSide? Head) sides, IReadOnlyCollection<string> cells)
    {
        var why = WhyDocument.File.Parse(json, WhyDocument.File.Name);
        if (why.Base.Sha != sides.Base?.Sha || why.Head.Sha != sides.Head?.Sha) throw new ArtifactException("is about other commits");
        if (why.Cells.FirstOrDefault(cell => !cells.Contains(cell.Cell)) is { } other)
            throw new ArtifactException($"found cell {other.Cell}, which its job does not measure");
        return why.Cells.SelectMany(cell => cell.Numbers).All(number => Math.Abs(number) <= LargestAmount) ? Cleaned(why, sides)
            : throw new ArtifactException("found a number that no trace gives");
    }

    private static WhyDocument Cleaned(WhyDocument why, (ComparedSide? Base, ComparedSide? Head) sides) => why with
    {
        Base = sides.Base!,
        Head = sides.Head!,
        Cells = [.. why.Cells.DistinctBy(cell => cell.Cell).Select(cell => cell.WithTexts(Name, ForeignText.Clean))],
        Warnings = [.. why.Warnings.Select(ForeignText.Clean)],
    };

    private static string Name(string name) => ForeignText.Clean(name.Length > LongestName ? name[..LongestName] : name);
}
