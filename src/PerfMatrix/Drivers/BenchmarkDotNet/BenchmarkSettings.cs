namespace PerfMatrix.Drivers.BenchmarkDotNet;

/// <summary>That a block holds a case of a BenchmarkDotNet project, and not an application under load.</summary>
/// <param name="Family">Scenario of the matrix that the case belongs to, e.g. <c>async-tasks</c>.</param>
/// <param name="Case">The case: a method, or a method with its parameters as <c>Baseline(N: 1000)</c>.</param>
/// <param name="Cases">All cases of the family that the run measures; one process runs them all.</param>
public sealed record BenchmarkSettings(string Family, string Case, IReadOnlyList<string> Cases)
{
    /// <summary>Number of the first round; above 1 when the block continues what was measured before.</summary>
    public int FirstRound { get; init; } = 1;
}
