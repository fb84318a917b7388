namespace PerfMatrix.Tests.Drivers.Local;

/// <summary>Variants that fail, some of which are waited for, beside <see cref="LocalDriverTests"/>: classes run at the same time.</summary>
[Trait("kind", "processes")]
public sealed class FailingVariantTests
{
    /// <summary>A second round shows that the block goes on: once where a process does not start, once where it dies under load. What else goes wrong
    /// ends a round in one of these ways, and the ones that are waited for take 10 s a round.</summary>
    [Theory]
    [InlineData("exit-at-once", 2, "ended before its first answer, with exit code 3", "the configuration is broken")]
    [InlineData("never-ready", 1, "No 2xx answer to GET / within 10 s; nothing listened on its address.", "thinking")]
    [InlineData("error-500", 1, "its last answer had status 500", null)]
    [InlineData("dies-after:30", 2, "died while it was measured, with exit code 134", "dies on purpose")]
    [InlineData("wrong-length-after:30", 1, "had a body of another length", null)]
    [InlineData("bad-probe", 1, "the answer to /_perfmatrix/proof cannot be read", null)]
    public async Task A_variant_that_fails_says_why_and_the_others_go_on(string fault, int count, string reason, string? lastLine)
    {
        using var block = new LocalBlock();
        var rounds = await block.MeasureAsync(["none", fault], count: count);
        Assert.Equal(count, rounds.Count);
        foreach (var round in rounds)
        {
            LocalDriverTests.AssertMeasured(round.Variants[0]);
            var failure = round.Variants[1].Failure;
            Assert.NotNull(failure);
            Assert.Contains(reason, failure.Reason, StringComparison.Ordinal);
            if (lastLine is not null)
                Assert.Contains(failure.LastLines, line => line.Contains(lastLine, StringComparison.Ordinal));
        }

        LocalDriverTests.AssertNothingLeft(block);
    }

    [Fact]
    public async Task A_path_that_is_not_there_ends_the_block_at_once_for_all_variants_and_the_message_says_where_it_is_written()
    {
        using var block = new LocalBlock();
        var rounds = await block.MeasureAsync(["none", "not-found"], change: deployment => deployment with
        {
            Applications = [.. deployment.Applications.Select(application => application with { ReadyPathPlace = "crank/app.yml:12:13" })],
        });

        var round = Assert.Single(rounds);
        const string refused = "GET / was answered with status 404 for 5 s, a 2xx answer was expected. Correct the path at crank/app.yml:12:13.";
        Assert.Equal(refused, round.Variants[1].Failure!.Reason);
        Assert.EndsWith(refused, round.Variants[0].Failure!.Reason, StringComparison.Ordinal);
        LocalDriverTests.AssertNothingLeft(block);
    }
}
