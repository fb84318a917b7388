using System.Diagnostics;
using PerfMatrix.Drivers.Scenarios;

namespace PerfMatrix.Tests.Drivers.Scenarios;

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

    /// <summary>crank's agent leaves the splitting to .NET; printf shows what a process really gets.</summary>
    [Fact]
    public void A_line_is_split_as_dotnet_splits_it()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs printf");
        const string Letters = "ab \"\" c";
        for (var seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            var line = string.Concat(Enumerable.Range(0, random.Next(1, 14)).Select(_ => Letters[random.Next(Letters.Length)]));
            if (line.Count(c => c == '"') % 2 == 1) line += '"';

            Assert.Equal(Received("x " + line), string.Concat(CommandLineText.Split("x " + line).Select(argument => $"[{argument}]")));
        }
    }

    private static string Received(string line)
    {
        using var printf = Process.Start(new ProcessStartInfo("printf", "[%s] " + line) { RedirectStandardOutput = true })!;
        return Eventually.Ends(printf).Output;
    }
}
