using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Matrix;

public sealed class BenchmarkCasesTests
{
    private const string Matrix = """
        axes:
          runtime: { net10.0: { endOfSupport: 2028-11-14 } }
          gc: { workstation: { description: w, environment: { DOTNET_gcServer: "0" } }, server: { description: s, environment: { DOTNET_gcServer: "1" } } }
          cores: [2]
        scenarios:
          hello: { file: a.yml }
          micro: { file: b.yml, cases: [One, "Two(N: 3)"] }
        measure: { rounds: 2, slice: 20ms, slices: 10, warmup: 1s, warmupTolerance: 2%, wakeUp: 1ms }
        subsets:
          smoke: { description: s }
        """;

    private static readonly MatrixDefinition s_matrix = Definitions.Of(Matrix);

    [Fact]
    public void Every_case_is_a_cell_and_a_block_of_all_runtimes_and_modes()
    {
        var plan = MatrixPlan.Of(s_matrix, new("smoke", new(["micro"]), new()), new(Cores: 2), _ => null);

        Assert.Equal(["micro-One--2c", "micro-Two-N--3---2c"], plan.Plan.Blocks.Select(block => block.Id));
        Assert.Equal(["micro/One/net10.0/workstation/2c", "micro/One/net10.0/server/2c"], plan.Plan.Blocks[0].Variants.Select(variant => variant.Id));
        Assert.Equal("micro-Two-N--3---net10.0--server--2c", plan.Plan.Blocks[1].Variants[1].Slug);
    }

    [Fact]
    public void A_case_can_be_chosen_alone()
    {
        var selection = Selection.Resolve(s_matrix, "smoke", new(["micro/One"]));

        Assert.Equal("micro/One", Assert.Single(selection.Scenarios).Name);
    }

    [Theory]
    [InlineData("micro/*", 2)]
    [InlineData("micro/Two*", 1)]
    [InlineData("*/One", 1)]
    public void A_pattern_chooses_cases(string pattern, int count) =>
        Assert.Equal(count, Selection.Resolve(s_matrix, "smoke", new([pattern])).Scenarios.Count);

    [Fact]
    public void What_a_pattern_of_the_matrix_means_takes_its_place_once_it_is_known()
    {
        var unknown = Definitions.Of(Matrix.Replace("[One, \"Two(N: 3)\"]", "[One, \"P*\"]", StringComparison.Ordinal));
        var known = unknown.WithCases("micro", ["Parse<int>(s: \"a/b\")", "Parse<int>(s: \"a*b\")", "One"]);

        Assert.Equal(["micro/One", "micro/P*"], unknown.Scenarios.Skip(1).Select(scenario => scenario.Name));
        Assert.Equal("micro/P*", Assert.Single(Selection.Resolve(unknown, "smoke", new(["micro/Parse_int_(s_ x)"])).Scenarios,
            entry => entry.IsPattern).Name);
        Assert.Equal(["micro/One", "micro/Parse_int_(s: _a_b_)", "micro/Parse_int_(s: _a_b_)-2"], known.Scenarios.Skip(1)
            .Select(scenario => scenario.Name));
        Assert.Equal("Parse<int>(s: \"a/b\")", known.Scenarios[2].Case);
        Assert.Contains("unknown scenario 'micro/Two'",
            Assert.Throws<UsageException>(() => Selection.Resolve(known, "smoke", new(["micro/Two"]))).Message);
    }

    [Fact]
    public void A_case_that_is_not_known_yet_can_be_named_by_its_cell()
    {
        var unknown = Definitions.Of(Matrix.Replace("[One, \"Two(N: 3)\"]", "[\"*\"]", StringComparison.Ordinal));

        Assert.Equal(["micro/Two(N: 3)"], CellId.Find(unknown, "micro/Two(N: 3)/net10.0/server/2c", new(Cores: 2))[Axis.Scenario]);
    }

    [Fact]
    public void A_list_without_cases_is_refused()
    {
        var error = Assert.Throws<UsageException>(() => Definitions.Of(Matrix.Replace("[One, \"Two(N: 3)\"]", "[]", StringComparison.Ordinal)));

        Assert.Contains("found an empty list, expected the methods", error.Message);
    }
}
