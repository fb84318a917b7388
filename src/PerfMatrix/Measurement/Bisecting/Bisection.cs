using NuGet.Versioning;

namespace PerfMatrix.Measurement.Bisecting;

internal interface IBisectJudge
{
    Task<BisectEvidence> JudgeAsync(BisectCandidate candidate, CancellationToken cancellation);
}

internal sealed class Bisection(IBisectJudge judge, string file, Action<string> said)
{
    /// <summary>Most candidates that are judged in one go.</summary>
    public int Most { get; init; } = int.MaxValue;

    /// <summary>Searches until nothing is left to test, or it has judged as many as it may, going on from a log of the same question.</summary>
    public async Task<BisectDocument> RunAsync(BisectDocument question, CancellationToken cancellation)
    {
        var log = Resume(question);
        for (var judged = 0; judged < Most && log.Next is TestNext next; judged++)
        {
            var candidate = log.Candidates[next.Candidate];
            said($"step {log.Steps.Count + 1}: {candidate.Title}");
            var evidence = await judge.JudgeAsync(candidate, cancellation);
            log = log with { Steps = [.. log.Steps, evidence] };
            BisectDocument.File.Write(file, log);
            said($"  {evidence.Answer.Word()}: {evidence.Reason}");
        }

        return log;
    }

    private BisectDocument Resume(BisectDocument question)
    {
        if (BisectDocument.File.Find(file) is not { } log) return question;
        if (!log.Asks(question))
            throw new UsageException(
                $"{file} is the log of another bisection (of {log.Metric} of {log.Cell}, {log.Candidates.Count} candidates); give another --out, "
                    + $"or remove it");
        if (log.Steps.Count > 0) said($"continuing with {Wording.Counted(log.Steps.Count, "step")} of {file}");
        return log;
    }
}

/// <summary>The search for the first bad candidate, as a function of what is known: candidates in order, the good end before the first, the bad end
/// the last one. A candidate without an answer is stepped around, as <c>git bisect skip</c> does.</summary>
internal static class BisectSearch
{
    /// <summary>What to do next. Every test halves the candidates that are left, so <c>n</c> of them take about <c>log2 n</c> tests, one for the bad
    /// end, and one for each without an answer.</summary>
    public static BisectStep Next(int candidates, IReadOnlyDictionary<int, BisectAnswer> answers)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(candidates, 1);
        var end = candidates - 1;
        if (!answers.TryGetValue(end, out var last)) return new TestNext(end);
        if (last != BisectAnswer.Bad) return new NotSeparable();
        var bad = answers.Where(answer => answer.Value == BisectAnswer.Bad).Min(answer => answer.Key);
        var good = answers.Where(answer => answer.Value == BisectAnswer.Good && answer.Key < bad).Select(answer => answer.Key).DefaultIfEmpty(-1)
            .Max();
        int[] open = [.. Enumerable.Range(good + 1, bad - good - 1).Where(index => !answers.ContainsKey(index))];
        return open.Length > 0 ? new TestNext(open[open.Length / 2]) : bad == good + 1 ? new FirstBad(bad) : new AmongThese(good + 1, bad);
    }
}

public enum BisectAnswer
{
    Good,

    /// <summary>Worse than the good end, confirmed.</summary>
    Bad,

    /// <summary>It cannot be measured, e.g. because it does not build.</summary>
    Skipped,

    /// <summary>All rounds of the confirmation did not tell.</summary>
    Unclear,
}

/// <summary>What a bisection does next, or has found.</summary>
internal abstract record BisectStep;

/// <summary>Measure this candidate against the good end.</summary>
internal sealed record TestNext(int Candidate) : BisectStep;

/// <summary>The first bad candidate; the one before it is good.</summary>
internal sealed record FirstBad(int Candidate) : BisectStep;

/// <summary>The first bad candidate is one of these; all but the last gave no answer.</summary>
internal sealed record AmongThese(int First, int Last) : BisectStep;

/// <summary>The bad end is not confirmed to be worse than the good end, so there is nothing to search for.</summary>
internal sealed record NotSeparable : BisectStep;

/// <summary>The log of a bisection, <c>bisect.json</c>, schema version 1. Written after every step, so that the same command goes on.</summary>
internal sealed record BisectDocument
{
    internal static DocumentFile<BisectDocument> File { get; } = new(
        "bisect.json", "the log of a bisection", "Give the folder of a bisection.", "remove it to begin again")
    {
        IsIndented = true,
    };

    public int SchemaVersion { get; init; } = 1;
    public required string Cell { get; init; }
    public required string Metric { get; init; }

    /// <summary>The good end, which every candidate is compared with.</summary>
    public required BisectCandidate Good { get; init; }

    /// <summary>The candidates, oldest first; the last is the bad end.</summary>
    public required IReadOnlyList<BisectCandidate> Candidates { get; init; }

    public required IReadOnlyList<BisectEvidence> Steps { get; init; }

    /// <summary>Address of the commits of the runtime between the first bad build and the one before; null where no package says it.</summary>
    public string? RuntimeCommits { get; init; }

