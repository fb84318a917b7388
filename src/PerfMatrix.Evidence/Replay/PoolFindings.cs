namespace PerfMatrix.Evidence.Replay;

/// <summary>What a pool says by itself, before any gate reads it.</summary>
/// <param name="Commits">Commits of the program that measured.</param>
internal sealed record PoolFindings(
    MachineInfo Machine, DateTimeOffset StartedAt, DateTimeOffset FinishedAt, IReadOnlyList<string> Commits, IReadOnlyList<PoolContent> Contents,
    IReadOnlyList<RunBias> Bias, IReadOnlyList<CarryOver> CarryOver)
{
    public static PoolFindings Of(RoundPool pool)
    {
        var kinds = pool.Injected.Prepend(pool.Identical.GroupBy(_ => PoolRecording.Nothing).Single()).ToList();
        var carried = kinds.Select(kind => Replay.CarryOver.Of(kind.Key, kind.SelectMany(run => RawRounds.Read(run.Folder))));
        return new(
            pool.Machine, pool.Runs.Min(run => run.Recording.StartedAt), pool.Runs.Max(run => run.Recording.FinishedAt),
            Commits: [.. pool.Runs.Select(run => run.Recording.Tool.Commit).OfType<string>().Select(Wording.ShortId).Distinct()],
            Contents: [.. kinds.SelectMany(kind => kind.GroupBy(run => run.Recording.Cell)).Select(PoolContent.Of)],
            RunBias.Of(pool.Identical), [.. carried.OfType<CarryOver>()]);
    }
}

/// <param name="Truth">How much worse head really was; null without a change.</param>
internal sealed record PoolContent(string Name, string Cell, int Runs, int Rounds, TruthRecord? Truth)
{
    public static PoolContent Of(IEnumerable<PoolRun> runs)
    {
        var all = runs.ToList();
        var (recording, joined) = (all[0].Recording, all[0].Comparison with { Pairs = [.. all.SelectMany(run => run.Comparison.Pairs)] });
        var truth = recording.Injection is not { } injection ? []
            : InjectionTruth.Of(joined, injection.Kind, all.SelectMany(run => RawRounds.Read(run.Folder)));
        return new(recording.Name, recording.Cell, all.Count, all.Sum(run => run.Rounds.Count), truth is [var one, ..] ? one : null);
    }
}

