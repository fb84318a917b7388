namespace PerfMatrix.Gate;

/// <summary>What machines have shown between identical programs: how much one of them favours a side in all its rounds. It holds for machines of the
/// same fingerprint (CPU model, cores, memory, system, driver) alone.</summary>
/// <param name="known">Standard deviation by fingerprint and metric, a log ratio.</param>
internal sealed class MachineBias(IReadOnlyDictionary<(string Fingerprint, string Metric), double> known)
{
    /// <summary>Effects that a machine must have shown before its history counts.</summary>
    public const int EnoughEffects = 20;

    private static readonly DocumentFile<BiasDocument> s_file = new(
        "selftest.json", "a selftest document", "Give the path of a selftest.json.", "delete it to judge without a history");

    private Dictionary<string, string> _fingerprints = [];

    public static MachineBias None { get; } = new(new Dictionary<(string, string), double>());

    /// <summary>Where <c>selftest</c> keeps its history unless told otherwise, relative to the root of the checkout.</summary>
    public static string DefaultPath { get; } = Path.Combine("selftest", "selftest.json");

    /// <summary>The history of a file; none when there is no such file.</summary>
    /// <param name="policy">Its sizes say what is assumed of a metric until the history tells more.</param>
    /// <exception cref="UsageException">It is damaged, or of a newer version.</exception>
    public static MachineBias Read(string path, GatePolicy policy) => s_file.Find(path) is { } document ? Of(document.Trials, policy) : None;

    /// <summary>What a comparison was decided by so far; null of one that keeps nothing.</summary>
    public static MachineBias? KeptBy(ComparisonDocument comparison) => comparison.MachineBiasPercent is not { } kept ? null : new(kept.ToDictionary(
        metric => (comparison.Runs[0].Fingerprint, metric.Key), metric => LogRatio.FromPercent(metric.Value)));

    /// <summary>What a comparison has to keep of this, in percent by metric, so that later looks at more of its rounds use the same; null of one
    /// that other machines decide.</summary>
    public IReadOnlyDictionary<string, double>? KeptFor(ComparisonDocument comparison) => comparison.Runs is not [{ Stage: Stage.Whole } run, ..]
        ? null : known.Where(bias => bias.Key.Fingerprint == run.Fingerprint)
            .ToDictionary(bias => bias.Key.Metric, bias => LogRatio.ToPercent(bias.Value));

    /// <summary>The bias of a machine in a metric, a log ratio; null when nobody has measured it.</summary>
    public double? Of(string machine, string metric) =>
        _fingerprints.TryGetValue(machine, out var fingerprint) && known.TryGetValue((fingerprint, metric), out var bias) ? bias : null;

    /// <summary>The same by the machines of some runs. A machine that calls itself by two fingerprints is not known.</summary>
    public MachineBias On(IEnumerable<ComparedRun> runs) => new(known)
    {
        _fingerprints = runs.GroupBy(run => run.Machine, run => run.Fingerprint).Where(machine => machine.Distinct().Count() == 1)
            .ToDictionary(machine => machine.Key, machine => machine.First()),
    };

    /// <summary>The bias that effects of identical programs show, a log ratio. How far rounds spread is taken from all of them together: the few of
    /// one effect do not tell, and those that happen to lie close would pass for a bias.</summary>
    public static double Estimate(IReadOnlyCollection<BiasEffect> effects) => RandomEffect.Estimate(WithErrors(effects));

    /// <summary>What the gate takes for the bias, a log ratio: what is assumed, unless the effects show more or exclude as much. By chance some
    /// histories scatter less than the errors of their effects; they tell no more than those that scatter as much. Otherwise a bias of 0.7 % would be
    /// taken for none in a fifth of the histories of 64 start-ups, whose errors are 4 %.</summary>
    public static double Believed(IReadOnlyCollection<BiasEffect> effects, double assumed)
    {
        var shown = WithErrors(effects);
        var asErrorsSay = shown.Select(one => (Math.Sqrt(one.SquaredError), one.SquaredError)).ToArray();
        return Math.Clamp(assumed, RandomEffect.Estimate(shown), Math.Max(Bound(shown), Bound(asErrorsSay)));
    }

    private static double Bound((double, double)[] effects) => RandomEffect.Bound(effects, confidence: 0.8);

    private static (double Effect, double SquaredError)[] WithErrors(IReadOnlyCollection<BiasEffect> effects)
    {
        var squares = effects.Sum(effect => (effect.Rounds - 1) * Math.Pow(effect.SpreadPercent / 100, 2));
        var variance = squares / effects.Sum(effect => effect.Rounds - 1);
        return [.. effects.Select(effect => (LogRatio.FromPercent(effect.Percent), variance / effect.Rounds))];
    }

    private static MachineBias Of(IEnumerable<BiasTrial> trials, GatePolicy policy) => new((
        from trial in trials
        from effect in trial.Effects ?? []
        group effect by (trial.Machine.Fingerprint, effect.Metric) into metric
        where metric.Count() >= EnoughEffects
        let detect = LogRatio.FromPercent(policy.Of(metric.Key.Metric).DetectPercent ?? policy.DetectPercent)
        select (metric.Key, Bias: Believed([.. metric], Limits.AssumedBias(metric.Key.Metric, detect))))
        .ToDictionary(metric => metric.Key, metric => metric.Bias));
}

/// <summary>What a gate run of identical programs showed of a cell.</summary>
/// <param name="Percent">Mean effect; above 0 is worse.</param>
/// <param name="SpreadPercent">Standard deviation of its rounds, the pairs of a round averaged.</param>
/// <param name="Rounds">Number of its rounds, at least 2.</param>
internal sealed record BiasEffect(string Cell, string Metric, double Percent, double SpreadPercent, int Rounds);

/// <summary>The part of <c>selftest.json</c> that the gate needs; the rest is evidence about it. Trials of any version of the measuring code count:
/// what they show is the machine's.</summary>
internal sealed record BiasDocument(int SchemaVersion, IReadOnlyList<BiasTrial> Trials);

/// <param name="Effects">Null of a trial with a regression put in.</param>
internal sealed record BiasTrial(BiasMachine Machine, IReadOnlyList<BiasEffect>? Effects = null);

internal sealed record BiasMachine(string Fingerprint);
