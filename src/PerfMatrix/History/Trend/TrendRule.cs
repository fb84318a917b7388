namespace PerfMatrix.History;

/// <summary>The rule for change points, and its error rate.</summary>
public static class TrendRule
{
    /// <summary>Newest points of a series that are looked at; the last change point starts a new window.</summary>
    public const int Window = 60;

    /// <summary>Points needed before a change.</summary>
    public const int MinimumBefore = 8;

    /// <summary>Points needed after a change.</summary>
    public const int MinimumAfter = 3;

    /// <summary>Points after a place that is looked at: one fewer than needed, because the best of too few places is the one before the true one.</summary>
    public const int PlacedAfter = 2;

    /// <summary>Permutations of the test; the observed order must beat all of them, so p is at most 1 in 1,000.</summary>
    public const int Permutations = 999;

    /// <summary>Smallest change that is marked: 1 %.</summary>
    public const double SmallestShift = 0.00995;

    /// <summary>Size of a change in standard errors that a cell needs to count at all. Conbench marks a single series at 5.</summary>
    public const double AgreeingErrors = 5;

    /// <summary>Size of a change in standard errors that is marked: of all cells that agree, taken together, or of one alone, which must then be found at two runs in a row.</summary>
    public const double MarkedErrors = 7.5;

    /// <summary>Runs between a marked change and the change of a cell alone, of the same metric and direction, that is found later: one that noise has put at the wrong place rather than another change.</summary>
    public const int LateRuns = 8;

    /// <summary>A change below this size that follows another of the same metric and direction, or is found later before it, continues it: a drift, not a second step.</summary>
    public const double DriftStep = 0.025;

    /// <summary>Runs after which it does not.</summary>
    public const int DriftRuns = 40;

    /// <summary>Points of a machine that are needed before the newest five, to know its level.</summary>
    public const int MachineLevelPoints = 5;

    /// <summary>Newest points that do not count for the level of a machine, because a change may lie between them.</summary>
    public const int NewestPoints = 5;

    /// <summary>The rule and its error rate, for people.</summary>
    public const string Sentence =
        "Ratio to the pinned reference; E-divisive over the newest 60 runs of a series, seeded permutation test p <= 0.001, change >= 1 % and >= 5 standard errors; "
        + "marked when cells that agree have >= 7.5 standard errors together (those of one block are correlated by their reference), or one cell alone has them at two runs in a row. "
        + "Measured in 20 generated histories of 200 cells x 1,000 runs x 6 metrics (`perfmatrix history demo --seeds 20`): all 200 steps of 5 % or more within 5 runs; 1 false mark, and no history with more than one; in 20 others, for which the rule was not tuned (--seed 21): all 200 and no false mark.";
}
