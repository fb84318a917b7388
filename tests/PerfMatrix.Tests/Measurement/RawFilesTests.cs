using System.Text.Json;
using System.Text.Json.Nodes;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

public sealed class RawFilesTests : IDisposable
{
    private static readonly Block s_block = RunSamples.BlockOf(RunSamples.CellOf("net8.0", "workstation"), RunSamples.CellOf("net10.0", "server"));
    private static readonly RoundObservation s_round = RunSamples.Round(s_block, 3, new Random(1));

    private readonly TemporaryFolder _temporary = new();

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public void Samples_can_be_computed_again_from_the_file_that_the_hash_belongs_to()
    {
        var (raw, content) = Write(s_round);
        var again = content["round"].Deserialize(ContractJson.Default.RoundObservation)!;

        Assert.Equal("raw/hello-minimal-2c-3.json", raw.File.Path);
        Assert.Empty(raw.Timelines);
        Assert.Equal(["round"], content.Select(field => field.Key));
        foreach (var index in new[] { 0, 1 })
            Assert.Equal(VariantRound.Of(s_round, index).Samples(), VariantRound.Of(again, index).Samples());
    }

    [Fact]
    public void A_timeline_is_a_file_of_its_own_that_the_raw_file_names()
    {
        var timeline = TimelineSamples.Timeline(s_block.Variants[0].Id, s_block.Id, round: 3);

        var (raw, content) = Write(s_round with { Variants = [s_round.Variants[0] with { GcTimeline = timeline }, s_round.Variants[1]] });

        var record = Assert.Single(raw.Timelines);
        var bytes = File.ReadAllBytes(_temporary[Path.Combine("run", record.File.Path)]);
        Assert.Equal((s_block.Variants[0].Id, 3), (record.Variant, record.Round));
        Assert.Equal(record.File.Sha256, Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(bytes)));
        Assert.Equivalent(timeline, JsonSerializer.Deserialize(bytes, ContractJson.Default.GcTimeline));
        Assert.Null(content["round"]!["variants"]![0]!["gcTimeline"]);
        Assert.Equal(record.File.Path, (string)content["timelines"]![0]!["path"]!);
    }

    [Fact]
    public void A_failed_variant_has_its_reason_there_and_a_benchmark_its_own_report()
    {
        var benchmark = new BenchmarkObservation
        {
            FullName = "AsyncTasks.Tasks.Baseline",
            MeanNanoseconds = 100,
            StandardDeviationNanoseconds = 1,
            Iterations = 3,
            Report = JsonElement.Parse("""{"Statistics":{"N":3}}"""),
        };

        var variants = Write(s_round with
        {
            Variants =
            [
                s_round.Variants[0] with { Benchmark = benchmark },
                s_round.Variants[1] with { Failure = new RoundFailure { Reason = "died" } },
            ],
        }).Content["round"]!["variants"]!;

        Assert.Equal(3, (int)variants[0]!["benchmark"]!["report"]!["Statistics"]!["N"]!);
        Assert.Equal("died", (string)variants[1]!["failure"]!["reason"]!);
    }

    private (RawRound Raw, JsonObject Content) Write(RoundObservation round)
    {
        var folder = RunFolder.Create(_temporary.Root, "run");
        var raw = RawFiles.Write(folder, s_block, round);
        return (raw, JsonNode.Parse(File.ReadAllText(Path.Combine(folder.Root, raw.File.Path)))!.AsObject());
    }
}
