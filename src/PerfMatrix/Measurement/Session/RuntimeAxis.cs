using PerfMatrix.Matrix;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>The runtimes of a selection, each with the exact patch it stands for here, or the reason why there is none.</summary>
/// <param name="resolutions">Answer by runtime.</param>
public sealed class RuntimeAxis(IReadOnlyDictionary<RuntimeSelector, RuntimeResolution> resolutions)
{
    /// <summary>What a reader should know, e.g. that a feed was unreachable.</summary>
    public IEnumerable<string> Warnings => resolutions.Values.SelectMany(resolution => resolution.Warnings).Distinct();

    /// <summary>Asks the catalogue for every runtime.</summary>
    public static async Task<RuntimeAxis> ResolveAsync(RuntimeCatalogue catalogue, IEnumerable<RuntimeSelector> runtimes, CancellationToken cancellation)
    {
        var resolutions = new Dictionary<RuntimeSelector, RuntimeResolution>();
        foreach (var runtime in runtimes)
            resolutions[runtime] = await catalogue.ResolveAsync(runtime, cancellation);
        return new RuntimeAxis(resolutions);
    }

    /// <summary>The patches, for the list of published programs.</summary>
    public IReadOnlyList<PublishedPatch> Patches => [.. resolutions.Select(one => new PublishedPatch(one.Key.ToString(), one.Value.Patch, one.Value.Reason))];

    /// <summary>Why a runtime cannot be measured; null when it can.</summary>
    public string? Unavailable(RuntimeSelector runtime) => resolutions[runtime].Reason;

    /// <summary>The exact version of a runtime that can be measured.</summary>
    public string Patch(RuntimeSelector runtime) => resolutions[runtime].Patch ?? throw new InvalidOperationException($"{runtime} is unavailable.");
}
