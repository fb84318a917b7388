namespace PerfMatrix.Gate;

/// <summary>A rule that people use today to call a change slower, judged on the data of ours. A new one is a file beside this and an entry in <see cref="OtherRules"/>.</summary>
public interface IOtherRule
{
    /// <summary>Name in tables and documents, unique.</summary>
    string Name { get; }

    /// <summary>The name in a few characters, for wide tables.</summary>
    string Heading { get; }

    /// <summary>Whether the rule would fail the cell; null when it has not the data it needs.</summary>
    bool? Fails(UnpairedCosts costs);
}

/// <summary>
/// What tools without pairing see of a cell and metric: natural logarithms of its samples, sign turned so that higher is worse, in the order of the rounds.
/// </summary>
/// <param name="Base">Base, at least one round.</param>
/// <param name="Head">Head, at least one round.</param>
/// <param name="Previous">One sample of base from an earlier run (of another day or machine), as a stored history has it; null without history.</param>
public sealed record UnpairedCosts(IReadOnlyList<double> Base, IReadOnlyList<double> Head, double? Previous);
