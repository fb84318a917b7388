using PerfMatrix.Gate;
using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>Two values of an axis in the options: <c>--runtime net8.0..net10.0</c> or <c>--gc server..datas</c>.</summary>
public static class AxisPairOption
{
    /// <summary>Takes the two values out of the options, which then name both like any others.</summary>
    /// <param name="request">What the command line asks for.</param>
    /// <returns>The two values, null when no option has such, and the request without the dots.</returns>
    /// <exception cref="UsageException">They are not two different values of one axis, or there are several such options.</exception>
    public static (AxisValuePair? Pair, PlanRequest Request) TakeFrom(PlanRequest request)
    {
        var runtime = Of(AxisValuePair.Runtime, request.Axes.Runtime);
        var gc = Of(AxisValuePair.Gc, request.Axes.Gc);
        Refuse("scenario", request.Axes.Scenario);
        Refuse("cores", request.Axes.Cores);
        if (runtime is not null && gc is not null)
            throw new UsageException("found two values in both --runtime and --gc; with both changed no one could tell which made the difference, so give one");
        var axes = request.Axes with { Runtime = Values(runtime) ?? request.Axes.Runtime, Gc = Values(gc) ?? request.Axes.Gc };
        return (runtime ?? gc, request with { Axes = axes });
    }

    private static AxisValuePair? Of(string axis, IReadOnlyList<string>? names)
    {
        if (names?.FirstOrDefault(AxisValuePair.IsPair) is not { } text)
            return null;
        return names.Count == 1
            ? AxisValuePair.Parse(axis, text)
            : throw new UsageException($"--{axis}: found '{string.Join(',', names)}', expected two values and nothing else: {text}");
    }

    private static void Refuse(string axis, IReadOnlyList<string>? names)
    {
        if (names?.FirstOrDefault(AxisValuePair.IsPair) is { } text)
            throw new UsageException($"--{axis}: found '{text}'; two runtimes are compared (--runtime net8.0..net10.0) or two GC legs (--gc server..datas)");
    }

    private static List<string>? Values(AxisValuePair? pair) => pair is null ? null : [pair.Base, pair.Head];
}
