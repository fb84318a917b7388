namespace PerfMatrix.Gate;

/// <summary>Two sides compared cell by cell, <c>comparison.json</c>, schema version 1: what <c>compare</c> writes and <c>gate</c> reads. It has every
/// pair of every round, so that a verdict can be computed again from it alone. Above 0 is worse, whatever the direction of the metric.</summary>
internal sealed record ComparisonDocument
{
    internal static DocumentFile<ComparisonDocument> File { get; } = new(
        "comparison.json", "a comparison", "Give the path of a comparison.json.", "compare again")
    {
        Problem = document => document.Problem(),
    };

    public int SchemaVersion { get; init; } = 1;
    public required ComparedSide Base { get; init; }
    public required ComparedSide Head { get; init; }
    public required IReadOnlyList<ComparedRun> Runs { get; init; }

    /// <summary>Every cell that both sides were planned for, also those that were not measured.</summary>
    public required IReadOnlyList<ComparedCell> Cells { get; init; }

    /// <summary>Pairs of head and base, by cell, metric, run and block.</summary>
    public required IReadOnlyList<PairSeries> Pairs { get; init; }
    public required IReadOnlyList<PairSeries> Canaries { get; init; }

    /// <summary>Effect and interval of each cell, metric and stage.</summary>
    public required IReadOnlyList<CellDifference> Differences { get; init; }

    /// <summary>Why the comparison must not gate; null when it may.</summary>
    public string? NotGating { get; init; }

    /// <summary>What a reader must know before trusting the numbers.</summary>
    public required IReadOnlyList<string> Warnings { get; init; }

    /// <summary>The policy that said when enough was known; null where nobody decided while measuring.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public GatePolicy? Policy { get; init; }

    /// <summary>What had been measured of the machine's bias when the comparison began, in percent by metric: all looks at its rounds use it. Null
    /// where nobody decided while measuring, or several machines do.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, double>? MachineBiasPercent { get; init; }

    /// <summary>What differs beside the code; null where nobody looked.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<EnvironmentDifference>? Environment { get; init; }

    /// <summary>Folder of the run that goes on with these rounds; null when none does.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? ContinuedIn { get; init; }

    /// <summary>Rounds of a cell that gave pairs, in all runs.</summary>
    internal int RoundsOf(string cell) => Pairs.Where(series => series.Cell == cell).GroupBy(series => series.Metric)
        .Select(metric => metric.Sum(series => series.Rounds.DistinctBy(pair => pair.Round).Count())).DefaultIfEmpty(0).Max();

    private string? Problem()
    {
        var cells = Cells.Select(cell => cell.Id).ToHashSet();
        var runs = Runs.Select(run => run.Id).ToHashSet();
        return Pairs.Concat(Canaries).Select(series =>
            !cells.Contains(series.Cell) ? $"pairs of {series.Cell}, which is not among its cells"
            : !runs.Contains(series.Run) ? $"pairs of run {series.Run}, which is not among its runs"
            : series.Rounds.FirstOrDefault(pair => pair.Copy is < 0 or > 1) is { } other ? $"a pair of copy {other.Copy}, 0 or 1 was expected"
            : null).FirstOrDefault(problem => problem is not null);
    }
}

/// <param name="Label">For people: <c>base</c>, a runtime, a file.</param>
/// <param name="Sha">Commit of its code, where it is known.</param>
internal sealed record ComparedSide(string Label, string? Sha = null);

/// <summary>A run that gave numbers.</summary>
/// <param name="Stage">screen, or confirm for fresh rounds of suspects.</param>
/// <param name="Machine">The machine: runs with the same one share its bias.</param>
/// <param name="Fingerprint">Hash of CPU model, cores, memory, system and driver.</param>
internal sealed record ComparedRun(string Id, Stage Stage, string Machine, string Fingerprint, string CpuModel, string Driver);

/// <summary>A cell of a comparison; of two runtimes or GC modes it is <c>hello-minimal/net8.0..net10.0/server/2c</c>.</summary>
internal sealed record ComparedCell : Cell
{
    public ComparedCell()
    {
    }

    /// <summary>A cell with pairs, unless <see cref="Missing"/> says otherwise.</summary>
    [SetsRequiredMembers]
    public ComparedCell(Cell cell) : base(cell)
    {
    }

    /// <summary>Why the cell has no pairs although it was planned; null when it has.</summary>
    public string? Missing { get; init; }

    /// <summary>Whether base and head are the same program, so that no round was measured; not written when false.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Identical { get; init; }

    /// <summary>Whether base measures it and head cannot, so that only an acknowledgement excuses it; not written when false.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Dropped { get; init; }
}

/// <summary>The pairs of one cell and metric in one block: two a round, where both sides have a copy.</summary>
/// <param name="Run">Id of the run; it tells stage and machine.</param>
/// <param name="Rounds">Pairs of which both processes were measured, in order of round and copy. A failed one is not here.</param>
internal sealed record PairSeries(string Cell, string Metric, string Run, string Block, IReadOnlyList<PairRound> Rounds);

/// <param name="Round">Round, from 1.</param>
/// <param name="Base">Sample of base in the unit of the metric; null when it has none or one that is no number.</param>
/// <param name="LogRatio">ln(head / base), above 0 is worse; null when it is not defined, as for a sample of 0.</param>
internal sealed record PairRound(int Round, double? Base, double? Head, double? LogRatio)
{
    /// <summary>0 for base and head, 1 for their copies. Of a canary 0 is base against its copy, 1 head against its copy. Not written when
    /// 0.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Copy { get; init; }
}

/// <summary>What the rounds say of one cell and metric.</summary>
internal sealed record CellDifference
{
    public required string Cell { get; init; }
    public required string Metric { get; init; }
    public required Stage Stage { get; init; }

    /// <summary>Median of base, in the unit of the metric.</summary>
    public double? Base { get; init; }
    public double? Head { get; init; }

    /// <summary>Estimated change (Hodges-Lehmann), above 0 is worse; null when there is nothing to estimate from.</summary>
    public double? EffectPercent { get; init; }

    /// <summary>Lower end of the 95 % interval of the rounds alone (exact signed-rank); null with too few of them. That of a verdict also allows for
    /// what a machine may do to one side in all its rounds.</summary>
    public double? LowPercent { get; init; }

    /// <summary>Upper end of the 95 % interval.</summary>
    public double? HighPercent { get; init; }

    /// <summary>Rounds with a value of both sides.</summary>
    public required int Rounds { get; init; }
}
