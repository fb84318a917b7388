namespace PerfMatrix.Gate;

/// <summary>Three runs of each side on one machine; fails when the mean is more than 5 % worse.</summary>
public sealed class MeanOfThree : IOtherRule
{
    private const int Runs = 3;

    /// <inheritdoc />
    public string Name => "mean of three, 5 %";

    /// <inheritdoc />
    public string Heading => "mean of 3";

    /// <inheritdoc />
    public bool? Fails(UnpairedCosts costs) => costs.Base.Count < Runs || costs.Head.Count < Runs ? null : Mean(costs.Head) > 1.05 * Mean(costs.Base);

    private static double Mean(IReadOnlyList<double> costs) => costs.Take(Runs).Average(Math.Exp);
}
