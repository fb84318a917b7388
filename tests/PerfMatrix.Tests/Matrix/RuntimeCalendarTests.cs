using PerfMatrix.Configuration;
using PerfMatrix.Measurement;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Matrix;

public sealed class RuntimeCalendarTests
{
    private static readonly RuntimeEntry[] s_runtimes =
    [
        new("net8.0", new(8, 0), new(2026, 11, 10)), new("net9.0", new(9, 0), new(2026, 11, 10)),
        new("net10.0", new(10, 0), new(2028, 11, 14)), new("net11.0", new(11, 0), new(2028, 11, 9)),
    ];

    [Theory]
    [InlineData("2026-11-10", "net8.0 net9.0 net10.0 net11.0", "net8.0 net9.0 net10.0 net11.0", "net10.0")]
    [InlineData("2026-11-11", "net10.0 net11.0", "net8.0 net9.0 net10.0 net11.0", "net10.0")]
    [InlineData("2027-11-11", "net10.0 net11.0", "net10.0 net11.0", "net10.0")]
    [InlineData("2028-11-10", "net10.0", "net10.0 net11.0", "net10.0")]
    [InlineData("2030-01-01", "net11.0", "net11.0", "net11.0")]
    public void Words_of_a_subset_follow_the_calendar(string day, string supported, string recent, string longTerm)
    {
        var calendar = new RuntimeCalendar(s_runtimes, DateOnly.Parse(day));

        Assert.Equal(supported.Split(' '), calendar.Named(["supported"]));
        Assert.Equal(recent.Split(' '), calendar.Named(["recent"]));
        Assert.Equal([longTerm], calendar.Named(["lts"]));
    }

    /// <summary>Or <c>compare</c> would measure a preview as soon as the axis has one with an even number.</summary>
    [Theory]
    [InlineData("2027-11-11", "net10.0")]
    [InlineData("2027-11-12", "net12.0")]
    public void Long_term_support_begins_with_the_release(string day, string longTerm) => Assert.Equal(
        [longTerm], new RuntimeCalendar([.. s_runtimes, new("net12.0", new(12, 0), new(2030, 11, 12))], DateOnly.Parse(day)).Named(["lts"]));

    /// <summary>The other list says what workloads and probe are built for.</summary>
    [Fact]
    public void The_axis_has_the_frameworks_that_the_workloads_are_built_for()
    {
        var properties = System.Xml.Linq.XDocument.Load(Checkout.File("Directory.Build.props")).Descendants("MeasuredFrameworks");

        var built = properties.SelectMany(property => property.Value.Split(';')).Where(name => name.StartsWith("net", StringComparison.Ordinal))
            .Distinct();

        Assert.Equal(Definitions.Checkout.Frameworks, built);
    }

    /// <summary>MSBuild knows its SDK by the folder that it is in, here one that does not exist.</summary>
    [Theory]
    [Trait("kind", "processes")]
    [InlineData("10.0.401", "net8.0;net9.0;net10.0")]
    [InlineData("11.0.100-preview.1.26104.118", "net8.0;net9.0;net10.0;net11.0")]
    [InlineData("11.0.100", "net8.0;net9.0;net10.0;net11.0")]
    public async Task Workloads_are_built_for_the_newest_framework_where_the_SDK_knows_it(string sdk, string frameworks)
    {
        var evaluated = await new Sdk(Checkout.Root).Dotnet.RunAsync(
            ["msbuild", Checkout.File("Directory.Build.props"), "-nologo", "-getProperty:MeasuredFrameworks", $"-p:MSBuildExtensionsPath=/x/{sdk}/"],
            TestContext.Current.CancellationToken);

        Assert.True(evaluated.ExitCode == 0, evaluated.Words);
        Assert.Equal(frameworks, evaluated.Text);
    }

    [Fact]
    public void Words_and_names_may_be_mixed_and_a_runtime_is_named_once() =>
        Assert.Equal(["net8.0", "net10.0", "net11.0"], new RuntimeCalendar(s_runtimes, new(2027, 1, 1)).Named(["net8.0", "lts", "supported"]));

    [Fact]
    public void A_subset_and_a_part_of_one_may_use_them_and_a_misspelt_one_is_named_with_its_place()
    {
        const string part = "- { scenario: [a], gc: [workstation], measure: { rounds: 7 } }";
        var text = Definitions.Small.Replace("scenario: [a], cores: [all]", "scenario: [a], cores: [all], runtime: [supported]",
            StringComparison.Ordinal)
            .Replace(part, "- { scenario: [a], gc: [workstation], runtime: [lts], measure: { rounds: 7 } }", StringComparison.Ordinal);

        var matrix = MatrixFile.Read(YamlFile.Parse(text, "matrix.yml"), new(2026, 12, 1));

        Assert.Equal(["net10.0"], matrix.Subsets.Single(subset => subset.Name == "smoke").Axes[Axis.Runtime]);
        Assert.Equal(["net10.0"], matrix.Subsets.Single(subset => subset.Name == "mixed").Parts[0].Axes[Axis.Runtime]);
        var error = Assert.Throws<UsageException>(() => Definitions.Of(text.Replace("[supported]", "[suported]", StringComparison.Ordinal)));
        Assert.Contains("unknown runtime 'suported'", error.Message, StringComparison.Ordinal);
    }
}
