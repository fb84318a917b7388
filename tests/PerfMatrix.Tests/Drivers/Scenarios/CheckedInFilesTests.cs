using System.Text;
using PerfMatrix.Configuration;
using PerfMatrix.Drivers.Scenarios;
using PerfMatrix.Tests.Matrix;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Drivers.Scenarios;

/// <summary>The files under crank/ as perfmatrix understands them.</summary>
public sealed class CheckedInFilesTests
{
    private static readonly ScenarioResolver s_resolver = new(Checkout.Root);

    public static TheoryData<string> Files =>
        [.. Directory.GetFiles(Checkout.File("crank"), "*.benchmarks.yml").Select(file => Path.GetFileName(file)!)];

    [Theory]
    [MemberData(nameof(Files))]
    public void Every_scenario_of_a_file_is_in_the_matrix_under_the_same_name(string file)
    {
        var inMatrix = Definitions.Checkout.Scenarios.Where(scenario => scenario.File == $"crank/{file}").Select(scenario => scenario.NameInFile)
            .Distinct();

        Assert.Equal(inMatrix.Order(), new CrankFile(Checkout.Root).Load(Checkout.File($"crank/{file}")).Required("scenarios").AsMap().Keys.Order());
    }

    /// <summary>Plain crank gets the variables alone, so a GC of ours, which has to be built, is not among them.</summary>
    [Fact]
    public void The_profiles_of_GC_modes_are_those_of_the_matrix()
    {
        var profiles = YamlFile.Parse(File.ReadAllText(Checkout.File("crank/gc-profiles.yml")), "gc-profiles.yml").Required("profiles").AsMap();

        Assert.Equal(
            Definitions.Checkout.GcLegs.Where(leg => leg.Library is null && leg.Environment.Count > 0)
                .Select(leg => $"gc-{leg.Name}: {string.Join(' ', leg.Environment.Select(variable => $"{variable.Key}={variable.Value}"))}"),
            profiles.Entries.Select(profile => $"{profile.Key}: {string.Join(' ', Variables(profile.Value.AsMap()).Select(
                variable => $"{variable.Key}={variable.Value.AsText()}"))}"));

        static IReadOnlyList<YamlEntry> Variables(YamlMap profile) =>
            [.. profile.Required("jobs").AsMap().Required("application").AsMap().Required("environmentVariables").AsMap().Entries];
    }

    [Fact]
    public void Bombardier_asks_the_same_path_of_the_same_applications_as_our_own_load()
    {
        var own = Scenarios("hello.benchmarks.yml");

        Assert.Equal(["hello-minimal", "hello-controllers"], Scenarios("bombardier.yml").Keys);
        Assert.All(Scenarios("bombardier.yml").Entries,
            scenario => Assert.Equal(Asked(own.Required(scenario.Key).AsMap()), Asked(scenario.Value.AsMap())));

        static YamlMap Scenarios(string file) =>
            YamlFile.Parse(File.ReadAllText(Checkout.File($"crank/{file}")), file).Required("scenarios").AsMap();

        static (string Job, string Path) Asked(YamlMap scenario) => (
            scenario.Required("application").AsMap().Required("job").AsText(),
            scenario.Required("load").AsMap().Required("variables").AsMap().Required("path").AsText());
    }

    [Theory]
    [InlineData("local")]
    [InlineData("hosted")]
    public void Every_scenario_resolves_under_the_profile(string profile)
    {
        var text = new StringBuilder();
        foreach (var scenario in Definitions.Checkout.Scenarios.DistinctBy(scenario => scenario.NameInFile))
        {
            var resolved = s_resolver.Resolve(new(Checkout.File(scenario.File), scenario.NameInFile) { Profile = profile });
            var headers = string.Join("; ", resolved.Load.Headers.Select(header => $"{header.Key}: {header.Value}"));
            text.Append(
                $"{resolved.Name}: {Path.GetRelativePath(Checkout.Root, resolved.Application.Project)} ready at {resolved.Application.ReadyPath}\n")
                .Append($"  {resolved.Load.Method} {resolved.Load.Path} [{headers}] {resolved.Load.Body}\n")
                .Append($"  {resolved.Load.Connections} connections, answers of length {resolved.Load.ResponseLength}\n");
        }

        Approval.Verify(text.ToString(), "scenarios");
    }
}
