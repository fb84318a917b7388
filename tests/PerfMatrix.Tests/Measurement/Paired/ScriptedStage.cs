using PerfMatrix.Contract;
using PerfMatrix.Drivers;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Results;

namespace PerfMatrix.Tests.Measurement.Paired;

/// <summary>Stages of pairs on a machine that does not exist.</summary>
internal static class ScriptedStage
{
    public static StageMeasurement Start(IDriver driver, IReadOnlyList<CellPair> pairs, RunFolder folder, string id = "20261121T075012345Z-7f3a")
    {
        var blocks = PairedBlock.Pack(pairs);
        var cells = pairs.Select(pair => new PlannedCell(pair.Head.Cell, CellStatus.Planned, null));
        var builder = new RunBuilder(RunBuilderTests.Header(0) with { Id = id }, new Plan([.. cells], [.. blocks.Select(block => block.Block)]));
        return new StageMeasurement(
            blocks, builder, Setup, progress => new RunSession(driver, folder, builder, RunSamples.Catalogue, RunSamples.Machine, TimeProvider.System, progress));
    }

    public static BlockSetup Setup(Block block, int rounds) => new(
        block,
        block.Variants.ToDictionary(variant => variant.Id, _ => new Application("/", "app", [], new Dictionary<string, string>(), "/", TimeSpan.FromSeconds(1))),
        new LoadSettings(),
        MeasureSamples.Shortest with { Rounds = rounds, Slices = 12 },
        [],
        []);
}
