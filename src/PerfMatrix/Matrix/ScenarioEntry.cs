namespace PerfMatrix.Matrix;

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

    /// <summary>What ids of cells have besides letters, digits and the slash between their parts.</summary>
    public const string SignsOfIds = ".-_@:=(), ";

    /// <summary>The entry of a case. Its name is part of ids, which have an underscore for what Markdown, HTML or a shell reads.</summary>
    public ScenarioEntry OfCase(string family, string @case, bool isPattern = false) => this with
    {
        Name = $"{family}/{string.Concat(@case.Select(c => IsOfIds(c) || (isPattern && c == '*') ? c : '_'))}",
        Family = family,
        Case = @case,
        IsPattern = isPattern,
    };

    private static bool IsOfIds(char c) => char.IsAsciiLetterOrDigit(c) || SignsOfIds.Contains(c, StringComparison.Ordinal);
}
