using PerfMatrix.Measurement;
using PerfMatrix.Shared.Benchmarks;

namespace PerfMatrix.Tests.Measurement;

public sealed class CaseSearchTests
{
    [Theory]
    [InlineData("BenchmarkSwitcher.FromAssembly(typeof(Parser).Assembly).Run(args);", false)]
    [InlineData("BenchmarkRunner.Run<Parser>();", true)]
    public void A_project_that_ignores_what_it_is_asked_for_is_told_how_to_listen(string main, bool isTold)
    {
        using var folder = new TemporaryFolder();
        var project = folder.Write("My.Benchmarks.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\" />");
        folder.Write("Program.cs", main);

        var error = BenchmarkSearch.Unfound("my-benchmarks", "Parser.*", project, new BenchmarkOutcome(0, [], [], null, "// * Summary *"));

        var advice = $"{project} has no BenchmarkSwitcher in its sources, so it likely ignores what it is asked for: let its Main hand its "
            + "arguments on by BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args); ";
        Assert.Equal($"scenario 'my-benchmarks': found no benchmark Parser.*; {(isTold ? advice : "")}BenchmarkDotNet ended with code 0 and "
            + $"said:{Environment.NewLine}// * Summary *", error.Message);
    }
}
