using PerfMatrix.Measurement;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

/// <summary>A run of two scenarios, three runtimes, three GCs, one cell of every kind that is not measured.</summary>
internal static class SampleRun
{
    private static readonly string[] s_runtimes = ["net8.0", "net9.0", "net10.0"];
    private static readonly string[] s_gcs = ["workstation", "server", "datas"];

    private static readonly Dictionary<string, string> s_versions = new() { ["net8.0"] = "8.0.33", ["net9.0"] = "9.0.22", ["net10.0"] = "10.0.12" };

    /// <summary>The smaller one in <c>reports/samples/run.json</c>.</summary>
    public static RunDocument CreateStored() => Create(rounds: 6, "hello-controllers");

    public static RunDocument Create(int rounds = RunSamples.Rounds) => Create(rounds, "hello-minimal", "hello-controllers");

    private static RunDocument Create(int rounds, params IEnumerable<string> scenarios)
    {
        var blocks = scenarios.Select(Block).ToList();
        var plan = new Plan([.. blocks.SelectMany(block => block.Variants)
            .Select(variant => new PlannedCell(variant.Cell, CellStatus.Planned, null)), .. Skipped()], blocks);
        var header = RunSamples.Header(rounds) with
        {
            Source = new SourceInfo("https://example.test/owner/repository", "0123456789abcdef0123456789abcdef01234567", "main", false),
            Settings = new RunSettings
            {
                Subset = "smoke",
                Rounds = rounds,
                Slices = 12,
                Slice = TimeSpan.FromMilliseconds(20),
                Connections = 32,
                Cpus = new Dictionary<int, CpuSharing> { [2] = CpuSharing.Shared },
            },
        };
        var builder = RunSamples.Builder(rounds, plan, header);
        foreach (var block in blocks) Measure(builder, block, rounds);
        return builder.Snapshot(RunSamples.Start.AddMinutes(5));
    }

    private static void Measure(RunBuilder builder, Block block, int rounds)
    {
        var random = new Random(block.Id.Length);
        foreach (var variant in block.Variants)
            builder.Describe(variant, new VariantFacts(s_versions[variant.Cell.Selector.Framework], new string('a', 64), null, null));
        for (var number = 1; number <= rounds; number++)
        {
            var round = RunSamples.Round(block, number, random, Behave);
            var variants = round.Variants.Select((seen, index) => Disturb(seen with
            {
                Proof = Proof(block.Variants[index].Cell),
            }, block.Variants[index].Cell, number));
            builder.AddRound(block, round with { Variants = [.. variants] }, new RawFile($"raw/{block.Id}-{number}.json", new string('b', 64)));
        }
    }

    /// <summary>One variant never starts, and one loses a round.</summary>
    private static VariantObservation Disturb(VariantObservation seen, Cell cell, int round) =>
        (cell.Scenario, cell.Selector.Framework, cell.Gc) switch
        {
            ("hello-controllers", "net9.0", "datas") => seen with
            {
                Failure = new RoundFailure { Reason = "exited with code 134 before its first answer.", LastLines = ["Unhandled exception."] },
            },
            ("hello-controllers", "net8.0", "server") when round == 2 => seen with
            {
                Failure = new RoundFailure { Reason = "3 of 90,211 responses were not 2xx, the first 500." },
            },
            _ => seen,
        };

    private static ProbeProof Proof(Cell cell) => RunSamples.ProofOf(s_versions[cell.Selector.Framework], cell.Gc != "workstation");

    private static RunSamples.Behaviour Behave(Cell cell) => new(
        Speed: (cell.Selector.Framework switch { "net9.0" => 1.04, "net10.0" => 1.12, _ => 1 }) * (cell.Gc == "server" ? 1.03
            : 1) * (cell.Scenario == "hello-controllers" ? 0.7 : 1),
        Memory: cell.Gc switch { "server" => 1.9, "datas" => 0.92, _ => 1 },
        Cpu: cell.Selector.Framework switch { "net9.0" => 0.96, "net10.0" => 0.9, _ => 1 },
        Startup: cell.Gc == "workstation" ? 1 : 1.04);

    private static Block Block(string scenario) =>
        RunSamples.BlockOf($"{scenario}-2c", [.. s_runtimes.SelectMany(runtime => s_gcs.Select(gc => RunSamples.CellOf(runtime, gc, scenario)))]);

    private static IEnumerable<PlannedCell> Skipped() =>
    [
        new(RunSamples.CellOf("net11.0", "workstation"), CellStatus.Unavailable, "the feed has no Microsoft.NETCore.App.Runtime.linux-x64 11.0"),
        new(RunSamples.CellOf("net10.0", "server", cores: 1), CellStatus.NotApplicable, "server GC falls back to workstation on one core"),
    ];
}
