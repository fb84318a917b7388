namespace PerfMatrix.Gate;

/// <summary>Compares inside runs: only variants that were measured in the same block are paired. Several runs may be given: parts of stage 1 that
/// several machines measured, more rounds of the same machine, and the fresh rounds of stage 2.</summary>
internal static class RunComparison
{
    public static ComparisonDocument OfSides(IReadOnlyList<StagedRun> runs)
    {
        Distinct(runs);
        var couples = runs.Select(RunCouples.OfSides).ToList();
        if (couples.TrueForAll(run => run.Couples.Count == 0))
            throw new UsageException(
                $"{Names(runs)} no cell with both sides; sides found: {Sides(runs)}. Give a run of `compare`, which measures base and head in one "
                    + $"block");
        return Join(couples, new("base", Sha("base", couples, couple => couple.Base)), new("head", Sha("head", couples, couple => couple.Head)));
    }

    /// <summary>Why two documents are not compared.</summary>
    public static UsageException Apart(RunDocument old, RunDocument head) => new(old.Id == head.Id
        ? $"run {old.Id} is given twice; both sides of a comparison are in one document, so give it once"
        : $"{old.Id} and {head.Id} are two runs without a common block, so a change cannot be told from drift of the machine. "
            + $"{Surroundings(old, head)}Measure both together: {Invocation.Here} compare {Commits(old, head)}");

    /// <summary>Two values of an axis, cell by cell, of one run.</summary>
    public static ComparisonDocument OfAxis(StagedRun run, AxisValuePair pair)
    {
        pair.Require(run.Run);
        var couples = RunCouples.OfAxis(run, pair);
        return couples.Couples.Count > 0
            ? Join([couples], new(pair.Base, run.Run.Source.Sha), new(pair.Head, run.Run.Source.Sha))
            : throw new UsageException($"--{pair.Axis} {pair}: run {run.Run.Id} has no two cells that differ only in this");
    }

    /// <summary>A comparison with the rounds of a later run of the same programs on the same machine.</summary>
    public static ComparisonDocument Continue(ComparisonDocument before, ComparisonDocument later)
    {
        List<ComparedRun> runs = [.. before.Runs, .. later.Runs];
        List<PairSeries> pairs = [.. before.Pairs, .. later.Pairs];
        return before with
        {
            Runs = runs,
            Pairs = pairs,
            Cells = OneEach(before.Cells.Concat(later.Cells)),
            Canaries = [.. before.Canaries, .. later.Canaries],
            Differences = PairedDifference.Of(pairs, runs),
            NotGating = before.NotGating is null || later.NotGating is null ? null : later.NotGating,
            Warnings = [.. before.Warnings.Union(later.Warnings)],
        };
    }

    private static ComparisonDocument Join(IReadOnlyList<RunCouples> couples, ComparedSide old, ComparedSide now)
    {
        var parts = couples.Select(own => PairedRun.Of(own.Staged.Run, own.Couples)).ToList();
        var records = couples.Select(own => own.Staged.Record).ToList();
        var pairs = parts.SelectMany(part => part.Pairs).ToList();
        var cells = OneEach(parts.SelectMany(part => part.Cells));
        return new()
        {
            Base = old,
            Head = now,
            Runs = records,
            Cells = cells,
            Pairs = pairs,
            Canaries = [.. parts.SelectMany(part => part.Canaries)],
            Differences = PairedDifference.Of(pairs, records),
            NotGating = pairs.Count > 0 || cells.Any(cell => cell.Identical || cell.Dropped) ? null
                : "no cell has a round that is good on both sides of a common block",
            Warnings =
            [
                .. couples.SelectMany(own => own.Warnings)
                    .Concat(couples.SelectMany(own => LostCopies(own.Staged.Run).Concat(own.Staged.Run.Warnings))).Distinct(),
            ],
        };
    }

    private static string Surroundings(RunDocument old, RunDocument head)
    {
        var differences = EnvironmentFacts.Difference("", EnvironmentFacts.Of(old), EnvironmentFacts.Of(head));
        return differences.Count == 0 ? ""
            : $"They also differ in {string.Join(", ", differences.Select(one => $"{one.Name} ({one.Base}, then {one.Head})"))}. ";
    }

    // Half of the pairs are left, and the cell is not missing.
    private static IEnumerable<string> LostCopies(RunDocument run) =>
        from copy in run.Variants
        where copy is { Twin: > 0, Status: VariantStatus.Failed }
        select $"{copy.Id}: failed, so every second pair of its cell is missing: {copy.Reason}";

