using PerfMatrix.Gate;
using PerfMatrix.Shared;
using static PerfMatrix.Tests.Gate.GateRuns;

namespace PerfMatrix.Tests.Gate;

public sealed class ComparisonFileTests
{
    private static readonly string Text = ComparisonDocument.File.Format(Comparison(Run("r", 7, Unchanged, Slower)));

    [Fact]
    public void What_is_written_reads_back_as_the_same_text() =>
    Assert.Equal(Text, ComparisonDocument.File.Format(ComparisonDocument.File.Parse(Text, "c.json")));

    [Fact]
    public void The_copy_is_written_of_copies_only() => Assert.DoesNotContain("\"copy\"", Text, StringComparison.Ordinal);

    [Theory]
    [InlineData("\"schemaVersion\": 1", "\"schemaVersion\": 2", "c.json: schemaVersion is 2, this perfmatrix reads up to 1. ")]
    [InlineData("\"schemaVersion\": 1", "\"schemaVersion\": \"1\"", "c.json: not a comparison: found no schemaVersion, ")]
    [InlineData("\"pairs\": [", "\"pairs\": [ {}, ", "c.json(12,16): not a comparison: at $.pairs[0]: ")]
    [InlineData("\"cell\":\"hello-minimal/net9.0/server/2c\"", "\"cell\":\"gone\"", "c.json: not a comparison: pairs of gone, which is not among "
        + "its cells")]
    [InlineData("\"run\":\"r\"", "\"run\":\"gone\"", "c.json: not a comparison: pairs of run gone, which is not among its runs")]
    [InlineData("{\"round\":1,", "{\"copy\":2,\"round\":1,", "c.json: not a comparison: a pair of copy 2, 0 or 1 was expected")]
    [InlineData("\"logRatio\":", "\"logRatio\":NaN,\"x\":", "c.json(")]
    [InlineData("\"warnings\"", "\"warning\"", "c.json(40,2): not a comparison: ")]
    public void A_damaged_document_is_refused(string found, string replacement, string message)
    {
        var at = Text.IndexOf(found, StringComparison.Ordinal);
        var error = Assert.Throws<UsageException>(
            () => ComparisonDocument.File.Parse(Text[..at] + replacement + Text[(at + found.Length)..], "c.json"));
        Assert.StartsWith(message, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Wherever_a_document_is_cut_off_it_is_refused()
    {
        for (var length = 0; length < Text.Length - 2; length += 97)
            Assert.Throws<UsageException>(() => ComparisonDocument.File.Parse(Text[..length], "c.json"));
    }
}
