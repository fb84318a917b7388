namespace PerfMatrix.Gate;

/// <summary>When a decision is tried, and with what error rates: group-sequential looks (S. Pocock 1977, "Group sequential methods in the design and
/// analysis of clinical trials", Biometrika 64), all data kept.</summary>
/// <param name="looks">In order of their pairs; those beyond the last follow from it.</param>
internal sealed class DecisionLooks(params DecisionLook[] looks)
{
    /// <summary>Rounds of the last look, two pairs each; a comparison that is continued has more.</summary>
    public const int MostRounds = 20;

    // Levels of change of all looks of a comparison that is continued, together: each has half of what is left. So it is with those of sameness.
    private const double LeftToContinue = 0.004;

    /// <summary>So many subjects share a machine at these levels; more share the error rate among them.</summary>
    public const int SubjectsAtFullLevel = 24;

    /// <summary>The looks in force. Their levels together stay below 0.05 for a change that does not exceed the margin, and nothing changed is far
    /// below the margin. Chosen by simulation, see docs/evidence.md.</summary>
    public static DecisionLooks InForce { get; } = new(
        new(6, 0, 0.016), new(8, 0.004, 0.012), new(10, 0.006, 0.006), new(12, 0.006, 0.008), new(16, 0.006, 0.01), new(20, 0.006, 0.01),
        new(26, 0.006, 0.01), new(32, 0.006, 0.01), new(40, 0.006, 0.014));

    public int First => looks[0].Pairs;
    public int FirstRounds => (First + 1) / 2;

    /// <summary>Confidence of each of the two one-sided tests of sameness at the last look.</summary>
    public double SameConfidencePercent => 100 * (1 - looks[^1].Same);

    /// <summary>The looks that so many pairs allow. A few pairs beyond one are no look of their own, whose error rate nobody has counted.</summary>
    public IEnumerable<DecisionLook> Reached(int pairs) => All().TakeWhile(look => look.Pairs <= pairs);

    /// <summary>What the looks say that so many pairs allow. The first decision stands, because the levels count on it, even where rounds go on for
    /// another metric; estimates are those of the newest look. But nothing is the same while the newest look shows signs of a change.</summary>
    /// <param name="nothing">The verdict as long as nothing is known.</param>
    /// <param name="judge">Judges the first pairs, as many as the look has.</param>
    public SubjectVerdict Judge(SubjectVerdict nothing, int pairs, Func<DecisionLook, SubjectVerdict> judge)
    {
        if (pairs < First) return nothing with { Reason = $"{pairs} of {First} pairs", MorePairs = First - pairs };
        var seen = Reached(pairs).Select(look => (Look: look, Verdict: judge(look))).ToList();
        var (kept, newest) = (seen.Find(one => one.Verdict.IsDecided), seen[^1].Verdict);
        if (kept.Look is null || (kept.Verdict.Verdict == Verdict.Same && newest.Direction != Suspicion.None))
            return newest.IsDecided ? newest : newest with { MorePairs = Next(pairs) - pairs };
        return kept.Verdict.Verdict == newest.Verdict ? newest : newest with
        {
            Verdict = kept.Verdict.Verdict,
            Suspicion = Suspicion.None,
            Reason = $"{kept.Verdict.Reason}, decided at {kept.Look.Pairs} pairs",
        };
    }

    public int Next(int pairs) => All().First(look => look.Pairs > pairs).Pairs;

    private IEnumerable<DecisionLook> All()
    {
        foreach (var look in looks) yield return look;
        var (last, left) = (looks[^1], LeftToContinue);
        while (true) yield return last = new(last.Pairs + (last.Pairs / 8 * 2), left /= 2, last.Same / 2);
    }
}

/// <param name="Change">Level of the one-sided test against the margin; 0 where no change is decided yet.</param>
/// <param name="Same">Level of each of the two one-sided tests of sameness.</param>
internal sealed record DecisionLook(int Pairs, double Change, double Same);
