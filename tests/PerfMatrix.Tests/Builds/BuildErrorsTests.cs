using PerfMatrix.Shared.Builds;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Builds;

public sealed class BuildErrorsTests
{
    [Fact]
    public void Errors_are_told_once_without_the_project()
    {
        string[] output =
        [
            "  Determining projects to restore...",
            "/src/Program.cs(3,7): warning CS0168: error: declared [/src/app.csproj::TargetFramework=net8.0]",
            "/src/Program.cs(1,14): error CS0029: Cannot convert [int] [/src/app.csproj::TargetFramework=net8.0]",
            "/src/Program.cs(1,14): error CS0029: Cannot convert [int] [/src/app.csproj::TargetFramework=net9.0]",
            "/src/app.csproj : error NU1102: Unable to find package X [/src/app.slnx]",
            "Build FAILED.",
        ];

        Assert.Equal(
            ["/src/Program.cs(1,14): error CS0029: Cannot convert [int]", "/src/app.csproj : error NU1102: Unable to find package X"],
            BuildErrors.In(new ProcessResult(1, output, [])));
    }

    [Fact]
    public void Not_more_than_ten_are_told()
    {
        var output = Enumerable.Range(1, 50).Select(line => $"/src/Program.cs({line},1): error CS0103: no [/src/app.csproj]").ToList();

        Assert.Equal(10, BuildErrors.In(new ProcessResult(1, output, [])).Count);
        Assert.StartsWith("/src/Program.cs(1,1)", BuildErrors.In(new ProcessResult(1, output, []))[0]);
    }

    [Fact]
    public void Where_there_is_no_error_the_last_lines_are_told() =>
        Assert.Equal(["Killed", "out of memory"], BuildErrors.In(new ProcessResult(137, ["Killed", ""], ["out of memory"])));
}
