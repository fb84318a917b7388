using PerfMatrix.Reporting;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Reporting;

public sealed class HeadlineTests
{
    private static readonly Block s_block = RunSamples.BlockOf(
        [.. new[] { "net8.0", "net9.0", "net10.0" }.Select(runtime => RunSamples.CellOf(runtime, "server"))]);

    [Fact]
    public void The_anchor_can_be_the_fastest() =>
        Assert.StartsWith("Fastest: net8.0 server; no significant difference in peak memory.",
            HeadlineOf(cell => new(Speed: cell.Selector.Framework == "net8.0" ? 1.2 : 1)), StringComparison.Ordinal);

    [Fact]
    public void Equals_are_named_together() =>
        Assert.Equal(
            "Fastest: net9.0 server, net10.0 server (no significant difference between them); no significant difference in peak memory.",
            HeadlineOf(cell => new(Speed: cell.Selector.Framework == "net8.0" ? 1 : 1.2)));

    [Fact]
    public void Without_differences_there_is_no_winner() =>
        Assert.Equal("No significant difference in throughput; no significant difference in peak memory.", HeadlineOf(_ => new()));

    [Fact]
    public void A_variant_with_too_few_rounds_is_not_compared() =>
        Assert.Equal(
            "Fastest: net9.0 server, +20 % against net8.0 server (1 with too few rounds not compared); no significant difference in peak memory (1 "
                + "with too few rounds not compared).",
            HeadlineOf(cell => new(Speed: cell.Selector.Framework == "net9.0" ? 1.2 : 1), failsAfter: 3));

    [Fact]
    public void Variants_of_another_block_were_never_compared_and_are_no_equals()
    {
        var other = RunSamples.BlockOf("other", [RunSamples.CellOf("net8.0", "datas"), RunSamples.CellOf("net10.0", "datas")]);
        var (builder, random) = (RunSamples.Builder(8, new Plan([], [s_block, other])), new Random(4));
        for (var number = 1; number <= 8; number++)
        {
            foreach (var block in new[] { s_block, other })
                builder.AddRound(block, RunSamples.Round(block, number, random, cell => new(Speed: cell.Selector.Framework == "net9.0" ? 1.2 : 1)),
                    new RawFile($"raw/{number}.json", ""));
        }

        var headline = ReportBuilder.Build(builder.Snapshot(RunSamples.Start)).Tables.Single().Headline;

        Assert.Equal("Fastest: net9.0 server, +19 % against net8.0 server (2 in other blocks not compared); no significant difference in peak memory "
            + "(2 "
            + "in other blocks not compared).", headline);
    }

    private static string HeadlineOf(Func<Cell, RunSamples.Behaviour> behaviour, int failsAfter = int.MaxValue)
    {
        var builder = RunSamples.Builder(8, new Plan([], [s_block]));
        var random = new Random(4);
        for (var number = 1; number <= 8; number++)
        {
            var round = RunSamples.Round(s_block, number, random, behaviour);
            var last = number > failsAfter ? round.Variants[2] with { Failure = new RoundFailure { Reason = "died" } } : round.Variants[2];
            builder.AddRound(s_block, round with { Variants = [round.Variants[0], round.Variants[1], last] }, new RawFile($"raw/{number}.json", ""));
        }

        return ReportBuilder.Build(builder.Snapshot(RunSamples.Start)).Tables.Single().Headline;
    }
}
