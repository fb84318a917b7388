using PerfMatrix.Configuration;
using PerfMatrix.Drivers.Scenarios;
using PerfMatrix.Gate;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Configuration;

/// <summary>A repository with <c>crank/perfmatrix.yml</c> alone.</summary>
public sealed class ConfigurationFilesTests : IDisposable
{
    private const string Shop = """
        runtimes: [net8.0, net10.0]
        jobs:
          shop:
            project: src/Shop/Shop.csproj
            variables: { readyPath: /health }
        scenarios:
          products:
            application: { job: shop }
            load: { variables: { path: /products, responseLength: any } }

        """;

    private readonly TemporaryFolder _folder = new();

    public ConfigurationFilesTests()
    {
        _folder.Write(ConfigurationFiles.Own, Shop);
        _folder.Write("src/Shop/Shop.csproj", "<Project Sdk=\"Microsoft.NET.Sdk.Web\" />");
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Axes_and_subsets_are_the_tools_and_scenarios_are_its_own()
    {
        var matrix = MatrixDefinition.Load(_folder.Root);
        Assert.Equal(["products"], matrix.Scenarios.Select(scenario => scenario.Name));
        Assert.Equal(["net8.0", "net10.0"], matrix.Frameworks);
        Assert.Equal(["smoke", "compare", "pr", "main", "containers"], matrix.Subsets.Select(subset => subset.Name));
        Assert.Equal(["net10.0"], matrix.Subsets.First(subset => subset.Name == "compare").Axes[Axis.Runtime]);
        Assert.Contains("datas", matrix.GcModes.Select(mode => mode.Name));
        Assert.DoesNotContain("zero", matrix.GcModes.Select(mode => mode.Name));
    }

    [Fact]
    public void A_project_of_BenchmarkDotNet_has_all_its_cases_unless_it_names_some()
    {
        var benchmarks = Shop
            .Replace("    variables: { readyPath: /health }", "    options: { benchmarkDotNet: true }", StringComparison.Ordinal)
            .Replace("    load: { variables: { path: /products, responseLength: any } }\n", "", StringComparison.Ordinal);
        _folder.Write(ConfigurationFiles.Own, benchmarks);
        Assert.Equal(("products/*", true), MatrixDefinition.Load(_folder.Root).Scenarios.Select(scenario => (scenario.Name, scenario.IsPattern))
            .Single());

        _folder.Write(ConfigurationFiles.Own, benchmarks + "matrix: { scenarios: { products: { cases: [One, Two] } } }\n");
        Assert.Equal(["products/One", "products/Two"], MatrixDefinition.Load(_folder.Root).Scenarios.Select(scenario => scenario.Name));
    }

    /// <summary>Figures of the gate belong to a measured time, whatever is measured.</summary>
    [Fact]
    public void Its_subsets_measure_as_long_as_those_of_this_repository()
    {
        var (foreign, own) = (MatrixDefinition.Load(_folder.Root), MatrixDefinition.Load(PerfMatrix.Tests.Checkout.Root));

        Assert.All(foreign.Subsets, subset => Assert.Equal(Time(own, own.Subsets.Single(other => other.Name == subset.Name)), Time(foreign, subset)));

        static TimeSpan Time(MatrixDefinition matrix, Subset subset) =>
            (subset.Parts is [var part, ..] ? part.Measure : new()).Over(subset.Measure).Over(matrix.Measure).Complete().Duration;
    }

    [Fact]
    public void A_scenario_gets_the_load_job_and_the_profiles_of_the_tool()
    {
        var scenario = new ScenarioResolver(_folder.Root).Resolve(
            new ScenarioRequest(_folder[ConfigurationFiles.Own], "products") { Profile = "local" });
        Assert.Equal(_folder["src/Shop/Shop.csproj"], scenario.Application.Project);
        Assert.Equal(("/health", "/products", "any"), (scenario.Application.ReadyPath, scenario.Load.Path, scenario.Load.ResponseLength));
    }

    [Fact]
    public void Sections_change_what_the_tool_has()
    {
        _folder.Write(ConfigurationFiles.Own, Shop + """
            matrix:
              measure: { rounds: 9 }
              scenarios: { products: { alone: true } }
            gate:
              detectPercent: 8
            acknowledged:
              - { cell: "products/*", metric: throughput, reason: known, expires: 2030-01-01 }
            profiles:
              lab: { variables: { launcherPort: 6000 } }
            """);
        var matrix = MatrixDefinition.Load(_folder.Root);
        Assert.Equal((9, true), (matrix.Measure.Rounds, matrix.Scenarios[0].Alone));
        var policy = GatePolicyFile.Load(_folder.Root);
        Assert.Equal(8, policy.DetectPercent);
        Assert.Equal(GatePolicyFile.Load(Checkout.Root).Metrics, policy.Metrics);
        Assert.Equal("known", Assert.Single(AcknowledgementFile.Load(_folder.Root)).Reason);
        Assert.Equal("6000", ConfigurationFiles.Read(_folder.Root, ConfigurationFiles.Profiles).Required("profiles").AsMap()
            .Required("lab").AsMap().Required("variables").AsMap().Required("launcherPort").AsText());
    }

    /// <summary>The tool says how long, a section how many slices.</summary>
    [Fact]
    public void Slices_of_a_section_replace_the_duration_of_the_tool()
    {
        _folder.Write(ConfigurationFiles.Own, Shop + "matrix: { subsets: { pr: { measure: { slices: 24 } } } }\n");

        var matrix = MatrixDefinition.Load(_folder.Root);

        Assert.Equal(24, matrix.Subsets.Single(subset => subset.Name == "pr").Measure.Over(matrix.Measure).Complete().Slices);
    }

    [Fact]
    public void A_metric_that_a_section_gives_another_rule_has_none_of_the_sizes_of_the_tool()
    {
        _folder.Write(ConfigurationFiles.Own, Shop + "gate: { metrics: { latencyP99: { rule: report }, allocatedPerRequest: { rule: paired } } }\n");

        var metrics = GatePolicyFile.Load(_folder.Root).Metrics.ToDictionary(metric => metric.Metric);

        Assert.Equal((MetricRule.Report, null), (metrics["latencyP99"].Rule, metrics["latencyP99"].DetectPercent));
        Assert.Equal(MetricRule.Paired, metrics["allocatedPerRequest"].Rule);
        Assert.Equal((MetricRule.Tail, 10), (metrics["gcCommitted"].Rule, metrics["gcCommitted"].DetectPercent));
    }

    [Theory]
    [InlineData("latencyP99: { rule: tail }")]
    [InlineData("latencyP99: { rule: tail, detectPercent: 20 }")]
    public void A_metric_that_a_section_gives_the_same_rule_keeps_the_size_of_the_tool(string metric)
    {
        _folder.Write(ConfigurationFiles.Own, Shop + $"gate: {{ metrics: {{ {metric} }} }}\n");

        Assert.Equal(20, GatePolicyFile.Load(_folder.Root).Metrics.Single(read => read.Metric == "latencyP99").DetectPercent);
    }

    [Theory]
    [InlineData("products", null)]
    [InlineData("prod*", null)]
    [InlineData("product", "is")]
    [InlineData("products/*", "matches")]
    public void A_size_is_of_a_scenario_of_the_matrix(string scenario, string? verb)
    {
        _folder.Write(ConfigurationFiles.Own, Shop + $"gate: {{ scenarios: [{{ scenario: '{scenario}', detectPercent: 8 }}] }}\n");

        var problem = Record.Exception(() => GatePolicyFile.Load(_folder.Root));

        Assert.Equal(verb is null ? null
            : $"crank/perfmatrix.yml:10:33: gate.scenarios[0].scenario: '{scenario}' {verb} no scenario of crank/matrix.yml; correct it, or "
                + "remove the entry; did you mean 'products'? (scenarios: products)", problem?.Message);
    }

    [Theory]
    [InlineData("products/Parse", true)]
    [InlineData("products/Parse*", true)]
    [InlineData("*Parse", true)]
    [InlineData("pro*Parse", true)]
    [InlineData("other/Parse", false)]
    [InlineData("prodcuts*", false)]
    [InlineData("productsParse*", false)]
    public void Cases_that_a_pattern_stands_for_may_have_sizes_before_anybody_knows_them(string scenario, bool mayBe)
    {
        var benchmarks = Shop
            .Replace("    variables: { readyPath: /health }", "    options: { benchmarkDotNet: true }", StringComparison.Ordinal)
            .Replace("    load: { variables: { path: /products, responseLength: any } }\n", "", StringComparison.Ordinal);
        _folder.Write(ConfigurationFiles.Own, benchmarks + $"gate: {{ scenarios: [{{ scenario: '{scenario}', detectPercent: 8 }}] }}\n");

        Assert.Equal(mayBe, Record.Exception(() => GatePolicyFile.Load(_folder.Root)) is null);
    }

    [Fact]
    public void Nothing_is_acknowledged_or_pinned_without_a_section()
    {
        Assert.Empty(AcknowledgementFile.Load(_folder.Root));
        Assert.Empty(ReferenceFile.Load(_folder.Root));
        Assert.Equal(GatePolicyFile.Load(Checkout.Root).DetectPercent, GatePolicyFile.Load(_folder.Root).DetectPercent);
    }

    [Theory]
    [InlineData("gates: {}\n", "crank/perfmatrix.yml:10:1: unknown key 'gates'; did you mean 'gate'?")]
    [InlineData("gate: { detect: 5 }\n", "crank/perfmatrix.yml:10:9: gate: unknown key 'detect'")]
    [InlineData("gate: { detectPercent: 0 }\n", "crank/perfmatrix.yml:10:24: detectPercent is 0, ")]
    [InlineData("matrix: { subsets: { pr: { gc: [severe] } } }\n", "crank/perfmatrix.yml:10:33: matrix.subsets.pr.gc[0]: ")]
    public void A_mistake_is_reported_where_it_stands(string section, string expected)
    {
        _folder.Write(ConfigurationFiles.Own, Shop + section);
        Assert.StartsWith(expected, Assert.Throws<UsageException>(() => (MatrixDefinition.Load(_folder.Root),
            GatePolicyFile.Load(_folder.Root))).Message);
    }

    [Fact]
    public void An_unknown_runtime_is_named()
    {
        _folder.Write(ConfigurationFiles.Own, Shop.Replace("net8.0,", "net8,", StringComparison.Ordinal));
        Assert.StartsWith("crank/perfmatrix.yml:1:12: runtimes[0]: unknown runtime 'net8'; did you mean 'net8.0'?",
            Assert.Throws<UsageException>(() => MatrixDefinition.Load(_folder.Root)).Message);
    }

    [Fact]
    public void A_section_beside_the_file_that_it_changes_is_refused()
    {
        _folder.Write(ConfigurationFiles.Own, Shop + "gate: { detectPercent: 8 }\n");
        _folder.Write("crank/gate.yml", "detectPercent: 5\n");
        Assert.Equal("crank/perfmatrix.yml:10:1: found this section, and the file crank/gate.yml; keep one of the two",
            Assert.Throws<UsageException>(() => GatePolicyFile.Load(_folder.Root)).Message);
    }

    [Fact]
    public void The_example_of_the_documentation_reads()
    {
        _folder.Write(ConfigurationFiles.Own, File.ReadAllText(Checkout.File("crank/README.md")).Split("```yaml\n")[1].Split("```")[0]);
        Assert.Equal(["server"], MatrixDefinition.Load(_folder.Root).Subsets.First(subset => subset.Name == "pr").Axes[Axis.Gc]);
        Assert.Equal(5, GatePolicyFile.Load(_folder.Root).DetectPercent);
        var shop = new ScenarioResolver(_folder.Root).Resolve(new ScenarioRequest(_folder[ConfigurationFiles.Own], "products")
        {
            Profile = "local",
            Variables = new Dictionary<string, string> { ["ConnectionStrings__Shop"] = "Host=db" },
        });
        Assert.Equal("Host=db", shop.Application.EnvironmentVariables["ConnectionStrings__Shop"]);
        Assert.Equal(["docker compose down"], shop.Application.After);
    }

    [Fact]
    public void Where_sections_are_listed_all_of_them_are()
    {
        var sections = OwnFile.Keys.Except(["runtimes", "variables", "jobs", "scenarios"]).ToList();
        var likewise = File.ReadAllText(Checkout.File("crank/README.md")).Split("; likewise ")[1].Split('\n')[0].Split(", ");
        Assert.Equal(sections.Except(["matrix", "gate"]).Order(StringComparer.Ordinal), likewise.Order(StringComparer.Ordinal));
        Assert.All(sections, section => Assert.Contains($"`{section}`", ConfigurationFiles.ToolText("setup/perfmatrix.yml"),
            StringComparison.Ordinal));
    }

    [Fact]
    public void Everything_is_written_to_a_folder_that_no_project_compiles()
    {
        Assert.Equal(_folder[".perfmatrix/runs"], DataFolder.In(_folder.Root, "runs"));
        Assert.Equal(Checkout.File("artifacts/runs"), DataFolder.In(Checkout.Root, "runs"));
    }
}
