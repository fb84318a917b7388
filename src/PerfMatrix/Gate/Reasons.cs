namespace PerfMatrix.Gate;

/// <summary>Sentences that several rules say.</summary>
internal static class Reasons
{
    public static string Same(Limits limits) => $"effects beyond {limits.SamePercent} % are excluded";

    public static string Wide(Limits limits) => $"effects beyond {limits.SamePercent} % are not excluded";
}