    private static string Commits(RunDocument old, RunDocument head) =>
        (old.Source, head.Source) is ({ Sha: { } a, Dirty: false }, { Sha: { } b, Dirty: false }) && a != b ? $"{a} {b}" : "BASE HEAD";

    // A cell that one machine could not measure and another one could is not missing.
    internal static IReadOnlyList<ComparedCell> OneEach(IEnumerable<ComparedCell> cells) =>
        [.. cells.GroupBy(cell => cell.Id).Select(cell => cell.FirstOrDefault(one => one.Missing is null) ?? cell.First())];

    private static string? Sha(string name, IEnumerable<RunCouples> couples, Func<VariantCouple, VariantRecord> side)
    {
        var found = couples.SelectMany(own => own.Couples.Where(couple => !couple.Cell.Dropped)
            .Select(couple => (side(couple).Sha, $"run {own.Staged.Run.Id}"))).ToList();
        OneQuestion.Require($"{name} commit", found);
        return found.Select(sha => sha.Sha).FirstOrDefault(sha => sha is not null);
    }

    private static void Distinct(IReadOnlyList<StagedRun> runs)
    {
        if (runs.GroupBy(run => run.Run.Id).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw new UsageException($"run {twice.Key} is given {twice.Count()} times, once was expected; stage 2 needs fresh rounds of another run");
    }

    private static string Names(IReadOnlyList<StagedRun> runs) => runs.Count == 1 ? $"run {runs[0].Run.Id} has" : $"the {runs.Count} runs have";

    private static string Sides(IEnumerable<StagedRun> runs) =>
        string.Join(", ", runs.SelectMany(run => run.Run.Variants).Select(variant => variant.Side.Name()).Distinct().DefaultIfEmpty("none"));
}

internal sealed record VariantCouple(ComparedCell Cell, VariantRecord Base, VariantRecord Head)
{
    /// <summary>A cell that base measures and head does not.</summary>
    public static VariantCouple Dropped(VariantRecord known) => new(new(known.Cell) { Dropped = true }, known, known);

    /// <summary>Why the couple has no pairs, as far as the variants tell; null when both were measured.</summary>
    public string? Missing => !Cell.Dropped ? Lack(Base) ?? Lack(Head)
        : Head.Status == VariantStatus.Dropped ? Head.Reason : "head has no such variant";

    private static string? Lack(VariantRecord variant) => variant.Status == VariantStatus.Measured
        ? null
        : $"{variant.Id} {(variant.Status == VariantStatus.Failed ? "failed" : "is unavailable")}: {variant.Reason ?? "no reason recorded"}";
}

/// <summary>The couples of a run, and what is left over.</summary>
internal sealed record RunCouples(StagedRun Staged, IReadOnlyList<VariantCouple> Couples, IReadOnlyList<string> Warnings)
{
    /// <summary>Base and head of every cell. A cell that is not applicable, or unavailable on both sides, was never planned.</summary>
    public static RunCouples OfSides(StagedRun run)
    {
        var couples = new List<VariantCouple>();
        var warnings = new List<string>();
        var hasHead = Planned(run).Any(variant => variant.Side == Side.Head);
        foreach (var cell in Planned(run).GroupBy(variant => variant.Cell.Id))
        {
            var (old, now) = (cell.FirstOrDefault(v => v.Side == Side.Base), cell.FirstOrDefault(v => v.Side == Side.Head));
            if (old is not null && now is not null && (IsPlanned(old) || IsPlanned(now)))
                couples.Add(new(new(now.Cell), old, now));
            else if (now is { Status: VariantStatus.Identical })
                couples.Add(new(new(now.Cell) { Identical = true }, now, now));
            else if (now is { Status: VariantStatus.Dropped } || (hasHead && now is null && old is not null && IsPlanned(old)))
                couples.Add(VariantCouple.Dropped(now ?? old!));
            else if ((old ?? now) is { } only)
                warnings.Add(only.Status == VariantStatus.Unavailable ? $"{cell.Key}: unavailable: {only.Reason}"
                    : $"{cell.Key}: only on side {only.Side.Name()}, not compared");
        }

        return new(run, couples, warnings);
    }

    /// <summary>Every two cells that differ in nothing but the value of an axis.</summary>
    public static RunCouples OfAxis(StagedRun run, AxisValuePair pair)
    {
        var variants = Planned(run).Where(variant => variant.Side == Side.Head).ToList();
        var olds = variants.Where(v => pair.Axis.ValueOf(v.Cell) == pair.Base).ToDictionary(v => pair.CellOf(v.Cell));
        var nows = variants.Where(v => pair.Axis.ValueOf(v.Cell) == pair.Head).ToDictionary(v => pair.CellOf(v.Cell));
        return new(
            run,
            [.. olds.Where(old => nows.ContainsKey(old.Key)).Select(old => new VariantCouple(new(old.Key), old.Value, nows[old.Key]))],
            [.. olds.Where(old => !nows.ContainsKey(old.Key)).Concat(nows.Where(now => !olds.ContainsKey(now.Key)))
                .Select(one => $"{one.Value.Id}: has no counterpart, not compared")]);
    }

