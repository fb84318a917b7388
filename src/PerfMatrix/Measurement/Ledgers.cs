namespace PerfMatrix.Measurement;

/// <summary>What has been seen so far of one variant, over all blocks that hold it.</summary>
internal sealed class VariantLedger(Variant variant)
{
    private readonly List<string> _failures = [];
    private int _goodRounds;
    private bool _seenWithoutProbe;
    private string? _fatal;
    private ProbeProof? _proof;

    public Variant Variant { get; } = variant;
    public VariantFacts Facts { get; set; } = new(null, null, null, null);
    public int PlannedRounds { get; set; }

    public bool IsComplete => _fatal is null && _goodRounds == PlannedRounds;
    public bool IsMeasured => _fatal is null && _goodRounds > 0;

    /// <summary>Whether nothing in it told what it ran on.</summary>
    public bool LacksProbe => IsMeasured && _seenWithoutProbe;

    /// <summary>Why it has no good round; null when it has one, or was not tried yet.</summary>
    public string? Lost => IsMeasured || (_fatal is null && _failures.Count == 0) ? null : _fatal ?? ReasonWithoutGoodRound();

    /// <summary>Takes a round in; false when it is failed.</summary>
    public bool Add(VariantObservation seen)
    {
        _proof = seen.Proof ?? _proof;
        _fatal ??= Facts.Expectation is { } expected && seen.Proof is { } proof ? ProofCheck.Contradiction(expected, proof) : null;
        if (seen.Failure is { } failure)
        {
            _failures.Add(failure.LastLines is [.., var last] ? $"{failure.Reason} Last line: {last}" : failure.Reason);
            return false;
        }

        _goodRounds++;
        _seenWithoutProbe |= seen.Proof is null;
        return true;
    }

    public void Fail(string reason) => _fatal ??= reason;

    /// <summary>Notes a failure that no observation tells of, e.g. a block that could not be deployed.</summary>
    public void AddFailure(string reason) => _failures.Add(reason);

    public VariantRecord ToRecord() => new()
    {
        Id = Variant.Id,
        Cell = CellRecords.Of(Variant.Cell, Facts.RuntimeVersion),
        Side = Variant.Side.IsReference() ? Side.Reference : Variant.Side,
        Twin = Variant.Twin,
        Sha = Facts.Sha,
        ArtifactHash = Facts.ArtifactHash,
        RuntimeCommit = Facts.RuntimeCommit,
        Status = IsMeasured ? VariantStatus.Measured : VariantStatus.Failed,
        Reason = IsMeasured ? null : _fatal ?? ReasonWithoutGoodRound(),
        Proof = _proof,
    };

    public IEnumerable<string> Warnings()
    {
        if (!IsMeasured) yield break;
        if (_failures.Count > 0)
            yield return $"{Variant.Id}: left out {_failures.Count} of {_failures.Count + _goodRounds} rounds that failed, the first "
                + $"because: {_failures[0]}";
    }

    private string ReasonWithoutGoodRound() =>
        _failures.Count switch
        {
            0 => "not measured: the run ended before its first round",
            1 => _failures[0],
            var count => $"all {count} rounds failed, the first because: {_failures[0]}",
        };
}

/// <summary>Notes which scheduling was in force, as launchers and load jobs reported it.</summary>
internal sealed class SchedulingLedger
{
    private readonly HashSet<Scheduling> _seen = [];

    /// <summary>Takes a round in; variants that never started say nothing of it, and cases of BenchmarkDotNet are scheduled by nobody.</summary>
    public void Add(RoundObservation round)
    {
        if (round.Variants.Any(variant => variant.Benchmark is not null)) return;
        _seen.Add(round.Scheduling);
        _seen.UnionWith(round.Variants.Where(variant => variant.Startup > TimeSpan.Zero).Select(variant => variant.Scheduling));
    }

    /// <summary>The settings of a run with what was in force; unchanged before the first round.</summary>
    public RunSettings AddTo(RunSettings settings) => _seen.Count == 0 ? settings
        : settings with { Scheduling = _seen.Count == 1 ? SchedulingText.Format(_seen.Single()) : "mixed" };

    public IEnumerable<string> Warnings()
    {
        if (_seen.Count > 1)
            yield return "Some processes ran with priority and some without, so their absolute values do not compare. Measure with --scheduling "
                + "normal, or permit it everywhere.";
    }
}

/// <summary>Moments that are left out because they slow several programs down: whether they begin too often in head's slices.</summary>
internal sealed class DisturbanceLedger
{
    private const int Fewest = 10;

    // One run in 200 of a machine that disturbs both alike.
    private const double Score = 2.58;

    private int _ofHead;
    private int _all;

