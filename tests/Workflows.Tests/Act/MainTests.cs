using System.Text.Json;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>perf-main.yml from the schedule to the first run of a history; <see cref="AlertTests"/> push to one that has runs.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class MainTests(ActMachine machine) : IDisposable
{
    private static readonly string[] s_suites = ["throughput", "cpu", "memory"];

    private readonly ActRepository _repository = new(machine);

    [Fact]
    public async Task The_schedule_of_a_repository_without_a_history_publishes_the_first_run_which_its_site_shows()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        Assert.Empty(_repository.Git("ls-remote", "origin", "gh-pages"));
        _repository.BeginRun(101);

        var nightly = await _repository.RunAsync("schedule", "perf-main.yml", new { schedule = "17 3 * * *" });

        nightly.AssertJobs(("plan", "success"), ("build", "success"), ("run", "success"), ("publish", "success"), ("deploy", "success"));
        Assert.Contains("It is the first one there;", nightly.Log, StringComparison.Ordinal);
        Assert.Contains("-gh101-1-", Assert.Single(Runs()), StringComparison.Ordinal);
        Assert.Contains("index.html", Published());
        Assert.All(s_suites, AssertTakenByGitHubActionBenchmark);
        await AssertShownAsync();
    }

    public void Dispose() => _repository.Dispose();

    private string[] Published() => _repository.Git("--git-dir", _repository.Origin, "ls-tree", "-r", "--name-only", "gh-pages").Split('\n');

    private IEnumerable<string> Runs() => Published().Where(path => path.StartsWith("runs/", StringComparison.Ordinal));

    /// <summary>The site that is built from the branch has the run, and shows it.</summary>
    private async Task AssertShownAsync()
    {
        await using var site = await PublishedSite.BuildAsync(_repository);

        await site.AssertWholeAsync();
        var runs = await site.RunsAsync();
        Assert.Equal(Runs().Select(Path.GetFileNameWithoutExtension).Order(StringComparer.Ordinal), runs.Order(StringComparer.Ordinal));
        if (await site.ShownAsync($"/run?run={runs[^1]}") is not { } page)
            return;
        // What is drawn at once: the virtual time of the browser does not wait for the frames that the rest comes with.
        Assert.Contains($"commit {_repository.Git("rev-parse", "HEAD")[..8]}", page, StringComparison.Ordinal);
        Assert.Contains("hello-minimal/net10.0/workstation/", page, StringComparison.Ordinal);
    }

    /// <summary>The rules of v1.22.0: a list that is not empty, of entries with a name of their own, a number and a unit.</summary>
    private void AssertTakenByGitHubActionBenchmark(string suite)
    {
        using var json = JsonDocument.Parse(File.ReadAllText(Path.Combine(_repository.Artifacts, "github-action-benchmark", suite + ".json")));
        var entries = json.RootElement.EnumerateArray().ToList();

        Assert.NotEmpty(entries);
        Assert.Equal(entries.Count, entries.Select(entry => entry.GetProperty("name").GetString()).Distinct().Count());
        Assert.All(entries,
            entry => Assert.True(double.IsFinite(entry.GetProperty("value").GetDouble()) && entry.GetProperty("unit").GetString()!.Length > 0));
    }
}
