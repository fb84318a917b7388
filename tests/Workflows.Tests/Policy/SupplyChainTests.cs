using System.Xml.Linq;

namespace Workflows.Tests.Policy;

/// <summary>What is taken from registries, and who hears of a hole.</summary>
public sealed class SupplyChainTests
{
    /// <summary>Another source of a machine could give a package of the same name (dependency confusion).</summary>
    [Fact]
    public void Every_package_has_one_source()
    {
        var root = XDocument.Load(Checkout.File("nuget.config")).Root!;
        var mapped = root.Element("packageSourceMapping")!.Elements("packageSource").ToList();

        Assert.Equal(Keys(root.Element("packageSources")!.Elements("add")), Keys(mapped));
        Assert.Equal(["*"], mapped.SelectMany(source => source.Elements("package")).Select(package => (string?)package.Attribute("pattern")));

        static IEnumerable<string?> Keys(IEnumerable<XElement> sources) => sources.Select(source => (string?)source.Attribute("key"));
    }

    /// <summary>NU1903 and NU1904 are holes of high and critical severity.</summary>
    [Fact]
    public void A_package_with_a_hole_fails_the_build_on_GitHub()
    {
        var properties = XDocument.Load(Checkout.File("Directory.Build.props")).Descendants().ToList();

        Assert.Contains(properties, property => property.Name == "NuGetAudit" && property.Value == "true"
            && (string?)property.Attribute("Condition") == "'$(CI)' == 'true'");
        Assert.Contains(properties, property => property.Name == "TreatWarningsAsErrors" && property.Value == "true");
        Assert.All(properties.Where(property => property.Name == "WarningsNotAsErrors" || property.Name == "NoWarn"),
            property => Assert.DoesNotMatch("NU190[34]", property.Value));
    }

    [Fact]
    public void Nothing_that_npm_installs_runs_a_script_of_its_own()
    {
        var files = Directory.GetFiles(Checkout.File("scripts")).Concat(Directory.GetFiles(Checkout.File(".github", "workflows")));
        var installs = files.SelectMany(File.ReadLines).Where(line => line.TrimStart().StartsWith("npm ", StringComparison.Ordinal)).ToList();

        Assert.NotEmpty(installs);
        Assert.All(installs, line => Assert.Contains(" --ignore-scripts ", line, StringComparison.Ordinal));
    }

    [Fact]
    public void Who_finds_a_hole_is_told_where_to_report_it() =>
        Assert.Contains("report", File.ReadAllText(Checkout.File("SECURITY.md")), StringComparison.OrdinalIgnoreCase);
}
