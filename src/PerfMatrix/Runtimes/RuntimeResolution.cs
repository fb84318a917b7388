namespace PerfMatrix.Runtimes;

/// <summary>What became of a value of the runtime axis: exactly one of <see cref="Patch"/> and <see cref="Reason"/> is there.</summary>
/// <param name="Patch">Exact version that can be published, e.g. <c>10.0.14</c>.</param>
/// <param name="Reason">Why there is none: the reason of an unavailable cell.</param>
/// <param name="Warnings">What a reader should know, e.g. that a feed was unreachable and older knowledge was used.</param>
public sealed record RuntimeResolution(string? Patch, string? Reason, IReadOnlyList<string> Warnings)
{
    internal static RuntimeResolution Found(PatchVersion patch, IEnumerable<string> warnings) => new(patch.ToString(), null, warnings.Distinct().ToList());

    internal static RuntimeResolution Unavailable(string reason) => new(null, reason, []);
}
