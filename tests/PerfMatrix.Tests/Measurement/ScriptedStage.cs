using PerfMatrix.Drivers;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

/// <summary>Stages of pairs on a machine that does not exist.</summary>
internal static class ScriptedStage
{
    public static RunSession Start(
        IDriver driver, IReadOnlyList<CellPair> pairs, RunFolder folder, string id = "20261121T075012345Z-7f3a", DateTimeOffset? start = null)
    {
        var blocks = PairedBlock.Pack(pairs);
        var cells = pairs.Select(pair => new PlannedCell(pair.Head.Cell, CellStatus.Planned, null));
        var builder = new RunBuilder(
            RunSamples.Header(0) with { Id = id, StartedAt = start ?? RunSamples.Start },
                new Plan([.. cells], [.. blocks.Select(block => block.Block)]));
        return new RunSession(blocks, builder, (block, rounds) => Setup(block, rounds ?? 1), Place(driver, folder));
    }

    /// <summary>A session of whole blocks that compares nothing, as <c>run</c> has it.</summary>
    public static RunSession OfBlocks(
        IDriver driver, IReadOnlyList<Block> blocks, RunBuilder builder, Func<Block, BlockSetup> setup, RunFolder folder) =>
        new([.. blocks.Select(block => new PairedBlock(block, []))], builder, (block, _) => setup(block), Place(driver, folder));

    public static BlockSetup Setup(Block block, int rounds) => new(
        block,
        block.Variants.ToDictionary(
            variant => variant.Id, _ => new Application("/", "app", [], new Dictionary<string, string>(), "/", TimeSpan.FromSeconds(1))),
        new LoadSettings(),
        MeasureSamples.Shortest with { Rounds = rounds, Slices = 12 },
        [],
        []);

    private static RunPlace Place(IDriver driver, RunFolder folder) => new("run", folder, driver, RunSamples.Machine);
}

/// <summary>Shows nothing, and remembers the looks.</summary>
internal sealed class SilentView : IMeasuringView
{
    public List<Look> Looks { get; } = [];

    public void Say(string line)
    {
    }

    public void Say(Look look, IReadOnlyList<TimeSpan> estimates) => Looks.Add(look);

    public Task<T> ShowAsync<T>(IReadOnlyList<TimeSpan> estimates, Func<IRunProgress, Task<T>> work) =>
        work(new LineProgress(TextWriter.Null, TimeProvider.System, estimates));
}
