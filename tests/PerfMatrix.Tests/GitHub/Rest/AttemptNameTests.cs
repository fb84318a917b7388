using PerfMatrix.GitHub.Rest;

namespace PerfMatrix.Tests.GitHub.Rest;

public sealed class AttemptNameTests
{
    [Theory]
    [InlineData("screen-g01", "screen-g01", 1)]
    [InlineData("screen-g01-attempt2", "screen-g01", 2)]
    [InlineData("run-g01-attempt9999", "run-g01", 9999)]
    [InlineData("screen-g01-attempt0", "screen-g01-attempt0", 1)]
    [InlineData("screen-g01-attempt10000", "screen-g01-attempt10000", 1)]
    [InlineData("screen-g01-attempt-2", "screen-g01-attempt-2", 1)]
    public void An_attempt_is_a_number_from_1_to_9999_and_anything_else_belongs_to_the_name(string text, string name, int attempt) =>
        Assert.Equal(new AttemptName(name, attempt), AttemptName.Of(text));
}
