namespace PerfMatrix.Measurement;

/// <summary>Collects what a run sees and gives the run document at any moment: <see cref="Snapshot"/> after every block keeps what was measured,
/// whatever happens next. Owned by one caller; not for use by several threads at once.</summary>
internal sealed class RunBuilder
{
    private readonly RunHeader _header;
    private readonly Plan _plan;
    private readonly Dictionary<string, VariantLedger> _ledgers;
    private readonly Dictionary<string, List<RoundRecord>> _rounds = [];
    private readonly Dictionary<string, MachineInfo> _machines = [];
    private readonly List<SampleRecord> _samples = [];
    private readonly List<PairRecord> _pairs = [];
    private readonly List<string> _warnings = [];
    private readonly SchedulingLedger _scheduling = new();
    private readonly PacedLedger _paced = new();
    private readonly DisturbanceLedger _disturbed = new();
    private readonly EarlyDrift _drift = new();
    private readonly List<TimelineRecord> _timelines = [];
    private readonly List<RateRecord> _rates = [];

    /// <summary>Starts with nothing measured: every planned variant is failed until a good round of it arrives.</summary>
    public RunBuilder(RunHeader header, Plan plan)
    {
        (_header, _plan) = (header, plan);
        _ledgers = plan.Blocks.SelectMany(block => block.Variants).DistinctBy(variant => variant.Id)
            .ToDictionary(variant => variant.Id, variant => new VariantLedger(variant));
    }

    /// <summary>More rounds are to come: of a block, or of some of its variants.</summary>
    public void PlanRounds(Block block, int rounds)
    {
        foreach (var variant in block.Variants) _ledgers[variant.Id].PlannedRounds += rounds;
    }

    /// <summary>Id and start of the run. With block and round they decide the slice orders, which can be made again from the document.</summary>
    public string Seed => $"{_header.Id} {_header.StartedAt:O}";

    public void Describe(Variant variant, VariantFacts facts) => _ledgers[variant.Id].Facts = facts;

    /// <summary>A variant cannot be measured at all, e.g. because its project does not compile.</summary>
    public void FailVariant(Variant variant, string reason) => _ledgers[variant.Id].Fail(reason);

    /// <summary>A block failed as a whole; rounds that it brought before stay. What was said has its lines at the first variant only.</summary>
    public void FailBlock(Block block, string reason)
    {
        var (first, hasMore) = (reason.Split('\n')[0].TrimEnd('\r'), reason.Contains('\n', StringComparison.Ordinal));
        foreach (var (index, variant) in block.Variants.Index())
            _ledgers[variant.Id].AddFailure(index == 0 || !hasMore ? reason : $"{first} (more of it at {block.Variants[0].Id})");
    }

    /// <summary>Something a reader must know before trusting the numbers. Drivers say the same after every look; it is noted once.</summary>
    public void Warn(string warning)
    {
        if (!_warnings.Contains(warning)) _warnings.Add(warning);
    }

    /// <param name="block">The block; its variants are in the order of the observation's.</param>
    public void AddRound(Block block, RoundObservation round, RawRound raw)
    {
        _timelines.AddRange(raw.Timelines);
        _rates.AddRange(from variant in round.Variants
                        where variant.Rate is not null
                        select new RateRecord(variant.Variant, round.Block, round.Round, variant.Rate!.IsSustained, variant.Rate));
        if (!_rounds.TryGetValue(block.Id, out var rounds)) _rounds[block.Id] = rounds = [];
        rounds.Add(new RoundRecord(round.StartedAt, raw.File));
        _scheduling.Add(round);
        _paced.Add(round);
        _disturbed.Add(block, round);
        _drift.Add(block, round);
        if (round.Machine is { } machine) _machines[block.Id] = MachineRecord.Read(machine, _header.Machine.Driver, _ => null);

        var samples = new List<IReadOnlyDictionary<string, double>>();
        for (var index = 0; index < round.Variants.Count; index++)
        {
            var seen = VariantRound.Of(round, index);
            var isGood = _ledgers[seen.Observation.Variant].Add(seen.Observation);
            samples.Add(seen.Samples());
            if (isGood) _samples.Add(new SampleRecord(seen.Observation.Variant, round.Round, samples[index], block.Id));
        }

        _pairs.AddRange(RoundPairs.Of(round, samples));
    }

