namespace PerfMatrix.Matrix;

/// <summary>A value of the runtime axis: a target framework that cells may run on.</summary>
/// <param name="Version">Its version, e.g. 10.0.</param>
internal sealed record RuntimeEntry(string Framework, Version Version, DateOnly EndOfSupport);

/// <summary>A value of the cores axis: a number of CPUs, or all that the machine has.</summary>
/// <param name="Count">The number; null means all.</param>
internal readonly record struct CoreCount(int? Count)
{
    public static CoreCount All => new(null);

    public int On(MachineLimits machine) => Count ?? machine.Cores;

    public override string ToString() => Count?.ToString() ?? "all";
}

/// <summary>What a machine can measure; handed in, so that a plan is a function of its arguments.</summary>
internal sealed record MachineLimits(int Cores)
{
    /// <summary>GC modes that it cannot measure, by name, each with the reason, e.g. that there is no compiler for their library.</summary>
    public IReadOnlyDictionary<string, string> UnavailableLegs { get; init; } = new Dictionary<string, string>();

    /// <summary>Its memory; null when it is not known.</summary>
    public Bytes? Memory { get; init; }

    /// <summary>What keeps it from limiting an application, by name of the optional axis; none where nothing does, or nobody knows.</summary>
    public IReadOnlyDictionary<string, string> LimitProblems { get; init; } = new Dictionary<string, string>();
}

/// <param name="Name">Name, also that of the scenario in the file.</param>
/// <param name="File">The crank file that defines it, relative to the root, e.g. <c>crank/hello.benchmarks.yml</c>.</param>
internal sealed record ScenarioEntry(string Name, string File)
{
    /// <summary>For a case of a BenchmarkDotNet project: the scenario of the crank file, e.g. <c>async-tasks</c>; null for a load.</summary>
    public string? Family { get; init; }

    /// <summary>The case: a method of the project, a method with its parameters, or a pattern; null for a load.</summary>
    public string? Case { get; init; }

    /// <summary>Whether it stands for all cases that its pattern means, which nobody knows before the project is built.</summary>
    public bool IsPattern { get; init; }
    public string NameInFile => Family ?? Name;

    /// <summary>Every variant gets a block of its own, because interleaving would disturb what is measured (timelines, idle behaviour).</summary>
    public bool Alone { get; init; }

    /// <summary>Left out unless a subset or option names it.</summary>
    public bool OnRequest { get; init; }

    /// <summary>Distance of the moments of a timeline of memory and collections; zero records none. Implies <see cref="Alone"/>.</summary>
    public TimeSpan Timeline { get; init; }

    /// <summary>How to measure it, where that differs from the subset: a schedule of minutes wants one round, not six. Options win.</summary>
    public MeasureDefaults Measure { get; init; } = new();

    /// <summary>Sends a fixed number of requests instead of measuring by time; implies <see cref="Alone"/> unless the entry says otherwise.</summary>
    public bool Bounded { get; init; }

    /// <summary>The entry of a case. Its name is part of ids, which have an underscore for what Markdown, HTML or a shell reads.</summary>
    public ScenarioEntry OfCase(string family, string @case, bool isPattern = false) => this with
    {
        Name = $"{family}/{string.Concat(@case.Select(c => IsOfIds(c) || (isPattern && c == '*') ? c : '_'))}",
        Family = family,
        Case = @case,
        IsPattern = isPattern,
    };

    private static bool IsOfIds(char c) => char.IsAsciiLetterOrDigit(c) || ".-_@:=(), ".Contains(c, StringComparison.Ordinal);
}
