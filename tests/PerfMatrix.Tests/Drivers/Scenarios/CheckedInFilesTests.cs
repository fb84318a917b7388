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
        const string profiles = "\nprofiles:\n";
        var file = Checkout.File("crank/gc-profiles.yml");
        var modes = Definitions.Checkout.GcModes.Where(mode => mode.Library is null && mode.Environment.Count > 0);

        Approval.VerifyFile(File.ReadAllText(file).Split(profiles)[0] + profiles + string.Concat(modes.Select(Profile)), file);

        static string Profile(GcMode mode) =>
            $"  gc-{mode.Name}:\n    jobs:\n      application:\n        environmentVariables:\n"
            + string.Concat(mode.Environment.Select(variable => $"          {variable.Key}: \"{variable.Value}\"\n"));
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
