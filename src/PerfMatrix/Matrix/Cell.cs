namespace PerfMatrix.Matrix;

/// <summary>One point of the matrix: a value of every axis (<see cref="Axis"/>). Plans hold it, and documents extend it, so that each writes the same
/// fields beside its own. Two cells are equal when their ids are.</summary>
internal record Cell
{
    public Cell()
    {
    }

    [SetsRequiredMembers]
    public Cell(string scenario, string runtime, string gc, int cores) => (Scenario, Runtime, Gc, Cores) = (scenario, runtime, gc, cores);

    /// <summary>Unique in a run: <c>hello-minimal/net10.0/server/2c</c> (<see cref="CellId"/>), or what the document says.</summary>
    [JsonPropertyOrder(-60)]
    public string Id { get => Given ?? CellId.Of(this); init => Given = value; }

    /// <summary>Name of the scenario, e.g. <c>hello-minimal</c>.</summary>
    [JsonPropertyOrder(-50)]
    public required string Scenario { get; init; }

    /// <summary>The runtime as asked for: <c>net10.0</c>, an exact patch <c>net10.0@10.0.12</c>, or two compared <c>net8.0..net10.0</c>.</summary>
    [JsonPropertyOrder(-40)]
    public required string Runtime { get; init; }

    /// <summary>Name of the GC mode, e.g. <c>server</c>; where two are compared <c>server..datas</c>.</summary>
    [JsonPropertyOrder(-30)]
    public required string Gc { get; init; }

    [JsonPropertyOrder(-20)]
    public required int Cores { get; init; }

    /// <summary>Most memory of the application; not written without a limit.</summary>
    [JsonPropertyOrder(-10), JsonPropertyName("memoryBytes"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Bytes? Memory { get => Limits.Memory; init => Limits = Limits with { Memory = value }; }

    /// <summary>Most CPU time of the application; not written without a limit.</summary>
    [JsonPropertyOrder(-5), JsonPropertyName("cpuMillicores"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public CpuAmount? CpuLimit { get => Limits.Cpu; init => Limits = Limits with { Cpu = value }; }

    [JsonIgnore]
    public ResourceLimits Limits { get; init; }

    /// <summary>Processors that a runtime counts in the cell.</summary>
    [JsonIgnore]
    public int Processors => Math.Min(Cores, CpuLimit?.Processors ?? Cores);

    [JsonIgnore]
    public RuntimeSelector Selector => RuntimeSelector.Of(Runtime);

    /// <summary>The id as a file name: letters, digits, dots and hyphens only, whatever a user calls a scenario.</summary>
    [JsonIgnore]
    public string Slug => FileNameOf(CellId.Of(this, separator: "--"));

    /// <summary>GC mode and limits in words, which tell the variants of a runtime apart: <c>server</c>, <c>server 512MiB</c>.</summary>
    [JsonIgnore]
    public string GcWithLimits => WithLimits(Gc);

    private string? Given { get; init; }

    /// <summary>A text about the cell with its limits, if it has any.</summary>
    public string WithLimits(string text) => string.Join(' ', [text, .. CellId.Limits(this)]);

    /// <summary>The cell with a value of an axis replaced, and the id that follows from its values.</summary>
    public Cell With(Axis axis, string value) => axis.Replace(ToCell(), value) with { Given = null };

    public IEnumerable<Cell> Limited(Func<Axis, IReadOnlyList<string>> limits) =>
        Axis.Limits.Aggregate(
        new[] { this }.AsEnumerable(), (cells, axis) => cells.SelectMany(cell => limits(axis).Select(limit => cell.With(axis, limit))));

    /// <summary>The axis values alone, without what a document adds to them.</summary>
    public Cell ToCell() => new(this);

    public static string FileNameOf(string text) => string.Concat(text.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' ? c : '-'));

    public virtual bool Equals(Cell? other) => other is not null && EqualityContract == other.EqualityContract && Id == other.Id;

    public override int GetHashCode() => Id.GetHashCode(StringComparison.Ordinal);

    public override string ToString() => Id;
}

/// <summary>A value of the runtime axis: a target framework and, when asked for, an exact patch.</summary>
/// <param name="Framework">Target framework moniker, e.g. <c>net10.0</c>.</param>
/// <param name="Patch">Exact version, e.g. <c>10.0.12</c>, or <see cref="Main"/>; null means the newest patch of the feed.</param>
internal readonly record struct RuntimeSelector(string Framework, string? Patch)
{
    /// <summary>The newest daily build, of this framework or a later one, that has no release yet.</summary>
    public const string Main = "main";

    public static RuntimeSelector Of(string text) => text.Split('@', 2) is [var framework, var patch] ? new(framework, patch) : new(text, null);

    public override string ToString() => Patch is null ? Framework : $"{Framework}@{Patch}";
}
