using System.Text.Json;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>perf-dispatch.yml, started by hand with its parameters.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class DispatchTests(ActMachine machine) : IDisposable
{
    private readonly ActRepository _repository = new(machine);

    [Fact]
    public async Task What_is_asked_for_is_measured_and_published()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        AddProfile("few", "connections: 5");

        var run = await DispatchAsync(
            ("scenario", "hello-minimal-post"), ("runtime", "net10.0"), ("gc", "workstation-nonconcurrent"), ("cores", "1"), ("rounds", "3"),
                ("duration", "400ms"), ("profile", "few"), ("publish", "true"));

        run.AssertJobs(("plan", "success"), ("build", "success"), ("run", "success"), ("publish", "success"), ("deploy", "success"));
        var document = Document("run-g01-attempt1", "run.json");
        Assert.Equal("hello-minimal-post/net10.0/workstation-nonconcurrent/1c", Assert.Single(document.GetProperty("variants").EnumerateArray())
            .GetProperty("id").GetString());
        Assert.Equal(3, document.GetProperty("blocks")[0].GetProperty("rounds").GetArrayLength());
        Assert.Equal(80, document.GetProperty("settings").GetProperty("slices").GetInt32());
        Assert.Equal(
            5, document.GetProperty("settings").GetProperty("scenarios").GetProperty("hello-minimal-post").GetProperty("connections").GetInt32());
        Assert.Contains(
            "runs/", _repository.Git("--git-dir", _repository.Origin, "ls-tree", "-r", "--name-only", "gh-pages"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_driver_that_is_asked_for_has_to_measure()
    {
        var run = await DispatchAsync(("runtimes", "net9.0..net10.0"), ("driver", "docker"));

        run.AssertJobs(("plan", "success"), ("values", "failure"));
        Assert.Contains("--driver: unknown driver 'docker'", run.Log, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_base_and_a_head_make_it_a_comparison_of_two_commits()
    {
        var old = _repository.Git("rev-parse", "HEAD").Trim();
        PullRequestTests.NoEffect(_repository.Root);
        _repository.Commit("comment");
        var head = _repository.Git("rev-parse", "HEAD").Trim();
        _repository.Commit("what the branch of this run has besides");

        // The policy would go on to six, where noise lets it doubt.
        var run = await DispatchAsync(("base", old), ("head", head), ("rounds", "3"), ("publish", "true"));

        run.AssertJobsOfNoEffect(("plan", "success"), ("side", "success"), ("screen", "success"), ("suspects", "success"),
            ("verdict", "success"), ("publish", "success"), ("deploy", "success"));
        var verdict = Document("verdict", "verdict.json");
        Assert.Equal("pass", verdict.GetProperty("outcome").GetString());
        Assert.Equal(
            (old, head), (verdict.GetProperty("base").GetProperty("sha").GetString(), verdict.GetProperty("head").GetProperty("sha").GetString()));
        Assert.Equal(3, Document("screen-g01-attempt1", "run.json").GetProperty("blocks")[0].GetProperty("rounds").GetArrayLength());
        Assert.Contains(">pass<", _repository.Git("--git-dir", _repository.Origin, "show", "gh-pages:badges/gate.svg"), StringComparison.Ordinal);
    }

    /// <summary>It is green, because nobody promises the outputs of a called workflow that failed, and what is worse is what the site has to
    /// show.</summary>
    [Fact]
    public async Task A_comparison_that_is_published_is_published_when_something_is_worse_too()
    {
        SmallMatrix.SwitchDiagnosticsOff(_repository.Root);
        _repository.Commit("gives no events");
        var old = _repository.Git("rev-parse", "HEAD").Trim();
        PullRequestTests.SlowDown(_repository.Root);
        _repository.Commit("slower");

        var run = await DispatchAsync(("base", old), ("rounds", "8"), ("publish", "true"));

        run.AssertJobs(("plan", "success"), ("side", "success"), ("screen", "success"), ("suspects", "success"), ("confirm", "success"),
            ("verdict", "success"), ("publish", "success"), ("deploy", "success"));
        Assert.Equal("regressed", Document("verdict", "verdict.json").GetProperty("outcome").GetString());
        Assert.Matches(">[0-9]+ worse<", _repository.Git("--git-dir", _repository.Origin, "show", "gh-pages:badges/gate.svg"));
    }

    [Fact]
    public async Task Inputs_that_exclude_each_other_measure_nothing()
    {
        var run = await DispatchAsync(("base", "main"), ("runtimes", "net9.0..net10.0"));

        run.AssertJobs(("plan", "failure"));
        Assert.Contains("found both --base and --runtimes; two commits are compared, or two values in one commit", run.Log, StringComparison.Ordinal);
    }

    /// <summary>Two GC modes take the same way; DispatchInputTests follow it.</summary>
    [Fact]
    public async Task Two_values_of_an_axis_are_compared_in_one_job()
    {
        SmallMatrix.OverlookTimes(_repository.Root);
        _repository.Commit("overlooks times");

        var run = await DispatchAsync(("runtimes", "net9.0..net10.0"));

        run.AssertJobs(("plan", "success"), ("values", "success"));
        var verdict = Directory.EnumerateFiles(Path.Combine(_repository.Artifacts, "values-attempt1"), "verdict.json", SearchOption.AllDirectories)
            .Single();
        Assert.All(["net9.0", "net10.0"], side => Assert.Contains(side, File.ReadAllText(verdict), StringComparison.Ordinal));
    }

    public void Dispose() => _repository.Dispose();

    private void AddProfile(string name, string variable)
    {
        var agents = """jobs: { application: { endpoints: ["http://localhost:5010"] }, load: { endpoints: ["http://localhost:5010"] } }""";
        File.AppendAllText(Path.Combine(_repository.Root, "crank/profiles.yml"),
            $"\n  {name}:\n    variables: {{ serverAddress: localhost, listenAddress: localhost, {variable} }}\n    {agents}\n");
        _repository.Commit("another profile");
    }

    private Task<ActRun> DispatchAsync(params (string Name, string Value)[] inputs)
    {
        (string Name, string Value)[] usual = [("subset", "pr"), ("driver", "local"), ("profile", "local")];
        return _repository.RunAsync(
            "workflow_dispatch", "perf-dispatch.yml", new { }, [.. usual.Where(one => inputs.All(input => input.Name != one.Name)), .. inputs]);
    }

    private JsonElement Document(string artifact, string name) =>
        JsonDocument.Parse(File.ReadAllText(
            Directory.EnumerateFiles(Path.Combine(_repository.Artifacts, artifact), name, SearchOption.AllDirectories).Single())).RootElement;
}
