using PerfMatrix.Gate;
using PerfMatrix.GitHub.Measured;
using PerfMatrix.Matrix;

namespace PerfMatrix.GitHub.Workflows;

/// <summary>Inputs of perf-dispatch.yml that exclude each other; null or empty is one that was left out.</summary>
internal sealed record DispatchRequest
{
    public string? Base { get; init; }
    public string? Head { get; init; }
    public string? Runtimes { get; init; }
    public string? GcModes { get; init; }
    public string? Runtime { get; init; }
    public string? Gc { get; init; }
    public bool Publish { get; init; }

    private bool HasBase => IsGiven(Base);

    private bool HasValues => IsGiven(Runtimes) || IsGiven(GcModes);

    public string Meaning => HasBase ? "compares two commits" : HasValues ? "compares two values of an axis" : "measures";

    /// <summary>Refuses inputs of which one would be ignored: somebody would wait an hour for what he did not ask for.</summary>
    /// <exception cref="UsageException">Two inputs exclude each other, or one misses another.</exception>
    public void Check()
    {
        if (Problem() is { } problem) throw new UsageException($"{problem}. Start the workflow again with other inputs.");
    }

    private string? Problem() =>
        HasBase && IsGiven(Runtimes) ? Both("base", Base, "runtimes", Runtimes, "two commits are compared, or two values in one commit")
        : HasBase && IsGiven(GcModes) ? Both("base", Base, "gc-modes", GcModes, "two commits are compared, or two values in one commit")
        : IsGiven(Runtimes) && IsGiven(GcModes)
        ? Both("runtimes", Runtimes, "gc-modes", GcModes, "one axis is compared, the others must be equal on both sides")
        : IsGiven(Head) && !HasBase
        ? $"head: found '{Head}' and no base, expected both; without base, choose the branch to measure in the form itself"
        : IsGiven(Runtimes) && IsChosen(Runtime) ? Both("runtimes", Runtimes, "runtime", Runtime, "the two runtimes are those that are measured")
        : IsGiven(GcModes) && IsChosen(Gc) ? Both("gc-modes", GcModes, "gc", Gc, "the two GC modes are those that are measured")
        : NoPair("runtimes", Runtimes, "net8.0..net10.0") ?? NoPair("gc-modes", GcModes, "server..datas")
        ?? (HasValues && Publish
            ? "publish: found it with two values of an axis, whose result is no point of the history; the artifact of the run has it" : null);

    private static string Both(string one, string? oneValue, string other, string? otherValue, string rule) =>
        $"found {one} '{Shown(oneValue)}' and {other} '{Shown(otherValue)}', one of them was expected: {rule}";

    private static string? NoPair(string name, string? text, string example) =>
        IsGiven(text) && !AxisValuePair.IsPair(text!) ? $"{name}: found '{Shown(text)}', expected two values, e.g. {example}" : null;

    private static string Shown(string? text) => ForeignText.Clean(text ?? "");

    private static bool IsGiven(string? text) => !string.IsNullOrWhiteSpace(text);

    private static bool IsChosen(string? text) => IsGiven(text) && text != AxisChoice.AsTheSubset;
}
