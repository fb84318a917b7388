using System.Net.NetworkInformation;
using System.Text.Json;
using PerfMatrix.GitHub.StandIn;
using PerfMatrix.Shared.Os;

namespace Workflows.Tests.Act;

/// <summary>The driver of a repository that has set no variable: crank itself, whose agent the measuring job starts on its own machine.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class CrankTests(ActMachine machine) : IDisposable
{
    private static readonly string[] s_programs = ["PERFMATRIX_CRANK", "PERFMATRIX_CRANK_AGENT"];

    private readonly ActRepository _repository = new(machine);

    [Fact]
    public async Task Without_a_variable_crank_measures_what_main_publishes()
    {
        UseRealCrank();
        var port = UseFreePort();
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        _repository.BeginRun(301);

        var run = await _repository.RunAsync(
            "push", "perf-main.yml", new { @ref = "refs/heads/main", after = _repository.Git("rev-parse", "HEAD").Trim() });

        run.AssertJobs(("plan", "success"), ("build", "success"), ("run", "success"), ("publish", "success"), ("deploy", "success"));
        var path = Directory.EnumerateFiles(Path.Combine(_repository.Artifacts, "run-g01-attempt1"), "run.json", SearchOption.AllDirectories)
            .Single();
        using var document = JsonDocument.Parse(await File.ReadAllTextAsync(path));
        Assert.Equal("crank", document.RootElement.GetProperty("machine").GetProperty("driver").GetString());
        Assert.Equal("measured", Assert.Single(document.RootElement.GetProperty("variants").EnumerateArray()).GetProperty("status").GetString());
        Assert.Equal(2, document.RootElement.GetProperty("blocks")[0].GetProperty("rounds").GetArrayLength());
        using var ofCrank = JsonDocument.Parse(
            await File.ReadAllTextAsync(Directory.EnumerateFiles(Path.Combine(Path.GetDirectoryName(path)!, "raw"), "*.crank.json").Single()));
        // One agent has both, so launchers and load are one job.
        Assert.Equal("load", Assert.Single(ofCrank.RootElement.GetProperty("jobResults").GetProperty("jobs").EnumerateObject()).Name);
        Assert.Contains(
            "-gh301-1-", _repository.Git("--git-dir", _repository.Origin, "ls-tree", "-r", "--name-only", "gh-pages"), StringComparison.Ordinal);
        Assert.DoesNotContain(IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpListeners(), listener => listener.Port == port);
    }

    public void Dispose() => _repository.Dispose();

    /// <summary>The programs that the variables name, instead of the tools that GitHub's runners restore.</summary>
    private void UseRealCrank()
    {
        foreach (var program in s_programs)
        {
            var path = Environment.GetEnvironmentVariable(program);
            Assert.SkipWhen(string.IsNullOrEmpty(path), $"needs the real crank: set {string.Join(" and ", s_programs)}");
            _repository.Environment[program] = path!;
        }

        foreach (var variable in new[] { "PERF_DRIVER", "PERF_PROFILE" })
            _repository.Variables.Remove(variable);
        File.WriteAllText(Path.Combine(_repository.Root, ".config/dotnet-tools.json"), """{ "version": 1, "isRoot": true, "tools": {} }""");
        _repository.Commit("no tools to restore");
    }

    /// <summary>Others on this machine may have an agent on the usual port.</summary>
    private int UseFreePort()
    {
        var port = FreePorts.Find(1)[0];
        var profiles = Path.Combine(_repository.Root, "crank/profiles.yml");
        var text = File.ReadAllText(profiles);
        Assert.Contains("http://localhost:5010", text, StringComparison.Ordinal);
        File.WriteAllText(profiles, text.Replace("http://localhost:5010", $"http://localhost:{port}", StringComparison.Ordinal));
        _repository.Commit("another port");
        return port;
    }
}
