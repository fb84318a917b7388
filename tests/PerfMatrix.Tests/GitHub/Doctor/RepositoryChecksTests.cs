using PerfMatrix.GitHub.StandIn;
using PerfMatrix.Measurement.Doctor;

namespace PerfMatrix.Tests.GitHub.Doctor;

public sealed class RepositoryChecksTests : IAsyncLifetime
{
    private GitHubWorld _world = null!;

    public async ValueTask InitializeAsync() => _world = await GitHubWorld.StartAsync();

    public ValueTask DisposeAsync() => _world.DisposeAsync();

    [Fact]
    public async Task All_settings_made_is_good()
    {
        _world.State.PagesBranch = "workflow";
        _world.State.Variables["PERF_PUBLISH"] = _world.State.Variables["PERF_ENABLED"] = "true";
        Assert.All(await FindAsync(), finding => Assert.Equal(Health.Good, finding.Health));
    }

    [Theory]
    [InlineData(null, null, "no Pages site", "not set")]
    [InlineData("docs", "yes", "served from the branch docs", "found 'yes', expected true")]
    [InlineData("gh-pages", "false", "served from the branch gh-pages, where a push by a workflow may start no build",
        "found 'false', expected true")]
    public async Task A_missing_setting_comes_with_the_page_to_make_it_on(string? branch, string? variable, string pages, string publish)
    {
        _world.State.PagesBranch = branch;
        if (variable is not null) _world.State.Variables["PERF_PUBLISH"] = _world.State.Variables["PERF_ENABLED"] = variable;

        var findings = await FindAsync();

        Assert.All(findings, finding => Assert.Equal(Health.Limited, finding.Health));
        Assert.Equal(["PERF_ENABLED", "Pages", "PERF_PUBLISH"], findings.Select(finding => finding.What)); // this checkout could be a copy
        Assert.Contains(pages, findings[1].Found, StringComparison.Ordinal);
        Assert.Contains("https://github.com/octo/perf/settings/pages", findings[1].Advice, StringComparison.Ordinal);
        Assert.All([findings[0], findings[2]], finding =>
        {
            Assert.Contains(publish, finding.Found, StringComparison.Ordinal);
            Assert.Contains("https://github.com/octo/perf/settings/variables/actions", finding.Advice, StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task Without_a_token_it_says_where_to_look()
    {
        _world.Environment["GITHUB_TOKEN"] = null;
        Assert.All(await FindAsync(), finding => Assert.StartsWith("not checked: no GITHUB_TOKEN", finding.Found, StringComparison.Ordinal));
        Assert.Empty(_world.State.Requests);
    }

    [Fact]
    public async Task A_token_that_may_not_look_says_so()
    {
        const string variable = "/variables/PERF_PUBLISH";
        _world.State.Faults.Add(new Fault("GET", variable, 403) { Body = """{"message":"Resource not accessible by integration"}""" });
        Assert.Contains("the job needs `variables: read", (await FindAsync())[2].Found, StringComparison.Ordinal);
    }

    private async Task<IReadOnlyList<Finding>> FindAsync()
    {
        var findings = new List<Finding>();
        foreach (var check in _world.Connection.DoctorChecks()) findings.AddRange(await check(TestContext.Current.CancellationToken));
        return findings;
    }
}
