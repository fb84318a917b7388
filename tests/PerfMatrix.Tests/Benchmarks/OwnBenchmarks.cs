using System.Xml.Linq;

namespace PerfMatrix.Tests.Benchmarks;

/// <summary>A BenchmarkDotNet project as somebody has it who knows no central package versions.</summary>
internal static class OwnBenchmarks
{
    /// <summary>The project file of C# or Visual Basic, which compile all of their folder.</summary>
    public static string Project { get; } = File.ReadAllText(Checkout.File("tests/PlainBenchmarks/PlainBenchmarks.csproj"))
        .Replace("Include=\"BenchmarkDotNet\"", $"Include=\"BenchmarkDotNet\" Version=\"{Version()}\"", StringComparison.Ordinal);

    private static string Version() => XDocument.Load(Checkout.File("Directory.Packages.props")).Descendants("PackageVersion")
        .Single(package => (string?)package.Attribute("Include") == "BenchmarkDotNet").Attribute("Version")!.Value;
}
