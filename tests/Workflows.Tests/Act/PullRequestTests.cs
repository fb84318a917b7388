using System.Text.Json;

namespace Workflows.Tests.Act;

/// <summary>perf-pr.yml from its event to its verdict, on real measurements.</summary>
public sealed class PullRequestTests : IDisposable
{
    private readonly ActRepository _repository = new();

    [Fact]
    public async Task A_pull_request_that_makes_requests_slower_is_red_and_its_verdict_names_the_cell()
    {
        var run = await RunAsync(SlowDown);

        run.AssertJobs(("plan", "success"), ("build", "success"), ("screen", "success"), ("suspects", "success"), ("confirm", "success"), ("verdict", "failure"));
        var verdict = Verdict();
        Assert.Equal("regressed", verdict.GetProperty("outcome").GetString());
        Assert.Contains("hello-minimal/net10.0/workstation", verdict.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pull_request_without_an_effect_is_green()
    {
        var run = await RunAsync(root => File.WriteAllText(Path.Combine(root, "workloads/MinimalApi/Comment.cs"), "// no effect\n"));

        run.AssertJobs(("plan", "success"), ("build", "success"), ("screen", "success"), ("suspects", "success"), ("verdict", "success"));
        Assert.Equal("pass", Verdict().GetProperty("outcome").GetString());
    }

    public void Dispose() => _repository.Dispose();

    private static void SlowDown(string root)
    {
        var path = Path.Combine(root, "workloads/MinimalApi/Program.cs");
        var text = File.ReadAllText(path);
        var slower = text.Replace("var app = builder.Build();", "var app = builder.Build();\napp.Use(next => context => { System.Threading.Thread.SpinWait(4000); return next(context); });", StringComparison.Ordinal);
        Assert.NotEqual(text, slower);
        File.WriteAllText(path, slower);
    }

    private Task<ActRun> RunAsync(Action<string> change) => _repository.RunAsync("pull_request", "perf-pr.yml", _repository.PullRequest(change));

    private JsonElement Verdict() => JsonDocument.Parse(File.ReadAllText(Path.Combine(_repository.Artifacts, "verdict", "verdict.json"))).RootElement;
}
