namespace PerfMatrix.Matrix;

/// <summary>An axis of the matrix. Options, subsets, ids, filters and texts walk <see cref="All"/>, so a new axis is an entry here, a property of
/// <see cref="Cell"/>, and the code that carries it out.</summary>
internal sealed record Axis
{
    private Axis()
    {
    }

    /// <summary>The key in <c>crank/matrix.yml</c>, e.g. <c>memory</c>.</summary>
    public required string Name { get; init; }
    public required string Title { get; init; }
    public required string Help { get; init; }

    /// <summary>The value of a cell, as an option takes it.</summary>
    public required Func<Cell, string> ValueOf { get; init; }

    /// <summary>What stands before and behind the value in an id.</summary>
    public (string Prefix, string Suffix) InId { get; init; }

    /// <summary>How an optional axis limits an application; null for the axes of which every cell has a value.</summary>
    public LimitRule? Limit { get; init; }

    public string Option => "--" + JsonNamingPolicy.KebabCaseLower.ConvertName(Name);

    /// <summary>A cell with another value; of a limit with none, where the text is no amount.</summary>
    public required Func<Cell, string, Cell> Replace { get; init; }

    /// <summary>The check of an axis that is no limit, see <see cref="Problem"/>.</summary>
    private Func<MatrixDefinition, string, string?>? Check { get; init; }

    public static Axis Scenario { get; } = new()
    {
        Name = "scenario",
        Title = "Scenario",
        Help = "Scenarios instead of those of the subset, e.g. hello-minimal,values.",
        ValueOf = cell => cell.Scenario,
        Replace = (cell, value) => cell with { Scenario = value },
        Check = AxisValues.ScenarioProblem,
    };

    /// <summary>Core counts. <c>all</c> is a value of the axis, but of no cell.</summary>
    public static Axis Cores { get; } = new()
    {
        Name = "cores",
        Title = "Cores",
        Help = "Core counts instead of those of the subset, e.g. 2,all.",
        ValueOf = cell => cell.Cores.ToString(CultureInfo.InvariantCulture),
        Replace = (cell, value) => cell with { Cores = int.Parse(value, CultureInfo.InvariantCulture) },
        InId = ("", "c"),
        Check = AxisValues.CoresProblem,
    };

    public static Axis Runtime { get; } = new()
    {
        Name = "runtime",
        Title = "Runtime",
        Help = "Runtimes instead of those of the subset: net10.0, an exact patch as net10.0@10.0.12, or main, the newest daily build of the feed "
            + "that PERFMATRIX_RUNTIME_FEED names.",
        ValueOf = cell => cell.Runtime,
        Replace = (cell, value) => cell with { Runtime = value },
        Check = AxisValues.RuntimeProblem,
    };

    public static Axis Gc { get; } = new()
    {
        Name = "gc",
        Title = "GC",
        Help = "GC modes instead of those of the subset: workstation, server, datas, server-heaps-4, ...",
        ValueOf = cell => cell.Gc,
        Replace = (cell, value) => cell with { Gc = value },
        Check = AxisValues.GcProblem,
    };

    public static Axis Memory { get; } = new()
    {
        Name = "memory",
        Title = "Memory",
        Help = "Memory limits of the application instead of those of the subset, e.g. 256MiB,none.",
        ValueOf = cell => cell.Memory is { } size ? MemorySize.Format(size) : LimitRule.None,
        Replace = (cell, value) => cell with { Memory = MemorySize.TryParse(value, out var size) ? size : null },
        Limit = new(CgroupController.Memory, MemorySize.Expectation)
        {
            TooMuch = (cell, machine) => cell.Memory is { } size && machine.Memory is { } all && size.Count > all.Count
                ? $"needs {MemorySize.Format(size)} of memory, this machine has {all.Megabytes.ToString("F0", CultureInfo.InvariantCulture)}MiB"
                : null,
        },
    };

    /// <summary>Slices are not shorter than ten periods of the kernel: in the 5 ms that a slice usually has no limit would be reached.</summary>
    public static Axis CpuLimit { get; } = new()
    {
        Name = "cpuLimit",
        Title = "CPU limit",
        Help = "CPU limits of the application instead of those of the subset, as Kubernetes writes them, e.g. 500m,2,none.",
        ValueOf = cell => cell.CpuLimit?.ToString() ?? LimitRule.None,
        Replace = (cell, value) => cell with { CpuLimit = CpuAmount.TryParse(value, out var amount) ? amount : null },
        InId = ("cpu-", ""),
        Limit = new(CgroupController.Cpu, CpuAmount.Expectation)
        {
            ShortestSlice = TimeSpan.FromSeconds(1),
            TooMuch = (cell, _) => cell.CpuLimit?.Processors > cell.Cores
                ? $"a CPU limit of {cell.CpuLimit} needs more than the {cell.Cores} cores of the cell"
                : null,
        },
    };

    /// <summary>Every axis, in the order of ids and options.</summary>
    public static IReadOnlyList<Axis> All { get; } = [Scenario, Runtime, Gc, Cores, Memory, CpuLimit];

    /// <summary>The optional axes: what an application may use at most.</summary>
    public static IReadOnlyList<Axis> Limits { get; } = [.. All.Where(axis => axis.Limit is not null)];

    /// <summary>What is wrong with a name, with a suggestion and the valid names; null when nothing is.</summary>
    public string? Problem(MatrixDefinition matrix, string name) =>
        Check is not null ? Check(matrix, name)
        : Canonical(name) is { } limit && matrix.LimitsOf(this).Contains(limit) ? null
        : AxisValues.Unknown(Name, name, matrix.LimitsOf(this));

    /// <summary>The one text of a limit that may be written in several ways (1024MiB is 1GiB); null when it is no amount.</summary>
    public string? Canonical(string text) =>
        text == LimitRule.None ? text
        : ValueOf(Replace(new Cell("", "", "", 0), text)) is var limit && limit != LimitRule.None ? limit
        : null;

    /// <summary>Whether a cell has a value of the axis; always, where it is not optional.</summary>
    public bool IsIn(Cell cell) => Limit is null || ValueOf(cell) != LimitRule.None;

    /// <summary>The part of an id that names the value; null where the axis is optional and the cell has none.</summary>
    public string? IdPart(Cell cell) => IsIn(cell) ? InId.Prefix + ValueOf(cell) + InId.Suffix : null;

    public override string ToString() => Name;
}

/// <summary>What is special of an optional axis.</summary>
/// <param name="Controller">The controller of control groups that enforces it.</param>
internal sealed record LimitRule(CgroupController Controller, string Expectation)
{
    public const string None = "none";
    public string Words => Controller.Words;

    /// <summary>Shortest slice in which the limit acts as it does in the long run.</summary>
    public TimeSpan ShortestSlice { get; init; }

    /// <summary>Why the limit of a cell is none on a machine; null when it is one.</summary>
    public required Func<Cell, MachineLimits, string?> TooMuch { get; init; }
}
