namespace PerfMatrix.Evidence.Replay;

/// <summary>A pool of real rounds of one machine, read.</summary>
internal sealed record RoundPool(MachineInfo Machine, IReadOnlyList<PoolRun> Runs, IReadOnlyList<string> Notes)
{
    public IReadOnlyList<PoolRun> Identical { get; } = [.. Runs.Where(run => run.Recording.Injection is null)];

    /// <summary>Runs with a regression, kind by kind and size by size.</summary>
    public IReadOnlyList<IGrouping<string, PoolRun>> Injected { get; } =
    [
        .. from run in Runs
           where run.Recording.Injection is not null
           group run by run.Recording.Name into name
           let put = name.First().Recording.Injection!
           orderby InjectionKinds.PlaceOf(put.Kind), put.Percent, put.Amount
           select name,
    ];

    /// <summary>Reads the rounds of the machine that has most of them, of each cell those with the same settings.</summary>
    public static RoundPool Read(string folder)
    {
        var document = PoolDocument.File.Read(PoolDocument.File.In(folder));
        var machines = document.Recordings.GroupBy(recording => recording.Machine.Fingerprint)
            .OrderByDescending(machine => machine.Sum(recording => recording.Rounds)).ToList();
        if (machines.Count == 0 || machines[0].All(recording => recording.Injection is not null))
            throw new UsageException($"{folder}: found no rounds without a change in the pool; measure some with `perfmatrix selftest record`");
        var runs = machines[0].Select(recording => PoolRun.Read(recording, Path.Combine(folder, recording.Id))).ToList();
        var usual = runs.GroupBy(run => run.Recording.Cell).ToDictionary(cell => cell.Key, cell => UsualOf(cell));
        var kept = runs.FindAll(run => run.Settings == usual[run.Recording.Cell]);
        var left = document.Recordings.Sum(recording => recording.Rounds) - kept.Sum(run => run.Recording.Rounds);
        return new(machines[0].Last().Machine, kept,
            left == 0 ? [] : [$"{left} rounds of other machines, or measured with other settings, are left out."]);
    }

    // What most rounds without a change of a cell were measured with.
    private static string UsualOf(IEnumerable<PoolRun> cell) => cell.GroupBy(run => run.Settings)
        .MaxBy(same => same.Where(run => run.Recording.Injection is null).Sum(run => run.Recording.Rounds))!.Key;

    /// <summary>Usual kinds of its scenarios that nobody has recorded in any size.</summary>
    public IEnumerable<InjectionKind> Lacking => InjectionKinds.All.Where(kind => !kind.OnlyWhenNamed
        && Runs.Any(run => kind.Fits(run.Comparison.Cells[0].Scenario)) && Runs.All(run => run.Recording.Injection?.Kind != kind));
}

internal sealed record PoolRun(
    PoolRecording Recording, string Folder, ComparisonDocument Comparison, IReadOnlyList<PoolRound> Rounds, string Settings)
{
    public static PoolRun Read(PoolRecording recording, string folder)
    {
        var run = RunDocument.File.Read(RunFolder.FindDocument(folder));
        var comparison = RunComparison.OfSides([new(run)]);
        return new(recording, folder, comparison, PoolRound.Of(comparison), SettingsOf(run));
    }

    /// <summary>How a run of one cell was measured, as text that two runs can be compared by.</summary>
    public static string SettingsOf(RunDocument run) => Text(run.Settings.Of(run.Variants[0].Cell.Scenario));

    /// <summary>The same of a plan, which knows neither the load nor how many rounds there will be.</summary>
    public static string Text(ScenarioSettings settings) => JsonSerializer.Serialize(
        new ScenarioSettings().Over(settings) with { Rounds = null, Connections = null, Rate = null, Requests = null, Program = null },
        DocumentJson.Compact);
}

/// <summary>Everything that one real round showed: its pairs, and those of its identical programs, by metric.</summary>
internal sealed record PoolRound(ILookup<string, PairRound> Pairs, ILookup<string, PairRound> Canaries)
{
    public static IReadOnlyList<PoolRound> Of(ComparisonDocument comparison)
    {
        var (pairs, canaries) = (ByRound(comparison.Pairs), ByRound(comparison.Canaries));
        return [.. pairs.OrderBy(round => round.Key).Select(round => new PoolRound(ByMetric(round), ByMetric(canaries[round.Key])))];
    }

