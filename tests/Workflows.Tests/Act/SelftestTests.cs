using System.Text.Json;

namespace Workflows.Tests.Act;

/// <summary>selftest.yml from its parameters to the history.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class SelftestTests(ActMachine machine) : IDisposable
{
    /// <summary>A simulation of a second, which misses no goal but leaves some open, and one real gate run of each kind on one cell.</summary>
    private static readonly (string Name, string Value)[] s_few =
        [("runs", "1"), ("regressions", "1"), ("pull-requests", "50"), ("cells", "10"), ("allow-open", "true"), ("gc", "workstation")];

    private readonly ActRepository _repository = new(machine);

    [Fact]
    public async Task A_gate_that_finds_what_was_put_in_and_nothing_else_is_green_and_its_rates_are_on_the_site()
    {
        SmallMatrix.OverlookTimes(_repository.Root);
        _repository.Commit("overlooks times");

        // The size of memory is given. That of CPU time is a share of a request, for which more rounds are measured than for both gate runs.
        var run = await RunAsync([.. s_few, ("kinds", "memory-300")]);

        run.AssertJobs(("selftest", "success"), ("publish", "success"), ("deploy", "success"));
        var document = JsonElement.Parse(await File.ReadAllTextAsync(Path.Combine(_repository.Artifacts, "selftest", "selftest.json")));
        Assert.Equal((50, 10), (document.GetProperty("simulation").GetProperty("pullRequests").GetInt32(), document.GetProperty("simulation")
            .GetProperty("cells").GetInt32()));
        Assert.Equal(["A/A: pass", "memory +300 MiB: regressed"], document.GetProperty("trials").EnumerateArray().Select(Outcome));
        var published = Assert.Single(Published("selftests/"), path => path != "selftests/index.json");
        Assert.True(JsonElement.DeepEquals(document, JsonElement.Parse(OnBranch(published)).GetProperty("document")), published);
        var newest = JsonElement.Parse(OnBranch("index.json")).GetProperty("selftest");
        Assert.Equal((published, 1, 0),
            (newest.GetProperty("path").GetString(), newest.GetProperty("aaRuns").GetInt32(), newest.GetProperty("aaRed").GetInt32()));
        Assert.Contains(">0 of 1 (at most ", OnBranch("badges/aa.svg"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_gate_that_finds_too_little_makes_the_self_test_red_and_is_published_all_the_same()
    {
        LongTests.Require("minutes");

        var run = await RunAsync([.. s_few, ("kinds", "cpu-5")]);

        run.AssertJobs(("selftest", "failure"), ("publish", "success"), ("deploy", "success"));
        Assert.NotEmpty(Published("selftests/"));
    }

    public void Dispose() => _repository.Dispose();

    private Task<ActRun> RunAsync((string Name, string Value)[] inputs) => _repository.RunAsync("workflow_dispatch", "selftest.yml", new { }, inputs);

    private static string Outcome(JsonElement trial)
    {
        var isInjected = trial.TryGetProperty("injection", out var injection) && injection.ValueKind == JsonValueKind.Object;
        return $"{(isInjected ? injection.GetProperty("name").GetString() : "A/A")}: {trial.GetProperty("outcome").GetString()}";
    }

    private IEnumerable<string> Published(string folder) =>
        _repository.Git("--git-dir", _repository.Origin, "ls-tree", "-r", "--name-only", "gh-pages").Split('\n')
        .Where(path => path.StartsWith(folder, StringComparison.Ordinal));

    private string OnBranch(string path) => _repository.Git("--git-dir", _repository.Origin, "show", $"gh-pages:{path}");
}
