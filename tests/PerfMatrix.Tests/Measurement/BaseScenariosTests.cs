using PerfMatrix.Measurement;
using PerfMatrix.Tests.Matrix;

namespace PerfMatrix.Tests.Measurement;

public sealed class BaseScenariosTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_scenario_that_only_the_matrix_of_base_has_is_dropped()
    {
        Base("a, gone");
        var found = await FindAsync("a");
        Assert.Null(found.Problem);
        Assert.Equal(["gone"], found.Dropped.Select(cell => cell.Cell.Scenario).Distinct());
        Assert.All(found.Dropped, cell => Assert.Equal(
            (CellStatus.Dropped, "base, main (01234567), measures it, and crank/matrix.yml here does not list it"), (cell.Status, cell.Reason)));
        Assert.Equal((true, true, false), (found.Measures("a"), found.Measures("gone"), found.Measures("b")));
    }

    [Fact]
    public async Task A_scenario_whose_project_base_does_not_have_either_is_nothing_to_miss()
    {
        Base("a, gone");
        File.Delete(_folder["workloads/gone/gone.csproj"]);
        Assert.Empty((await FindAsync("a")).Dropped);
    }

    [Fact]
    public async Task A_new_scenario_of_head_is_not_base_s()
    {
        Base("a");
        Assert.Empty((await FindAsync("a, new")).Dropped);
    }

    [Fact]
    public async Task Of_a_BenchmarkDotNet_project_a_benchmark_of_head_alone_is_new_and_one_of_base_alone_is_dropped()
    {
        Base("a", "options: { benchmarkDotNet: true }, ");
        File.WriteAllText(_folder["crank/matrix.yml"], Matrix("a", ", cases: [\"*\"]"));
        var head = Definitions.Of(Matrix("a", ", cases: [\"*\"]")).WithCases("a", ["Same", "New"]);

        var found = await FindAsync(head, (matrix, _, _) => Task.FromResult(matrix.WithCases("a", ["Same", "Gone"])));

        Assert.Null(found.Problem);
        Assert.Equal(["a/Gone: base, main (01234567), has this benchmark, and head has not"],
            found.Dropped.Select(cell => $"{cell.Cell.Scenario}: {cell.Reason}"));
        Assert.Equal(["a/New"], head.Scenarios.Where(found.Lacks).Select(scenario => scenario.Name));
    }

    [Fact]
    public async Task A_matrix_of_base_that_cannot_be_read_is_told()
    {
        Base("a");
        File.WriteAllText(_folder["crank/matrix.yml"], "axes: 7\n");
        Assert.StartsWith(
            "What base, main (01234567), measures by its own crank/matrix.yml is not known", (await FindAsync("a")).Problem,
                StringComparison.Ordinal);
    }

    private Task<BaseScenarios> FindAsync(string scenarios) =>
        FindAsync(Definitions.Of(Matrix(scenarios)), (_, _, _) => throw new InvalidOperationException("There is no pattern."));

    private Task<BaseScenarios> FindAsync(MatrixDefinition matrix, CaseSearch search)
    {
        var plan = new PlanRequest("everything", new AxisChoice(), new()) { Machine = new(2) };
        var source = new SourceInfo("r", "0123456789", "main", Dirty: false);
        var tree = new SideTree(_folder.Root, "main", source, new("", () => ValueTask.CompletedTask));
        var head = MatrixPlan.Of(matrix, plan, new(2), _ => null);
        return BaseScenarios.OfAsync(new MeasurementRequest(plan, SideSource.WorkingTree, new("main")), tree, head, search);
    }

    private void Base(string scenarios, string ofJobs = "")
    {
        Write("crank/matrix.yml", Matrix(scenarios));
        Write("crank/all.yml", "scenarios:\n" + string.Concat(scenarios.Split(", ").Select(
            name => $"  {name}: {{ application: {{ job: {name} }}, load: {{ job: load }} }}\n"))
            + "jobs:\n  load: { sources: { load: { localFolder: ../load } }, project: load/PerfMatrix.Load.csproj }\n"
            + string.Concat(scenarios.Split(", ").Select(
                name => $"  {name}: {{ {ofJobs}sources: {{ app: {{ localFolder: ../workloads/{name} }} }}, project: app/{name}.csproj }}\n"))
            + "profiles: { local: { jobs: { application: {}, load: {} } } }\n");
        foreach (var name in scenarios.Split(", ")) Write($"workloads/{name}/{name}.csproj", "<Project />");
    }

    private void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_folder[path])!);
        File.WriteAllText(_folder[path], text);
    }

    private static string Matrix(string scenarios, string more = "") => $$"""
        axes:
          runtime: { net10.0: { endOfSupport: 2028-11-14 } }
          gc: { workstation: { description: w, environment: { DOTNET_gcServer: "0" } } }
          cores: [2]
        scenarios:
        {{string.Join('\n', scenarios.Split(", ").Select(name => $"  {name}: {{ file: crank/all.yml{more} }}"))}}
        measure: { rounds: 2, slice: 20ms, slices: 10, warmup: 1s..2s, warmupTolerance: 2%, wakeUp: 1ms }
        subsets:
          everything: { description: e }
        """;
}
