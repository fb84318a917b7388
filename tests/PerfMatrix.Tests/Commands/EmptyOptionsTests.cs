using PerfMatrix.Commands;

namespace PerfMatrix.Tests.Commands;

/// <summary>Inputs of a workflow that were left out.</summary>
public sealed class EmptyOptionsTests
{
    [Theory]
    [InlineData("run --rounds 7 --json", "run --rounds 7 --json")]
    [InlineData("run --scenario <empty> --rounds 7", "run --rounds 7")]
    [InlineData("run --rounds 7 --scenario <empty>", "run --rounds 7")]
    [InlineData("run --variable= --variable=a=", "run --variable=a=")]
    [InlineData("compare <empty> HEAD", "compare <empty> HEAD")]
    [InlineData("run -- <empty>", "run -- <empty>")]
    public void An_option_with_an_empty_value_counts_as_not_given(string given, string kept) =>
        Assert.Equal(Split(kept), EmptyOptions.Drop(Split(given)));

    private static string[] Split(string text) => [.. text.Split(' ').Select(word => word == "<empty>" ? "" : word)];
}
