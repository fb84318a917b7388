using System.Text.Json;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>perf-bisect.yml of this repository, from its form to the site. What <c>init</c> writes goes from its form to the comment on an issue in
/// <see cref="ForeignRepositoryTests"/>.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class BisectTests(ActMachine machine) : IDisposable
{
    private readonly ActRepository _repository = new(machine);

    /// <summary>The site links it to a change of the trend by the commits around that, which are more than those of the cause.</summary>
    [Fact]
    public async Task Why_the_first_bad_commit_is_slower_is_on_the_site_under_the_commits_that_were_searched_between()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        var (cell, good) = ($"hello-minimal/net10.0/workstation/{Math.Min(2, Environment.ProcessorCount)}c", Head());
        PullRequestTests.SlowDown(_repository.Root);
        _repository.Commit("Spin before every answer");
        var planted = Head();
        _repository.Write("README.md", "Workloads.\n");
        _repository.Commit("Say what it is");

        var run = await _repository.RunAsync(
            "workflow_dispatch", "perf-bisect.yml", new { }, ("cell", cell), ("good", good), ("bad", Head()), ("steps", "3"));

        run.AssertJobs(("bisect", "success"), ("publish", "success"), ("deploy", "success"));
        var found = Assert.Single(OfSite("traced/index.json").GetProperty("items").EnumerateArray());
        Assert.Equal((good, Head()), (found.GetProperty("shaBefore").GetString(), found.GetProperty("shaAfter").GetString()));
        var why = OfSite(found.GetProperty("path").GetString()!).GetProperty("document");
        Assert.Equal((good, planted), (ShaOf("base"), ShaOf("head")));
        var explained = Assert.Single(why.GetProperty("cells").EnumerateArray());
        Assert.Equal(cell, explained.GetProperty("cell").GetString());
        Assert.Contains("lambda in ", explained.GetProperty("cpu")[0].GetProperty("method").GetString(), StringComparison.Ordinal);

        string? ShaOf(string side) => why.GetProperty(side).GetProperty("sha").GetString();
    }

    public void Dispose() => _repository.Dispose();

    private JsonElement OfSite(string path) => JsonElement.Parse(File.ReadAllText(Path.Combine(_repository.Artifacts, "github-pages", path)));

    private string Head() => _repository.Git("rev-parse", "HEAD").Trim();
}
