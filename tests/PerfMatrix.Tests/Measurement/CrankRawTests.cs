using System.Text.Json;
using System.Text.Json.Nodes;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

public sealed class CrankRawTests
{
    private static readonly Block s_block = RunSamples.BlockOf(RunSamples.CellOf("net8.0", "workstation"), RunSamples.CellOf("net10.0", "server"));
    private static readonly RoundObservation s_round = RunSamples.Round(s_block, 3, new Random(1));

    [Fact]
    public void It_has_the_fields_of_a_crank_result_file()
    {
        var raw = CrankRaw.Compose(s_block, s_round, RunSamples.Machine);
        var jobs = raw["jobResults"]!["jobs"]!.AsObject();

        Assert.Equal(0, (int)raw["returnCode"]!);
        Assert.Equal([.. s_block.Variants.Select(variant => variant.Slug), "load"], jobs.Select(job => job.Key));
        Assert.All(jobs, job => Assert.Equal(
            ["results", "metadata", "dependencies", "measurements", "environment", "variables", "benchmarks"], job.Value!.AsObject()
                .Select(field => field.Key)));
        Assert.All(jobs,
            job => Assert.Equal(["hw", "env", "os", "arch", "proc", "version"], job.Value!["environment"]!.AsObject().Select(field => field.Key)));
    }

    [Fact]
    public void Results_are_in_the_units_of_crank_and_every_one_has_metadata_and_a_measurement()
    {
        var jobs = CrankRaw.Compose(s_block, s_round, RunSamples.Machine)["jobResults"]!["jobs"]!.AsObject();
        var seen = s_round.Variants[1];
        var results = jobs[s_block.Variants[1].Slug]!["results"]!.AsObject();

        Assert.Equal("10.0.12", (string)results["netCoreAppVersion"]!);
        Assert.Equal(seen.Startup.TotalMilliseconds, (double)results["benchmarks/start-time"]!);
        Assert.Equal(seen.Final!.PeakRss.Megabytes, (double)results["benchmarks/working-set"]!);
        Assert.Equal(seen.Latency!.P99.TotalMilliseconds, (double)results["http/latency/99"]!);
        Assert.Equal((double)results["http/rps/mean"]!, (double)results["perfmatrix/throughput"]!, 6);
        Assert.Equal(s_round.Slices.Sum(slice => slice.Requests), (double)jobs["load"]!["results"]!["http/requests"]!);
        Assert.All(jobs, job =>
        {
            var names = job.Value!["results"]!.AsObject().Select(result => result.Key);
            Assert.Equal(names, job.Value["metadata"]!.AsArray().Select(line => (string)line!["name"]!));
            Assert.Equal(names, job.Value["measurements"]![0]!.AsArray().Select(line => (string)line!["name"]!));
        });
    }

    [Theory]
    [InlineData(30_000, true)]
    [InlineData(29_000, false)]
    public void Latency_is_in_the_results_only_of_a_rate_that_was_sustained(long sent, bool expected)
    {
        var round = s_round with { Variants = [s_round.Variants[0] with { Rate = RunSamples.Rate(sent) }, s_round.Variants[1]] };
        var jobs = CrankRaw.Compose(s_block, round, RunSamples.Machine)["jobResults"]!["jobs"]!.AsObject();

        Assert.Equal(expected ? 9 : 0, Latencies(0));
        Assert.Equal(9, Latencies(1));

        int Latencies(int variant) =>
            jobs[s_block.Variants[variant].Slug]!["results"]!.AsObject().Count(result => result.Key.Contains("latency", StringComparison.Ordinal));
    }

    [Fact]
    public void Samples_can_be_computed_again_from_the_file_that_the_hash_belongs_to()
    {
        using var temporary = new TemporaryFolder();
        var folder = RunFolder.Create(temporary.Root, "run");
        var raw = CrankRaw.Write(folder, s_block, s_round, RunSamples.Machine);
        var content = JsonNode.Parse(File.ReadAllText(Path.Combine(folder.Root, raw.File.Path)))!;
        var again = content["round"].Deserialize(ContractJson.Default.RoundObservation)!;

        Assert.Equal("raw/hello-minimal-2c-3.json", raw.File.Path);
        Assert.Empty(raw.Timelines);
        foreach (var index in new[] { 0, 1 })
            Assert.Equal(VariantRound.Of(s_round, index).Samples(), VariantRound.Of(again, index).Samples());
    }

    [Fact]
    public void A_timeline_is_a_file_of_its_own_that_the_raw_file_names()
    {
        using var temporary = new TemporaryFolder();
        var folder = RunFolder.Create(temporary.Root, "run");
        var timeline = TimelineSamples.Timeline(s_block.Variants[0].Id, s_block.Id, round: 3);
        var round = s_round with { Variants = [s_round.Variants[0] with { GcTimeline = timeline }, s_round.Variants[1]] };

        var raw = CrankRaw.Write(folder, s_block, round, RunSamples.Machine);

        var record = Assert.Single(raw.Timelines);
        var bytes = File.ReadAllBytes(Path.Combine(folder.Root, record.File.Path));
        Assert.Equal((s_block.Variants[0].Id, 3), (record.Variant, record.Round));
        Assert.Equal(record.File.Sha256, Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(bytes)));
        Assert.Equivalent(timeline, JsonSerializer.Deserialize(bytes, ContractJson.Default.GcTimeline));
        var content = JsonNode.Parse(File.ReadAllText(Path.Combine(folder.Root, raw.File.Path)))!;
        Assert.Null(content["round"]!["variants"]![0]!["gcTimeline"]);
        Assert.Equal(record.File.Path, (string)content["timelines"]![0]!["path"]!);
    }

    [Fact]
    public void A_failed_variant_makes_the_return_code_1_and_loses_its_samples()
    {
        var broken = s_round with
        {
            Variants = [s_round.Variants[0], s_round.Variants[1] with
            {
                Failure = new RoundFailure { Reason = "died" }, Final = null, Latency = null, Proof = null,
            }],
        };
        var raw = CrankRaw.Compose(s_block, broken, RunSamples.Machine);

        Assert.Equal(1, (int)raw["returnCode"]!);
        Assert.DoesNotContain(raw["jobResults"]!["jobs"]![s_block.Variants[1].Slug]!["results"]!.AsObject(),
            result => result.Key.StartsWith("perfmatrix/", StringComparison.Ordinal));
        Assert.Equal("died", (string)raw["round"]!["variants"]![1]!["failure"]!["reason"]!);
    }
}
