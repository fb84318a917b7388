namespace PerfMatrix.Gate;

/// <summary>The rules that are shown beside ours.</summary>
public static class OtherRules
{
    /// <summary>Every rule, in the order of tables.</summary>
    public static IReadOnlyList<IOtherRule> All { get; } =
    [
        new LastAgainstPrevious(105),
        new LastAgainstPrevious(110),
        new LastAgainstPrevious(120),
        new LastAgainstPrevious(200),
        new MeanOfThree(),
        new UncorrectedMannWhitney(),
    ];
}