    public void Add(Block block, RoundObservation round)
    {
        var bases = block.Variants.Where(variant => variant.Side == Side.Base).Select(variant => variant.Id).ToHashSet();
        if (bases.Count == 0 || bases.Count == block.Variants.Count) return;
        foreach (var variant in DisturbedMoments.Beginnings(round)) (_ofHead, _all) = (_ofHead + (bases.Contains(variant) ? 0 : 1), _all + 1);
    }

    public IEnumerable<string> Warnings()
    {
        if (_all >= Fewest && 3 * _ofHead > 2 * _all && (2 * _ofHead) - _all > Score * Math.Sqrt(_all))
            yield return $"{_ofHead} of {_all} moments that slowed several programs down began in slices of head, so head may cause them; they are "
                + "left out of throughput, and CPU/req has them.";
    }
}

/// <summary>Rounds whose paced slices gave no latency.</summary>
internal sealed class PacedLedger
{
    private readonly Dictionary<string, (int Rounds, int Lost, PacedOutcome? First)> _seen = [];

    public void Add(RoundObservation round)
    {
        foreach (var (variant, paced) in round.Variants.Where(seen => seen.Failure is null).Select(seen => (seen.Variant, seen.Paced)))
        {
            if (paced is null) continue;
            var (rounds, lost, first) = _seen.GetValueOrDefault(variant);
            _seen[variant] = paced.IsSustained ? (rounds + 1, lost, first) : (rounds + 1, lost + 1, first ?? paced);
        }
    }

    public IEnumerable<string> Warnings() =>
        from seen in _seen
        where seen.Value.First is not null
        select $"{seen.Key}: {seen.Value.First.Describe()} The paced latency of {seen.Value.Lost} of {seen.Value.Rounds} rounds is left out.";
}

/// <summary>Notes results that depend on the warm-up: two variants of a ratio that moved differently when the slices began, so that the first fifth
/// of the slices gives another ratio than the rest. They are head and base of a pair, each copy by itself; where nothing is compared, a variant and
/// its anchor. What both do together changes no ratio.</summary>
internal sealed class EarlyDrift
{
    // The smallest influence on a pair, a log ratio, that is worth a note.
    private const double Limit = 0.01;
    private const int Parts = 5;
    private const int FewestCycles = 25;

    private readonly Dictionary<(string Anchor, string Variant), List<double>> _drifts = [];

    public void Add(Block block, RoundObservation round)
    {
        var cycles = round.Slices.Count == 0 ? 0 : round.Slices.Max(slice => slice.Cycle) + 1;
        if (cycles < FewestCycles) return;
        var levels = round.Variants.Index().Where(seen => seen.Item.Failure is null).ToDictionary(
            seen => seen.Item.Variant, seen => Drift([.. round.Slices.Where(slice => slice.Variant == seen.Index)], cycles));
        foreach (var variant in block.Variants)
        {
            var anchor = block.Bases.TryGetValue(variant.Id, out var old)
                ? block.Variants.FirstOrDefault(one => one.Twin == variant.Twin && one.Program == old) : block.Anchor;
            if (anchor is null || anchor == variant || !levels.TryGetValue(variant.Id, out var level)
                || !levels.TryGetValue(anchor.Id, out var other) || !double.IsFinite(level - other)) continue;
            // Copies run one program, so two values a round tell from three rounds on.
            var key = old is null ? (anchor.Id, variant.Id) : (old, variant.Program);
            if (!_drifts.TryGetValue(key, out var drifts)) _drifts[key] = drifts = [];
            drifts.Add((level - other) / Parts);
        }
    }

    /// <summary>One sentence, however many there are: the remedy is the same.</summary>
    public IEnumerable<string> Warnings()
    {
        var found = _drifts.Select(drift => (drift.Key.Anchor, drift.Key.Variant, Influence: Estimate.Of([.. drift.Value])))
            .Where(drift => drift.Influence.Interval is { } interval && !interval.Contains(0) && Math.Abs(drift.Influence.Location) >= Limit)
            .OrderByDescending(drift => Math.Abs(drift.Influence.Location)).ToList();
        if (found.Count == 0) yield break;
        yield return $"{found[0].Variant} and {found[0].Anchor} still warmed up differently when the slices began, which moves their throughput "
            + $"ratio by {found[0].Influence.EffectPercent:+0.0;-0.0} %"
            + $"{(found.Count > 1 ? $" (and {found.Count - 1} more)" : "")}. A longer --warmup prevents it.";
    }

    // How far the first part of the slices is above the rest.
    private static double Drift(List<SliceObservation> slices, int cycles)
    {
        var early = slices.ToLookup(slice => slice.Cycle * Parts < cycles);
        return Math.Log(Rate(early[true]) / Rate(early[false]));
    }

    private static double Rate(IEnumerable<SliceObservation> slices) =>
        slices.Sum(slice => (double)slice.Requests) / slices.Sum(slice => slice.Elapsed.TotalSeconds);
}