    private static ILookup<int, (string Metric, PairRound Pair)> ByRound(IEnumerable<PairSeries> series) =>
        series.SelectMany(one => one.Rounds.Select(pair => (one.Metric, Pair: pair))).ToLookup(one => one.Pair.Round);

    private static ILookup<string, PairRound> ByMetric(IEnumerable<(string Metric, PairRound Pair)> pairs) =>
        pairs.ToLookup(one => one.Metric, one => one.Pair);
}

/// <summary>Draws whole rounds of recorded runs for one cell (a circular block bootstrap, D. Politis and J. Romano 1992): all rounds of a run, from a
/// random one on, then those of another run. So what they share stays shared, and on one machine none comes twice before all have come.</summary>
internal sealed class RoundDraw(IReadOnlyList<PoolRun> runs, NoiseSource source)
{
    private readonly Queue<PoolRound> _left = [];
    private readonly HashSet<PoolRound> _drawn = [];

    /// <summary>Whether a round has come twice, on one machine or on two, because the pool is too small.</summary>
    public bool Repeats { get; private set; }

    /// <summary>A random one of some runs, of the same cell and with no round drawn of it, as an earlier run; null without one.</summary>
    public PoolRun? Undrawn(IEnumerable<PoolRun> among)
    {
        PoolRun[] left = [.. among.Where(run => run.Recording.Cell == runs[0].Recording.Cell && !run.Rounds.Any(_drawn.Contains))];
        return left.Length == 0 ? null : left[(int)(source.Uniform() * left.Length)];
    }

    /// <summary>Goes on as another machine would: with runs that have not been drawn from, as long as there are any.</summary>
    public void NewMachine() => _left.Clear();

    public PoolRound Next()
    {
        if (_left.Count == 0) Fill();
        var round = _left.Dequeue();
        Repeats |= !_drawn.Add(round);
        return round;
    }

    private void Fill()
    {
        PoolRun[] order = [.. runs.OrderBy(run => run.Rounds.Any(_drawn.Contains)).ThenBy(_ => source.Uniform())];
        foreach (var run in order)
        {
            var first = (int)(source.Uniform() * run.Rounds.Count);
            for (var i = 0; i < run.Rounds.Count; i++) _left.Enqueue(run.Rounds[(first + i) % run.Rounds.Count]);
        }
    }
}

/// <summary>What is in a pool of real rounds, <c>pool.json</c>: one run with its raw files a recording, in a folder of its id.</summary>
internal sealed record PoolDocument
{
    internal static DocumentFile<PoolDocument> File { get; } = new(
        "pool.json", "a pool of rounds", "Measure one with `perfmatrix selftest record`, or give the folder of one.", "record again")
    {
        IsIndented = true,
    };

    public int SchemaVersion { get; init; } = 1;
    public IReadOnlyList<PoolRecording> Recordings { get; init; } = [];

    /// <summary>Where <c>selftest record</c> puts it unless told otherwise, relative to the root of the checkout.</summary>
    internal static string DefaultFolder { get; } = Path.Combine("artifacts", "selftest", "pool");
}

/// <summary>A run of one cell against itself.</summary>
/// <param name="Id">Id of the run, and name of its folder.</param>
/// <param name="Injection">What head had more of; null for nothing (A/A).</param>
/// <param name="Rounds">Rounds that are good on both sides.</param>
internal sealed record PoolRecording(
    string Id, string Cell, InjectionRecord? Injection, DateTimeOffset StartedAt, DateTimeOffset FinishedAt, MachineInfo Machine, SourceInfo Source,
        ToolInfo Tool, int Rounds)
{
    /// <summary>What tables call the recordings without an injection.</summary>
    public const string Nothing = "nothing (A/A)";

    [JsonIgnore]
    public string Name => Injection?.Name ?? Nothing;
}
