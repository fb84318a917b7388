using PerfMatrix.Gate;
using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>Writes down how a comparison was measured.</summary>
internal static class PairedSettings
{
    /// <summary>The settings in force, for the run document. The number of rounds is that of the blocks: each look adds some.</summary>
    public static IReadOnlyDictionary<string, string> Of(
        MatrixPlan plan, IReadOnlyList<BlockSetup> blocks, Stage stage, (string Base, string Head) titles, MeasurementRequest request)
    {
        var settings = new SortedDictionary<string, string>(SettingsRecord.Of(plan, blocks).ToDictionary(), StringComparer.Ordinal)
        {
            ["stage"] = stage == Stage.Confirm ? "confirm" : "screen",
            ["base"] = titles.Base,
            ["head"] = titles.Head,
        };
        if (request.Range is { } range)
            settings["range"] = range.ToString();
        foreach (var (name, value) in request.HeadEnvironment)
            settings[$"environment/head/{name}"] = value;

        return settings;
    }
}
