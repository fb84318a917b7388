using PerfMatrix.Matrix;

namespace PerfMatrix.Commands;

/// <summary>A selection as the options that give it.</summary>
internal static class SelectionText
{
    /// <summary>The options, e.g. <c>--subset pr --gc server</c>.</summary>
    public static string Of(PlanRequest request)
    {
        var axes = Axis.All.Where(axis => request.Axes[axis] is not null).SelectMany(axis => new[] { axis.Option, string.Join(',', request.Axes[axis]!) });
        return string.Join(' ', ["--subset", request.Subset, .. axes]);
    }
}
