namespace PerfMatrix.Gate;

/// <summary>What counts for one subject, from the size that the policy promises to find and the bias of a machine; log ratios.</summary>
/// <param name="Detect">The size: changes of it and more are found.</param>
/// <param name="Bias">Standard deviation of what one machine adds to all pairs of a cell.</param>
/// <param name="LevelShare">Share of the levels of <see cref="DecisionLooks"/> that is this subject's.</param>
internal sealed record Limits(double Detect, double Bias, double LevelShare = 1)
{
    // One in 200 machines favours a side by more.
    private const double MarginScore = 2.6;

    // One in 1,000: what merely looks worse passed no test against the margin.
    private const double SuspectScore = 3.1;

    /// <summary>Bias where nobody has measured it, as a share of the size: 0.5 % where 5 % are found.</summary>
    public const double AssumedBiasShare = 0.1;

    /// <summary>The bias that is assumed of a metric.</summary>
    /// <param name="detect">Its size, a log ratio.</param>
    public static double AssumedBias(string metric, double detect) =>
        AssumedBiasShare * Math.Max(detect, LogRatio.FromPercent(Metric.Find(metric)?.LeastSizePercent ?? 0));

    /// <summary>No machine is believed to have less, because a history is short.</summary>
    public const double LeastBiasShare = 0.05;

    // By simulation: without it 3.3 % of changes of 5 % are called the same at a spread of 3 %, with it 1.4 %.
    private const double SameShare = 0.75;

    /// <summary>Fewest pairs that decide where the size has grown. By simulation: 31 % of the changes of a start-up by 7.7 % are called the same at a
    /// spread of 7 % where neither this nor the size of the policy counts for what is the same, 6.6 % without this, 1.5 % with it. A real start-up
    /// that did not change was worse after 10 pairs (docs/evidence.md).</summary>
    public const int PairsOfGrown = 16;

    /// <summary>What a size has to be of the spread: then it is found as often as 5 % where pairs spread by 3.3 %.</summary>
    public const double SpreadFactor = 1.5;

    /// <summary>The change that the test must exceed; keeps what a machine does to one side out of the verdicts.</summary>
    public double Margin => MarginScore * Bias;

    /// <summary>The size of the policy; <see cref="Detect"/> is larger where identical programs spread too much for it.</summary>
    public double Promised { get; init; } = Detect;
    public BiasOrigin Origin { get; init; }

    /// <summary>Smallest estimate of a change that is proven: half of the policy's size.</summary>
    public double Threshold => HalfOf(Promised);

    /// <summary>The same of one that is not: half of the size that has grown, because noise alone looks like less, and what machines rarely do to one
    /// side, because no number of rounds takes that away.</summary>
    public double SuspectThreshold => Math.Max(HalfOf(Detect), SuspectScore * Bias);

    /// <summary>Whether the bias of the machine alone looks like half of the size, so that changes of it may pass.</summary>
    public bool IsHidden => HalfOf(Detect) < SuspectScore * Bias;

    /// <summary>The smallest size, in percent, that the bias does not hide; rounded up.</summary>
    public double LeastPercent => Math.Ceiling(2000 * (Math.Exp(SuspectScore * Bias) - 1)) / 10;

    /// <summary>What the estimate of something unchanged stays below, however large the size has grown.</summary>
    public double SameThreshold => SameShare * HalfOf(Promised);

    /// <summary>Fewest pairs that something is the same, worse or better by.</summary>
    public int LeastPairs => Detect > Promised ? PairsOfGrown : 0;

    public double DetectPercent => LogRatio.ToPercent(Detect);

    private static double HalfOf(double size) => Math.Log((1 + Math.Exp(size)) / 2);

    /// <summary>The limits where identical programs spread too much for the size to be found: it grows with the spread. What a machine does to one
    /// side in all rounds has nothing to do with how they scatter, so the bias stays.</summary>
    /// <param name="spread">Standard deviation of pairs of identical programs.</param>
    public Limits Scaled(double spread) => Detect >= SpreadFactor * spread ? this : this with { Detect = SpreadFactor * spread };
}

/// <param name="subjects">Subjects that are judged on one machine alone and share an error rate; 1 where a second machine has to agree.</param>
internal sealed class LimitTable(GatePolicy policy, MachineBias bias, int subjects)
{
    private readonly double _share = Math.Min(1, (double)DecisionLooks.SubjectsAtFullLevel / Math.Max(1, subjects));

    public GatePolicy Policy => policy;

    /// <summary>Whether the policy may set the bias of a metric: what a machine does to the time of code says nothing of tails or memory.</summary>
    public static bool MaySetBias(string metric) =>
        metric == Metric.Throughput.Name || metric == Metric.CpuPerRequest.Name || metric == Metric.MeanTime.Name;

    public Limits Of(Subject subject, string machine)
    {
        var detect = LogRatio.FromPercent(policy.DetectPercentOf(subject));
        var (own, origin) = policy.MachineBiasPercent is { } percent && MaySetBias(subject.Metric) ? (LogRatio.FromPercent(percent), BiasOrigin.Set)
            : bias.Of(machine, subject.Metric) is { } measured ? (measured, BiasOrigin.Measured)
            : (Limits.AssumedBias(subject.Metric, detect), BiasOrigin.Assumed);
        return new(detect, Math.Max(own, Limits.LeastBiasShare * detect), _share) { Origin = origin };
    }

    /// <summary>The limits of a subject on its machine after so many pairs; those of a tail grow with the spread until then.</summary>
    public Limits At(PairedRounds rounds, int pairs)
    {
        var own = Of(rounds.Subject, rounds.Machine);
        if (policy.Of(rounds.Subject.Metric).Rule != MetricRule.Tail) return own;
        var ofBase = Known(rounds.Twins);
        double[] ofBoth = [.. ofBase, .. Known(rounds.HeadTwins)];
        if (ofBoth.Length < 2) return own;
        // A few rounds of base alone may look wider than they are, and an erratic head must not widen its own limits.
        return own.Scaled(Math.Min(Spread.AroundZero(ofBase.Length < 2 ? ofBoth : ofBase), Spread.AroundZero(ofBoth)));

        double[] Known(IReadOnlyList<double> twins) => [.. twins.Take(rounds.RoundsOf(pairs)).Where(double.IsFinite)];
    }
}

/// <summary>Who says what the bias of a machine is: nobody, its history, or the policy.</summary>
internal enum BiasOrigin
{
    Assumed,
    Measured,
    Set,
}
