namespace PerfMatrix.Gate;

/// <summary>
/// One number of this run against one number of the run before: github-action-benchmark, <c>alert-threshold</c> (its default is 200 %).
/// </summary>
/// <param name="percent">The ratio, in percent, above which it fails.</param>
public sealed class LastAgainstPrevious(int percent) : IOtherRule
{
    /// <inheritdoc />
    public string Name => $"last against previous, {percent} %";

    /// <inheritdoc />
    public string Heading => $"{percent} %";

    /// <inheritdoc />
    public bool? Fails(UnpairedCosts costs) => costs.Head[0] - costs.Previous is { } change ? change > Math.Log(percent / 100.0) : null;
}
