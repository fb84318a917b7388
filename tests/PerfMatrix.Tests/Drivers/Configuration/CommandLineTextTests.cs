using PerfMatrix.Drivers;

namespace PerfMatrix.Tests.Drivers.Configuration;

public sealed class CommandLineTextTests
{
    [Theory]
    [InlineData("", "")]
    [InlineData("  a   b ", "a|b")]
    [InlineData("--x \"two words\" y", "--x|two words|y")]
    [InlineData("--x=\"two words\"", "--x=two words")]
    [InlineData("\"\"", "")]
    [InlineData("a \"\" b", "a||b")]
    [InlineData("\"{\"\"a\"\":1}\"", "{\"a\":1}")]
    [InlineData("C:\\x\\y", "C:\\x\\y")]
    public void A_line_is_split_at_space_outside_quotes(string line, string arguments) =>
        Assert.Equal(arguments, string.Join('|', CommandLineText.Split(line)));
}