/// <summary>How much the rounds of one run of identical programs have in common: what no number of rounds of that run averages out.</summary>
/// <param name="SigmaPercent">Standard deviation of a round (its pairs averaged) within its run.</param>
/// <param name="Percent">Standard deviation of the runs around no change, beyond what their rounds explain.</param>
/// <param name="HighPercent">Upper end of its 95 % interval.</param>
/// <param name="Likeness">How alike the two pairs of a round are beside the pairs of other rounds of their run, from -1 to 1; the gate takes them for
/// independent, which is 0. Null without rounds of two pairs.</param>
/// <param name="PairPercent">Standard deviation of one pair around no change, by the median deviation, as the gate takes it for sizes that grow; null
/// where an older program wrote this.</param>
internal sealed record RunBias(
    string Metric, int Runs, int Rounds, double SigmaPercent, double Percent, double LowPercent, double HighPercent, double? Likeness = null,
    double? PairPercent = null)
{
    public const int LeastRuns = 3;

    /// <summary>Of the gate's metrics; those that hardly vary have no bias worth a number.</summary>
    public static IReadOnlyList<RunBias> Of(IReadOnlyList<PoolRun> identical) =>
    [
        .. from policy in GatePolicyFile.MetricsOfTool
           where policy.Rule != MetricRule.Counted
           let metric = policy.Metric
           let bias = Of(metric, [.. identical.Select(run => RatiosOf(run, metric)).Where(rounds => rounds.Length > 1)])
           where bias is not null
           select bias with
           {
               Likeness = LikenessOf([.. identical.Select(run => TwinPairsOf(run, metric))]),
               PairPercent = LogRatio.ToPercent(Spread.AroundZero([.. identical.SelectMany(run => PairsOf(run, metric)).SelectMany(pairs => pairs)])),
           },
    ];

    /// <param name="runs">Log ratios of the rounds of each run.</param>
    public static RunBias? Of(string metric, IReadOnlyList<double[]> runs)
    {
        if (runs.Count < LeastRuns) return null;
        // Means and variances, because they keep to "variance of a mean = variance / n" whatever the rounds scatter like.
        double[] means = [.. runs.Select(rounds => rounds.Average())];
        var squares = runs.Zip(means, (rounds, mean) => rounds.Sum(round => (round - mean) * (round - mean))).Sum();
        var variance = squares / runs.Sum(rounds => rounds.Length - 1);
        (double, double)[] effects = [.. means.Zip(runs, (mean, rounds) => (mean, variance / rounds.Length))];
        return new(metric, runs.Count, runs.Sum(rounds => rounds.Length), LogRatio.ToPercent(Math.Sqrt(variance)),
            LogRatio.ToPercent(RandomEffect.Estimate(effects)), LogRatio.ToPercent(RandomEffect.Bound(effects, 0.025)),
            LogRatio.ToPercent(RandomEffect.Bound(effects, 0.975)));
    }

    /// <summary>The correlation of the two pairs of a round, each without the mean of its run.</summary>
    /// <param name="runs">The two log ratios of each round of each run.</param>
    public static double? LikenessOf(IReadOnlyList<IReadOnlyList<(double A, double B)>> runs)
    {
        var (products, squares) = (0.0, 0.0);
        foreach (var rounds in runs.Where(rounds => rounds.Count > 1))
        {
            var mean = rounds.Average(round => (round.A + round.B) / 2);
            products += rounds.Sum(round => (round.A - mean) * (round.B - mean));
            squares += rounds.Sum(round => (Math.Pow(round.A - mean, 2) + Math.Pow(round.B - mean, 2)) / 2);
        }
        return squares > 0 ? products / squares : null;
    }

    private static IReadOnlyList<(double A, double B)> TwinPairsOf(PoolRun run, string metric) =>
        [.. PairsOf(run, metric).Where(ratios => ratios.Length == 2).Select(ratios => (ratios[0], ratios[1]))];

    // Two pairs of one round need not be independent, so they count as one number.
    private static double[] RatiosOf(PoolRun run, string metric) =>
        [.. PairsOf(run, metric).Where(ratios => ratios.Length > 0).Select(ratios => ratios.Average())];

    // The log ratios of each round.
    private static IEnumerable<double[]> PairsOf(PoolRun run, string metric) =>
        from round in run.Rounds
        where round.Pairs.Contains(metric)
        select round.Pairs[metric].Select(pair => pair.LogRatio).OfType<double>().Where(double.IsFinite).ToArray();
}

/// <summary>What head leaves behind for base: how fast base is in slices right after one of head, against those after its own copy.</summary>
/// <param name="Percent">Change of base's requests per second; below 0 base is slower after head.</param>
internal sealed record CarryOver(string Name, int Rounds, double Percent, double? LowPercent, double? HighPercent)
{
    /// <returns>Null when no round has both kinds of neighbours.</returns>
    public static CarryOver? Of(string name, IEnumerable<RoundObservation> rounds)
    {
        double[] changes = [.. rounds.Select(OfRound).Where(double.IsFinite)];
        if (changes.Length == 0) return null;
        var estimate = Estimate.Of(changes);
        return new(name, changes.Length, estimate.EffectPercent, estimate.LowPercent, estimate.HighPercent);
    }

    // Against the mean of its cycle, because what hits all variants of a moment says nothing; each process of base by itself, because two starts of a
    // program need not be equally fast.
    private static double OfRound(RoundObservation round)
    {
        bool[] isBase = [.. round.Variants.Select(variant => VariantIds.IsBase(variant.Variant))];
        var means = round.Slices.GroupBy(slice => slice.Cycle).ToDictionary(cycle => cycle.Key, cycle => cycle.Average(Rate));
        var neighbours = round.Slices.Skip(1).Zip(round.Slices, (slice, before) => (slice.Variant, AfterHead: !isBase[before.Variant], Self:
            before.Variant == slice.Variant, Speed: Rate(slice) - means[slice.Cycle]));
        var changes = from slice in neighbours
                      where isBase[slice.Variant] && !slice.Self && double.IsFinite(slice.Speed)
                      group slice by slice.Variant into variant
                      let after = variant.ToLookup(slice => slice.AfterHead, slice => slice.Speed)
                      where after[true].Any() && after[false].Any()
                      select after[true].Average() - after[false].Average();
        return changes.DefaultIfEmpty(double.NaN).Average();
    }

    private static double Rate(SliceObservation slice) => Math.Log(slice.Requests / slice.Elapsed.TotalSeconds);
}
