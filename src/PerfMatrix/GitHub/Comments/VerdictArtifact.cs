namespace PerfMatrix.GitHub.Comments;

/// <summary>The verdict of a pull request as it comes from the artifact of a run that executed the code of that pull request, so anything may stand
/// in it. Numbers are taken; of texts only names that have the form of a name are, and the sentences are ours.</summary>
internal static class VerdictArtifact
{
    /// <summary>Name of the artifact, in every attempt.</summary>
    public const string Name = "verdict";
    /// <summary>Largest archive in bytes.</summary>
    public const long LargestArchive = 16L << 20;

    private const long LargestDocument = 64L << 20;
    private const int MostCells = 200_000;
    private const int LongestName = 200;
    private const double LargestPercent = 1e6;
    private const int MostRounds = 1_000_000;

    // Microseconds, bytes or events a request.
    private const double LargestAmount = 1e12;

    /// <exception cref="ArtifactException">There is none, it is damaged, contradicts itself, is about another commit, or is hostile.</exception>
    public static VerdictDocument Read(byte[] archive, string sha)
    {
        var files = ArtifactArchive.Read(archive, Name, LargestDocument, path => path == VerdictDocument.File.Name);
        // Verdict leaves an artifact without one where it could not judge.
        if (!files.TryGetValue(VerdictDocument.File.Name, out var content)) throw new ArtifactException("the run ended without a verdict");
        var verdict = Parse(content);
        Check(verdict, sha);
        return verdict with { Cells = [.. verdict.Cells.Select(cell => IsPossible(cell.Cause) ? cell : cell with { Cause = null })] };
    }

    /// <summary>What traced rounds showed of its cells; null where nobody looked, or it cannot be used. It is no part of the verdict.</summary>
    public static WhyDocument? Explanation(byte[] archive, VerdictDocument verdict) => Errors.Or<WhyDocument?>(() =>
    {
        var files = ArtifactArchive.Read(archive, Name, WhyDocument.Largest, path => path == WhyDocument.File.Name);
        if (!files.TryGetValue(WhyDocument.File.Name, out var content) || verdict is not { Base: not null, Head: not null }) return null;
        return ForeignExplanation.Parse(
            Encoding.UTF8.GetString(content), (verdict.Base, verdict.Head), verdict.Cells.Select(cell => cell.Cell).ToHashSet());
    }, problem => problem is UsageException or ArtifactException or ArgumentException, _ => null);

    private static VerdictDocument Parse(byte[] content) => Errors.Or(
        () => VerdictDocument.File.Parse(
            new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true).GetString(content), VerdictDocument.File.Name),
        problem => problem is UsageException or DecoderFallbackException or ArgumentException,
        problem => throw new ArtifactException($"artifact '{Name}': {problem.Message}", problem));

    private static void Check(VerdictDocument verdict, string sha)
    {
        if (verdict.Cells.Count > MostCells) throw Wrong("has too many cells");
        // What was measured is the merge commit; the run was about the newest commit of the branch, which the verdict names beside it.
        if ((verdict.PullRequest?.HeadSha ?? verdict.Head?.Sha) is not { } head) throw Wrong($"names no commit, the run was about {Shown(sha)}");
        if (!head.Equals(sha, StringComparison.OrdinalIgnoreCase)) throw Wrong($"is about commit {Shown(head)}, the run was about {Shown(sha)}");
        if (verdict.Base?.Sha is { } old && !CommitId.IsOne(old)) throw Wrong($"names the base commit '{Shown(old)}', which is none");
        foreach (var cell in verdict.Cells) Check(cell);
        if (verdict.Axes.Count > MostCells || verdict.Axes.DistinctBy(cell => cell.Id).Count() < verdict.Axes.Count)
            throw Wrong("names the axis values of a cell twice, or of too many");
        foreach (var family in verdict.Families) Check(family);
        if (verdict.Environment?.Count > EnvironmentDifference.Most) throw Wrong("names too many differences of the environment");
        if (verdict.Outcome == Outcome.Pass && verdict.Cells.Any(cell => cell is { Gates: true, Kind: VerdictKind.Worse }))
            throw Wrong("says pass and names a regression");
        if (verdict.Outcome == Outcome.Pass && !verdict.Cells.Any(cell => cell.Gates)) throw Wrong("says pass and has judged nothing");
    }

    private static void Check(CellVerdict cell)
    {
        if (!IsName(cell.Cell, $"/{ScenarioEntry.SignsOfIds}") || !IsName(cell.Metric, ""))
            throw Wrong($"names the cell '{Shown(cell.Cell)}' and metric '{Shown(cell.Metric)}', which have not the form of names");
        if (!AreNumbers(cell.EffectPercent, cell.LowPercent, cell.HighPercent, cell.DetectablePercent) || !IsCount(cell.Rounds)
            || !IsCount(cell.Machines) || !IsCount(cell.MoreRounds ?? 0))
            throw Wrong($"has impossible numbers for {cell.Cell} {cell.Metric}");
    }

    // A cause explains a verdict, so one that cannot be shown takes none away.
    private static bool IsPossible(VerdictCause? cause) =>
        cause is null || (new[] { cause.PerRequest, cause.Low, cause.High, cause.Total ?? 0, cause.Unattributed ?? 0, cause.Measured ?? 0 }
            .All(amount => Math.Abs(amount) <= LargestAmount) && (cause.Event is not null || !string.IsNullOrWhiteSpace(cause.Method ?? cause.Type)));

    private static void Check(FamilyRecord family)
    {
        if (!IsName(family.Family, "/.-_@: ") || !IsName(family.Metric, "")
            || !AreNumbers(family.EffectPercent, family.LowPercent, family.HighPercent) || !IsCount(family.Cells))
            throw Wrong($"has an impossible family '{Shown(family.Family)}'");
    }

    // Letters, digits and a few separators: nothing that Markdown, HTML or a shell reads.
    private static bool IsName(string text, string separators) =>
        text is { Length: > 0 and <= LongestName } && char.IsAsciiLetterOrDigit(text[0])
        && text.All(c => char.IsAsciiLetterOrDigit(c) || separators.Contains(c, StringComparison.Ordinal));

    private static bool AreNumbers(params IEnumerable<double?> numbers) => numbers.All(number => Math.Abs(number ?? 0) <= LargestPercent);

    private static bool IsCount(int number) => number is >= 0 and <= MostRounds;

    private static string Shown(string text) => text.Length > 60 ? text[..60] : text;

    private static ArtifactException Wrong(string what) => new($"artifact '{Name}': its {VerdictDocument.File.Name} {what}");
}
