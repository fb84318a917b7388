using System.Globalization;
using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Protocol;
using PerfMatrix.Statistics;

namespace PerfMatrix.Selftest;

/// <summary>How many steps of <c>PERFMATRIX_BURN</c> a share of a request's CPU time is, from a block measured without and with a known burn.</summary>
/// <param name="RequestMicroseconds">CPU time of a request of base.</param>
/// <param name="StepNanoseconds">CPU time of a step.</param>
public sealed record Calibration(double RequestMicroseconds, double StepNanoseconds)
{
    /// <summary>Rounds of the calibration.</summary>
    public const int Rounds = 5;

    /// <summary>Steps of the known burn: about as much as the smallest request costs, so that a few rounds tell it to a few percent.</summary>
    public const int KnownSteps = 10_000;

    private const double NanosecondsPerMicrosecond = 1000;

    /// <summary>The environment of the known burn.</summary>
    public static IReadOnlyDictionary<string, string> Environment { get; } = Burn(KnownSteps);

    /// <summary>Reads a calibration off its rounds.</summary>
    /// <exception cref="IncompleteException">No round has the CPU time per request of both sides, or the burn does not show in it.</exception>
    public static Calibration Of(ComparisonDocument comparison)
    {
        var rounds = comparison.Pairs.Where(series => series.Metric == MetricNames.CpuPerRequest).SelectMany(series => series.Rounds)
            .Where(round => round is { Base: > 0, Head: > 0 }).ToList();
        if (rounds.Count == 0)
            throw new IncompleteException("calibration: no round has the CPU time per request of both sides; the workload needs the line app.MapPerfMatrixProbe() and a machine that can tell CPU time");
        var extra = Selection.Median([.. rounds.Select(round => round.Head!.Value - round.Base!.Value)]);
        return extra > 0
            ? new Calibration(Selection.Median([.. rounds.Select(round => round.Base!.Value)]), extra * NanosecondsPerMicrosecond / KnownSteps)
            : throw new IncompleteException($"calibration: {KnownSteps} steps of burn changed the CPU time of a request by {extra:0.0} us, more than 0 was expected; the machine is too disturbed, or the workload does not burn");
    }

    /// <summary>The steps that make a request so much dearer; at least 1.</summary>
    public int StepsFor(double percent) => Math.Max(1, (int)Math.Round(percent / 100 * RequestMicroseconds * NanosecondsPerMicrosecond / StepNanoseconds));

    /// <summary>The environment of so many steps.</summary>
    public static IReadOnlyDictionary<string, string> Burn(int steps) =>
        new Dictionary<string, string> { [InjectionVariables.Burn] = steps.ToString(CultureInfo.InvariantCulture) };
}
