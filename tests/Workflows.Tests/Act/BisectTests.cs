using System.Text.Json;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>perf-bisect.yml from its form: as <c>init</c> writes it to the comment on the issue, as this repository has it to the site.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class BisectTests(ActMachine machine) : IDisposable
{
    private readonly ActRepository _repository = new(machine);

    [Fact]
    public async Task A_slower_commit_that_was_planted_in_somebody_elses_repository_is_named_in_the_issue()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        var issue = github.State.Open(github.State.Writer, "Throughput -50.0 % in products", "");
        await _repository.AdoptAsync(null, "--env", "DOTNET_EnableDiagnostics=0"); // no cause is looked for
        var good = Head();
        Commit("Sell mugs", ForeignApplication.Program, ForeignApplication.Plain.Replace("tea", "mug", StringComparison.Ordinal));
        Commit("Sell more mugs", ForeignApplication.Program, ForeignApplication.Plain.Replace("tea", "mug", StringComparison.Ordinal)
            .Replace("(0, 10)", "(0, 3000)", StringComparison.Ordinal));
        var planted = Head();
        Commit("Say what it is", "README.md", "A shop.\n");
        _repository.BeginRun(701);
        var cell = CellOf("products");

        var run = await _repository.RunAsync("workflow_dispatch", "perf-bisect.yml", new { },
            ("cell", cell), ("metric", "throughput"), ("good", good), ("bad", Head()), ("steps", "8"), ("issue", $"{issue.Number}"));

        run.AssertJobs(("bisect", "success"), ("tell", "success"));
        var comment = Assert.Single(github.State.Comments);
        Assert.Equal(issue.Number, comment.PullRequest);
        Assert.Contains($"**The first bad commit is `{planted[..8]} Sell more mugs`.** `throughput` of `{cell}`, ", comment.Body,
            StringComparison.Ordinal);
        Assert.Contains("/actions/runs/701)", comment.Body, StringComparison.Ordinal);
    }

    /// <summary>The site links it to a change of the trend by the commits around that, which are more than those of the cause.</summary>
    [Fact]
    public async Task Why_the_first_bad_commit_is_slower_is_on_the_site_under_the_commits_that_were_searched_between()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        var (cell, good) = (CellOf("hello-minimal"), Head());
        PullRequestTests.SlowDown(_repository.Root);
        _repository.Commit("Spin before every answer");
        var planted = Head();
        Commit("Say what it is", "README.md", "Workloads.\n");

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

    private static string CellOf(string scenario) => $"{scenario}/net10.0/workstation/{Math.Min(2, Environment.ProcessorCount)}c";

    private JsonElement OfSite(string path) => JsonElement.Parse(File.ReadAllText(Path.Combine(_repository.Artifacts, "github-pages", path)));

    private void Commit(string subject, string path, string text)
    {
        _repository.Write(path, text);
        _repository.Commit(subject);
    }

    private string Head() => _repository.Git("rev-parse", "HEAD").Trim();
}
