namespace PerfMatrix.Contract;

/// <summary>Names of the crank statistics of a block.</summary>
public static class BlockStatistics
{
    /// <summary><see cref="BlockTotals.Rounds"/>.</summary>
    public const string Rounds = "perfmatrix/rounds";

    /// <summary><see cref="BlockTotals.Requests"/>.</summary>
    public const string Requests = "perfmatrix/requests";

    /// <summary><see cref="BlockTotals.Errors"/>.</summary>
    public const string Errors = "perfmatrix/errors";

    /// <summary><see cref="BlockTotals.Failures"/>.</summary>
    public const string Failures = "perfmatrix/failures";

    /// <summary><see cref="BlockTotals.Throughput"/>.</summary>
    public const string Throughput = "perfmatrix/throughput";
}
