using NuGet.Versioning;

namespace PerfMatrix.Measurement.Bisecting;

/// <summary>What a bisection searches through: the good end, the candidates after it, and how one is compared with an earlier one.</summary>
/// <param name="Between">Compares the second with the first.</param>
internal sealed record BisectRange(
    BisectCandidate Good, IReadOnlyList<BisectCandidate> Candidates, Func<BisectCandidate, BisectCandidate, MeasurementRequest> Between)
{
    /// <summary>Compares a candidate with the good end.</summary>
    public MeasurementRequest Request(BisectCandidate candidate) => Between(Good, candidate);

    public static async Task<BisectRange> OfCommitsAsync(
        Revisions revisions, string good, string bad, PlanRequest plan, CancellationToken cancellation)
    {
        var first = await revisions.CommitAsync(good, cancellation);
        var last = await revisions.CommitAsync(bad, cancellation);
        if (first == last || !await revisions.IsAncestorAsync(first, last, cancellation))
            throw new UsageException(
                $"--good {good} ({first[..8]}) is not in the history of --bad {bad} ({last[..8]}); give an older commit that was still fast, and a "
                    + $"newer one that is slow");
        var shas = await revisions.FirstParentsAsync(first, last, cancellation);
        var candidates = new List<BisectCandidate>();
        foreach (var sha in shas) candidates.Add(await CandidateAsync(revisions, sha, cancellation));
        return new BisectRange(
            await CandidateAsync(revisions, first, cancellation), candidates,
                (old, candidate) => new MeasurementRequest(plan, new SideSource(candidate.Id), new SideSource(old.Id)));
    }

    /// <summary>Released patches of a runtime between two of them, or daily builds between two of those.</summary>
    /// <param name="ends">Good and bad patch, as <c>10.0.11..10.0.14</c> or with the framework before each.</param>
    public static async Task<BisectRange> OfPatchesAsync(
        RuntimeCatalogue runtimes, string framework, string ends, PlanRequest plan, CancellationToken cancellation)
    {
        var isDaily = ends.Contains('-', StringComparison.Ordinal);
        var offered = isDaily ? await runtimes.DailyAsync(framework, cancellation) : await runtimes.PatchesAsync(framework, cancellation);
        var parts = ends.Replace(framework + "@", "", StringComparison.Ordinal).Split("..");
        if (parts.Length != 2 || !SemanticVersion.TryParse(parts[0], out var good) || !SemanticVersion.TryParse(parts[1], out var bad) || good >= bad)
            throw new UsageException($"--runtime: found '{ends}', expected two patches of {framework}, the older first, such as {Example(offered)}");
        foreach (var end in new[] { good, bad }.Where(end => !offered.Contains(end)))
            throw new UsageException($"--runtime: no package source has {end}; of {framework} there are {string.Join(", ", offered)}");
        return new BisectRange(
            Candidate(good),
            [.. offered.Where(patch => patch > good && patch <= bad).Select(Candidate)],
            (old, candidate) => OfValues(plan, $"{framework}@{old.Id}", $"{framework}@{candidate.Id}"));
    }

    private static MeasurementRequest OfValues(PlanRequest plan, string good, string candidate) =>
        new(plan with { Axes = plan.Axes.With(Axis.Runtime, [good, candidate]) }, SideSource.WorkingTree, SideSource.WorkingTree)
        {
            Range = new AxisValuePair(Axis.Runtime, good, candidate),
        };

    private static async Task<BisectCandidate> CandidateAsync(Revisions revisions, string sha, CancellationToken cancellation) =>
        new(sha, $"{sha[..8]} {await revisions.SubjectAsync(sha, cancellation)}");

    private static BisectCandidate Candidate(SemanticVersion patch) => new(patch.ToString(), patch.ToString());

    private static string Example(IReadOnlyList<SemanticVersion> offered) => offered.Count > 1 ? $"{offered[0]}..{offered[^1]}" : "10.0.1..10.0.2";
}