    /// <summary><see cref="Next"/> for programs that read the log.</summary>
    public BisectVerdict Verdict => Next switch
    {
        FirstBad first => new(BisectOutcome.Found, [Candidates[first.Candidate].Id], Before(first).Id),
        AmongThese among => new(BisectOutcome.OneOf, [.. Candidates.Take(among.First..(among.Last + 1)).Select(candidate => candidate.Id)]),
        TestNext => new(BisectOutcome.Open, []),
        _ => new(BisectOutcome.NothingToFind, []),
    };

    [JsonIgnore]
    public BisectStep Next => BisectSearch.Next(Candidates.Count, Steps.ToDictionary(
        step => Candidates.Index().First(candidate => candidate.Item.Id == step.Candidate).Index, step => step.Answer));

    /// <summary>What it has found, as a sentence.</summary>
    /// <param name="title">A candidate as it is to stand there.</param>
    public string Found(Func<BisectCandidate, string> title) => Next switch
    {
        FirstBad first => $"First bad: {title(Candidates[first.Candidate])}.",
        AmongThese among => $"First bad: one of {among.Last - among.First + 1}, up to {title(Candidates[among.Last])}; those before it could not be "
            + "judged.",
        TestNext next => $"Not found yet: the search has reached its limit, or failed on the way. The same one goes on with "
            + $"{title(Candidates[next.Candidate])}.",
        _ => $"Nothing to find: {title(Candidates[^1])} is not confirmed to be worse than {title(Good)}.",
    };

    /// <summary>Whether the other is about the same question, so that its steps answer this one.</summary>
    public bool Asks(BisectDocument other) =>
        (Cell, Metric, Good) == (other.Cell, other.Metric, other.Good) && Candidates.SequenceEqual(other.Candidates);

    /// <summary>The evidence of a candidate; null when it was not measured.</summary>
    public BisectEvidence? EvidenceOf(int candidate) => Steps.FirstOrDefault(step => step.Candidate == Candidates[candidate].Id);

    /// <summary>The candidate before the first bad one, or the good end.</summary>
    public BisectCandidate Before(FirstBad first) => first.Candidate == 0 ? Good : Candidates[first.Candidate - 1];

    /// <summary>The same with <see cref="RuntimeCommits"/>, from the packages of what was measured; candidates that are commits have none.</summary>
    public BisectDocument WithCommits(RuntimePackages packages) => Next is not FirstBad found ? this : this with
    {
        RuntimeCommits = RuntimeCommit.Between(packages.CommitOf(Before(found).Id), packages.CommitOf(Candidates[found.Candidate].Id))
            ?? RuntimeCommits,
    };
}

internal enum BisectOutcome
{
    Found,

    /// <summary>The first bad one is one of several, which could not be judged.</summary>
    OneOf,
    Open,
    NothingToFind,
}

/// <param name="FirstBad">Ids of the candidates, of which one is the first bad one; empty where none is known.</param>
/// <param name="Before">Id of the candidate before it, or of the good end; null where it is not known.</param>
internal sealed record BisectVerdict(BisectOutcome Outcome, IReadOnlyList<string> FirstBad, string? Before = null);

/// <param name="Id">The commit, 40 hexadecimal digits, or the version.</param>
/// <param name="Title">For people: the first line of the commit's message, or the version.</param>
internal sealed record BisectCandidate(string Id, string Title);

/// <param name="EffectPercent">Estimated change against the good end, above 0 is worse; null when nothing could be estimated.</param>
/// <param name="Run">The run document, relative to this file; null when nothing was measured.</param>
internal sealed record BisectEvidence(
    string Candidate, BisectAnswer Answer, string Reason, double? EffectPercent, double? LowPercent, double? HighPercent, int Rounds, string? Run);

/// <summary>What a bisection searches through: the good end, the candidates after it, and how one is compared with an earlier one.</summary>
/// <param name="Between">Compares the second with the first.</param>
internal sealed record BisectRange(
    BisectCandidate Good, IReadOnlyList<BisectCandidate> Candidates, Func<BisectCandidate, BisectCandidate, MeasurementRequest> Between)
{
    public MeasurementRequest Request(BisectCandidate candidate) => Between(Good, candidate);

    public static async Task<BisectRange> OfCommitsAsync(
        Revisions revisions, string good, string bad, PlanRequest plan, CancellationToken cancellation)
    {
        var first = await revisions.CommitAsync(good, cancellation);
        var last = await revisions.CommitAsync(bad, cancellation);
        if (first == last || !await revisions.IsAncestorAsync(first, last, cancellation))
            throw new UsageException(
                $"--good {good} ({Wording.ShortId(first)}) is not in the history of --bad {bad} ({Wording.ShortId(last)}); give an older "
                    + "commit that was still fast, and a newer one that is slow");
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
        new(sha, $"{Wording.ShortId(sha)} {await revisions.SubjectAsync(sha, cancellation)}");

    private static BisectCandidate Candidate(SemanticVersion patch) => new(patch.ToString(), patch.ToString());

    private static string Example(IReadOnlyList<SemanticVersion> offered) => offered.Count > 1 ? $"{offered[0]}..{offered[^1]}" : "10.0.1..10.0.2";
}
