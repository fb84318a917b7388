using System.Globalization;
using PerfMatrix.Contract;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>The regressions of <c>selftest inject</c>.</summary>
public static class Injections
{
    /// <summary>So many percent of a request's CPU time.</summary>
    public static PlannedInjection Cpu(double percent, Calibration calibration)
    {
        var steps = calibration.StepsFor(percent);
        return new(new(string.Create(CultureInfo.InvariantCulture, $"CPU +{percent} %"), InjectionLeg.Cpu, steps, percent), Calibration.Burn(steps));
    }

    /// <summary>So many bytes a request.</summary>
    public static PlannedInjection Allocation(int bytes)
    {
        var text = bytes.ToString(CultureInfo.InvariantCulture);
        return new(new($"allocations +{text} B", InjectionLeg.Allocation, bytes, null), new Dictionary<string, string> { [InjectionVariables.Allocate] = text });
    }
}