    private static IEnumerable<VariantRecord> Planned(StagedRun run) =>
        run.Run.Variants.Where(variant => variant.Twin == 0 && variant.Status != VariantStatus.NotApplicable);

    private static bool IsPlanned(VariantRecord variant) => variant.Status is VariantStatus.Measured or VariantStatus.Failed;
}

/// <summary>What one run tells of its couples: pairs, canaries, and what is missing.</summary>
/// <param name="Cells">The cells, each with the reason when it has no pairs.</param>
internal sealed record PairedRun(IReadOnlyList<ComparedCell> Cells, IReadOnlyList<PairSeries> Pairs, IReadOnlyList<PairSeries> Canaries)
{
    public static PairedRun Of(RunDocument run, IReadOnlyList<VariantCouple> couples)
    {
        var rounds = new RunRounds(run);
        var both = couples.Where(couple => !couple.Cell.Dropped).ToList();
        var pairs = both.SelectMany(couple => Series(rounds, couple)).ToList();
        var measured = pairs.Select(series => series.Cell).ToHashSet();
        return new(
            [.. couples.Select(couple => couple.Cell with
            {
                Missing = couple.Cell.Identical || measured.Contains(couple.Cell.Id) ? null : couple.Missing ?? Why(rounds, couple),
            })],
            pairs,
            [.. run.Blocks.SelectMany(block => CanarySeries(rounds, block, both))]);
    }

    private static string Why(RunRounds rounds, VariantCouple couple) =>
        rounds.Shared(couple.Base.Id, couple.Head.Id).Any() ? "no round is good on both sides" : "base and head share no block";

    // An anchor may be in several blocks; the one with most rounds speaks for it, because a subject is judged by rounds of one block.
    private static IEnumerable<PairSeries> Series(RunRounds rounds, VariantCouple couple) =>
        from metric in Metric.All
        let series = rounds.Shared(couple.Base.Id, couple.Head.Id)
            .Select(block => Series(
                rounds, couple, block, metric, (couple.Base, couple.Head), (rounds.CopyOf(couple.Base), rounds.CopyOf(couple.Head))))
            .MaxBy(series => series.Rounds.Count)
        where series is { Rounds.Count: > 0 }
        select series;

    // Canaries that died are a series without rounds: their block cannot be believed either.
    private static IEnumerable<PairSeries> CanarySeries(RunRounds rounds, BlockRecord block, IReadOnlyList<VariantCouple> couples) =>
        from couple in couples.DistinctBy(couple => couple.Base.Id)
        let canaries = new[] { (couple.Base, rounds.CopyOf(couple.Base)), (couple.Head, rounds.CopyOf(couple.Head)) }
        where Array.Exists(canaries, canary => canary.Item2 is { } copy && block.Variants.Contains(copy.Id))
        from metric in Metric.All
        where Array.Exists(
            canaries, canary => rounds.Samples(canary.Item1.Id, block.Id).Values.Any(sample => sample.Metrics.ContainsKey(metric.Name)))
        select Series(rounds, couple, block, metric, canaries);

    private static PairSeries Series(
        RunRounds rounds, VariantCouple couple, BlockRecord block, Metric metric, params (VariantRecord? A, VariantRecord? B)[] copies)
    {
        var pairs = copies.SelectMany((pair, copy) => pair is ({ } a, { } b)
            ? rounds.Pair(block.Id, a.Id, b.Id, metric).Select(round => round with { Copy = copy }) : []);
        return new(couple.Cell.Id, metric.Name, rounds.Run.Id, block.Id, [.. pairs.OrderBy(pair => pair.Round).ThenBy(pair => pair.Copy)]);
    }
}

internal sealed record StagedRun(RunDocument Run, Stage Stage = Stage.Whole)
{
    /// <summary>The run with the stage that its own settings name; without one they decide alone.</summary>
    public static StagedRun Of(RunDocument run) => new(run, run.Settings.Stage ?? Stage.Whole);

    /// <summary>The machine: the running instance, or what looks like it where the system tells none.</summary>
    public ComparedRun Record => new(
        Run.Id, Stage, Run.Machine.Instance ?? Run.Machine.Fingerprint, Run.Machine.Fingerprint, Run.Machine.CpuModel, Run.Machine.Driver);
}
