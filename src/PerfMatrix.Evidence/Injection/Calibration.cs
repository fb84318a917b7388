namespace PerfMatrix.Evidence.Injection;

/// <summary>How many steps of <c>PERFMATRIX_BURN</c> a share of a request's CPU time is, from blocks measured without and with known burns. A step
/// costs more in a small burn than in a large one (caches and clock are others), so a size is read off the nearest known burn.</summary>
internal sealed record Calibration(IReadOnlyList<CalibrationPoint> Points)
{
    /// <summary>Steps of the first known burn: about as much as the smallest request costs, so a few rounds find the magnitude.</summary>
    public const int KnownSteps = 10_000;
    public const int FirstRounds = 5;

    /// <summary>Rounds of a burn near the wanted size, which is small: of 12 an error of half a percent of a request is left.</summary>
    public const int Rounds = 12;

    /// <summary>Within this factor of a known burn steps are taken to cost the same.</summary>
    private const double Near = 5;

    /// <summary>Measures a known burn of about the order of a request, and then burns of the wanted sizes until each has a known one near. A small
    /// burn that a disturbed machine does not tell well enough is left out: what it says is then worse than what the larger one does.</summary>
    /// <param name="measure">Measures head with so many steps against base without, in so many rounds.</param>
    public static async Task<Calibration> MeasureAsync(IEnumerable<double> percents, Func<int, int, Task<ComparisonDocument>> measure)
    {
        var calibration = new Calibration([CalibrationPoint.Of(KnownSteps, await measure(KnownSteps, FirstRounds)).RequireShown()]);
        // The largest first: it is known best, and often near enough to the others.
        foreach (var percent in percents.OrderDescending())
        {
            if (calibration.Nearest(percent).Distance(percent) <= Math.Log(Near)) continue;
            var steps = calibration.StepsFor(percent);
            var near = CalibrationPoint.Of(steps, await measure(steps, Rounds));
            calibration = near.IsKnown ? new([.. calibration.Points, near]) : calibration;
        }

        return calibration;
    }

    /// <summary>The steps that make a request so much dearer; at least 1.</summary>
    public int StepsFor(double percent)
    {
        var known = Nearest(percent);
        return Math.Max(1, (int)Math.Round(known.Steps * percent / known.Percent));
    }

    private CalibrationPoint Nearest(double percent) => Points.MinBy(point => point.Distance(percent))!;
}

/// <param name="Percent">How much dearer its requests were, in percent of the CPU time of base.</param>
internal sealed record CalibrationPoint(int Steps, double Percent, double ErrorPercent = 0)
{
    // A size that is off by more is another size.
    private const double LargestShareOfError = 0.15;

    /// <summary>Whether the cost is known well enough to read sizes off it.</summary>
    public bool IsKnown => Percent > 0 && ErrorPercent <= LargestShareOfError * Percent;

    /// <summary>Reads the cost off the rounds of all cells.</summary>
    public static CalibrationPoint Of(int steps, ComparisonDocument comparison)
    {
        double[] ratios = [.. comparison.Pairs.Where(series => series.Metric == Metric.CpuPerRequest.Name).SelectMany(series => series.Rounds)
            .Select(round => round.LogRatio).OfType<double>()];
        if (ratios.Length == 0)
            throw new IncompleteException(
                "calibration: no round has the CPU time per request of both sides; the workload needs the line app.MapPerfMatrixProbe() and a "
                    + "machine that can tell CPU time");
        return new(steps, LogRatio.ToPercent(HodgesLehmann.Estimate(ratios)), LogRatio.ToPercent(Spread.Robust(ratios) / Math.Sqrt(ratios.Length)));
    }

    /// <summary>The same, if requests became dearer at all.</summary>
    public CalibrationPoint RequireShown() => Percent > 0 ? this : throw new IncompleteException(
        $"calibration: {Steps} steps of burn changed the CPU time of a request by {Percent:0.0} %, more than 0 was expected; the machine is "
                + $"too disturbed, or the workload does not burn");

    /// <summary>How far a size is from this one, whichever is larger: the log of their ratio.</summary>
    internal double Distance(double percent) => Math.Abs(Math.Log(percent / Percent));
}
