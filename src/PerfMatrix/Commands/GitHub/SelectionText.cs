using PerfMatrix.Matrix;

namespace PerfMatrix.Commands;

/// <summary>A selection as the options that give it.</summary>
internal static class SelectionText
{
    /// <summary>The options, e.g. <c>--subset pr --gc server</c>.</summary>
    public static string Of(PlanRequest request)
    {
        (string Name, IReadOnlyList<string>? Values)[] axes =
            [("--scenario", request.Axes.Scenario), ("--runtime", request.Axes.Runtime), ("--gc", request.Axes.Gc), ("--cores", request.Axes.Cores), ("--memory", request.Axes.Memory)];
        return string.Join(' ', ["--subset", request.Subset, .. axes.Where(axis => axis.Values is not null).SelectMany(axis => new[] { axis.Name, string.Join(',', axis.Values!) })]);
    }
}
