using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>perf-bisect.yml as <c>init</c> writes it, from the form to the comment on the issue.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class BisectTests(ActMachine machine) : IDisposable
{
    private static readonly string s_cell = $"products/net10.0/workstation/{Math.Min(2, Environment.ProcessorCount)}c";

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

        var run = await _repository.RunAsync("workflow_dispatch", "perf-bisect.yml", new { },
            ("cell", s_cell), ("metric", "throughput"), ("good", good), ("bad", Head()), ("steps", "8"), ("issue", $"{issue.Number}"));

        run.AssertJobs(("bisect", "success"), ("tell", "success"));
        var comment = Assert.Single(github.State.Comments);
        Assert.Equal(issue.Number, comment.PullRequest);
        Assert.Contains($"**The first bad commit is `{planted[..8]} Sell more mugs`.** `throughput` of `{s_cell}`, ", comment.Body,
            StringComparison.Ordinal);
        Assert.Contains("/actions/runs/701)", comment.Body, StringComparison.Ordinal);
    }

    public void Dispose() => _repository.Dispose();

    private void Commit(string subject, string path, string text)
    {
        _repository.Write(path, text);
        _repository.Commit(subject);
    }

    private string Head() => _repository.Git("rev-parse", "HEAD").Trim();
}
