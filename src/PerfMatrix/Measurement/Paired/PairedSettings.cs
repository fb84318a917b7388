using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>Writes down how a comparison was measured.</summary>
internal static class PairedSettings
{
    /// <summary>The settings in force, for the run document. The number of rounds is that of the blocks: each look adds some.</summary>
    public static IReadOnlyDictionary<string, string> Of(
        MatrixPlan plan, IReadOnlyList<BlockSetup> blocks, string stage, PairedTrees trees, PairedRequest request)
    {
        var settings = new SortedDictionary<string, string>(SettingsRecord.Of(plan, blocks).ToDictionary(), StringComparer.Ordinal)
        {
            ["stage"] = stage,
            ["base"] = trees.Base.Title,
            ["head"] = trees.Head.Title,
        };
        if (request.Range is { } range)
            settings["range"] = range.ToString();
        foreach (var (side, environment) in new[] { ("base", request.BaseEnvironment), ("head", request.HeadEnvironment) })
        {
            foreach (var (name, value) in environment)
                settings[$"environment/{side}/{name}"] = value;
        }

        return settings;
    }
}