    public RunDocument Snapshot(DateTimeOffset finishedAt) => new()
    {
        Id = _header.Id,
        StartedAt = _header.StartedAt,
        FinishedAt = finishedAt,
        // The reference is no cell anyone planned: without it the run is whole, and says that it has no ratios.
        Complete = _ledgers.Values.Where(ledger => !ledger.Variant.Side.IsReference()).All(ledger => ledger.IsComplete)
            && _plan.Cells.All(cell => cell.Status != CellStatus.Dropped),
        Tool = _header.Tool,
        Source = _header.Source,
        Machine = _header.Machine,
        Settings = _scheduling.AddTo(_header.Settings),
        Variants = [.. VariantRecords()],
        Blocks = [.. _plan.Blocks.Where(block => _rounds.ContainsKey(block.Id)).Select(BlockRecord)],
        Samples = [.. _samples.Where(sample => IsMeasured(sample.Variant))],
        Pairs = [.. _pairs.Where(pair => IsMeasured(pair.A) && IsMeasured(pair.B))],
        Warnings =
        [
            .. _warnings,
            .. _scheduling.Warnings(),
            .. _ledgers.Values.SelectMany(ledger => ledger.Warnings()),
            .. WithoutProbe(),
            .. LostReferences(),
            .. _drift.Warnings(),
            .. SeveralMachines(),
            .. _rates.Where(rate => !rate.Sustained).Select(
                rate => $"{rate.Variant}: round {rate.Round}: {rate.Outcome.Describe()} Its latency is left out."),
            .. _paced.Warnings(),
            .. _disturbed.Warnings(),
        ],
        Timelines = _timelines.Count > 0 ? [.. _timelines] : null,
        Rates = _rates.Count > 0 ? [.. _rates] : null,
        Programs = _header.Programs,
    };

    private bool IsMeasured(string variant) => _ledgers[variant].IsMeasured;

    private IEnumerable<string> WithoutProbe()
    {
        var ids = _ledgers.Values.Where(ledger => ledger.LacksProbe).Select(ledger => ledger.Variant.Id).ToList();
        if (ids.Count > 0)
            yield return $"{ids[0]}{(ids.Count > 1 ? $" and {ids.Count - 1} more" : "")}: no probe in the application, so runtime and GC "
                + "settings are not proven, and GC metrics are missing.";
    }

    private IEnumerable<string> LostReferences() =>
        from ledger in _ledgers.Values
        where ledger.Variant.Side.IsReference() && ledger.Lost is not null
        group ledger by (ledger.Facts.Sha, ledger.Lost) into lost
        let others = lost.Count() > 1 ? $" and {lost.Count() - 1} more" : ""
        select $"The reference{(lost.Key.Sha is { } sha ? $", commit {Wording.ShortId(sha)}," : "")} could not be measured, so the cells of its "
        + $"blocks have no ratio in the trend ({lost.First().Variant.Id}{others}): {lost.Key.Lost}";

    private IEnumerable<string> SeveralMachines()
    {
        var machines = _machines.Values.Select(machine => machine.Fingerprint).Distinct().Count();
        if (machines > 1) yield return $"Blocks ran on {machines} different kinds of machines; compare within a block only.";
    }

    /// <summary>Cells in the order of the matrix, each with its variants; then variants of cells that the plan does not list.</summary>
    private IEnumerable<VariantRecord> VariantRecords()
    {
        var ofCell = _ledgers.Values.ToLookup(ledger => ledger.Variant.Cell.Id);
        var listed = _plan.Cells.Select(planned => planned.Cell.Id).ToHashSet();
        return _plan.Cells
            .SelectMany(
            planned => ofCell[planned.Cell.Id].Any() ? ofCell[planned.Cell.Id].Select(ledger => ledger.ToRecord()) : [WithoutBlock(planned)])
            .Concat(_ledgers.Values.Where(ledger => !listed.Contains(ledger.Variant.Cell.Id)).Select(ledger => ledger.ToRecord()));
    }

    private static VariantRecord WithoutBlock(PlannedCell planned) =>
        planned.Status == CellStatus.Planned ? new VariantLedger(new Variant(planned.Cell)).ToRecord() : CellRecords.OfSkipped(planned);

    private BlockRecord BlockRecord(Block block) =>
        new(block.Id, [.. block.Variants.Select(variant => variant.Id)], [.. _rounds[block.Id]], MachineOf(block));

    // A single machine is that of the run; the record of a block says it where it differs.
    private MachineInfo? MachineOf(Block block) =>
        _machines.GetValueOrDefault(block.Id) is { } machine && machine.Fingerprint != _header.Machine.Fingerprint ? machine : null;
}
