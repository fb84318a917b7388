using System.Text;
using PerfMatrix.Drivers.Scenarios;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Drivers.Scenarios;

public sealed class ScenarioResolverTests : IDisposable
{
    private readonly CrankFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_scenario_is_an_application_and_a_load_with_everything_filled_in()
    {
        var scenario = _folder.Resolve();

        Assert.Equal(Path.Combine(_folder.Root, "src/App.csproj"), scenario.Application.Project);
        Assert.Equal(["--level", "job", "two words"], scenario.Application.Arguments);
        Assert.Equal("/hello", scenario.Load.Path);
        Assert.Equal(32, scenario.Load.Connections);
        Assert.Null(scenario.Load.Body);
        Assert.Null(scenario.Load.Requests);
        Assert.Null(scenario.Load.Rate);
    }

    [Fact]
    public void The_address_is_the_launchers_business() =>
        Assert.Equal([new("MODE", "job")], _folder.Resolve().Application.EnvironmentVariables);

    [Fact]
    public void Start_up_ends_at_the_path_of_the_load_unless_the_application_names_one()
    {
        Assert.Equal("/hello", _folder.Resolve().Application.ReadyPath);
        Assert.Equal(
            "/ready", _folder.With("variables: { level: job }", "variables: { level: job, readyPath: /ready }").Resolve().Application.ReadyPath);
    }

    [Fact]
    public void An_application_knows_where_its_path_is_written()
    {
        string Place(CrankFolder folder) => folder.Resolve().Application.ReadyPathPlace!;
        Assert.Matches(@"^crank/main\.yml:\d+:\d+: .*path$", Place(_folder));
        Assert.EndsWith("readyPath", Place(_folder.With("variables: { level: job }", "variables: { level: job, readyPath: /ready }")),
            StringComparison.Ordinal);
    }

    /// <summary>crank's order, from the lowest: global of an import, global of the main file, job, scenario, profile, profile's job, command
    /// line.</summary>
    [Fact]
    public void Variables_have_the_precedence_of_crank()
    {
        const string WithoutJob = "variables: { other: job }";
        const string WithScenario = "application: { job: app, variables: { level: scenario } }";
        var arguments = (ScenarioRequest request) => _folder.Resolve(request).Application.Arguments[1];
        var plain = _folder.Request;
        var profiled = plain with { Profile = "local" };

        _folder.With("variables: { level: job }", WithoutJob);
        Assert.Equal("import", arguments(plain));
        _folder.Write("main.yml", CrankFolder.Main.Replace("variables: { level: job }", WithoutJob) + "\nvariables: { level: main }");
        Assert.Equal("main", arguments(plain));
        _folder.Write("main.yml", CrankFolder.Main);
        Assert.Equal("job", arguments(plain));
        _folder.Write("main.yml", CrankFolder.Main.Replace("application: { job: app }", WithScenario));
        Assert.Equal("scenario", arguments(plain));
        Assert.Equal("profile", arguments(profiled));
        _folder.Write("main.yml", CrankFolder.Main.Replace("application: { endpoints", "application: { variables: { level: agent }, endpoints"));
        Assert.Equal("agent", arguments(profiled));
        Assert.Equal("option", arguments(profiled with { Variables = new Dictionary<string, string> { ["level"] = "option" } }));
    }

    [Fact]
    public void A_profile_changes_the_service_it_names_only()
    {
        Assert.Equal(8, _folder.Resolve(_folder.Request with { Profile = "local" }).Load.Connections);
        Assert.Equal(32, _folder.Resolve().Load.Connections);
    }

    [Fact]
    public void Lists_of_a_scenario_are_added_to_those_of_the_job()
    {
        var load = _folder.With("path: /hello }", "path: /hello, headers: [ \"X-A: b: c\" ], contentType: application/json }").Resolve().Load;

        Assert.Equal(
            [new("Accept", "text/plain"), new("X-A", "b: c"), new("Content-Type", "application/json")],
            load.Headers);
    }

    [Fact]
    public void Bounded_and_paced_loads_are_read()
    {
        var load = _folder.With("path: /hello }", "path: /hello, requests: 1000, pause: 10, rate: \"0..300/20s 300/7m\", body: '{\"a\":{\"b\":1}}' }")
            .Resolve().Load;

        Assert.Equal(
            (1000, TimeSpan.FromMilliseconds(10), "0..300/20s 300/7m", "{\"a\":{\"b\":1}}"), (load.Requests, load.Pause, load.Rate, load.Body));
    }

    [Fact]
    public void A_file_imported_twice_counts_once()
    {
        _folder.Write("other.yml", "imports: [ load.yml ]");
        var load = _folder.With("imports: [ crank/load.yml ]", "imports: [ crank/load.yml, other.yml ]").Resolve().Load;

        Assert.Equal([new("Accept", "text/plain")], load.Headers);
    }

    [Fact]
    public void What_is_wrong_or_for_plain_crank_only_is_named_with_its_place()
    {
        (string What, string Old, string New)[] cases =
        [
            ("unknown scenario", "  hello:\n", "  helo:\n"),
            ("unknown job", "{ job: app }", "{ job: ap }"),
            ("unknown key of a file", "scenarios:", "scenario:"),
            ("unknown key of a job", "readyStateText:", "readyState:"),
            ("key of crank alone", "readyStateText: Application started", "dockerFile: Dockerfile"),
            ("traces", "readyStateText: Application started", "dotNetTrace: true"),
            ("traces, as crank reads them in any case", "readyStateText: Application started", "dotnetTrace: true"),
            ("counters", "readyStateText: Application started", "collectCounters: true"),
            ("dumps", "readyStateText: Application started", "dumpProcess: true"),
            ("CPU of other processes", "readyStateText: Application started", "additionalProcesses: [ nginx ]"),
            ("channel of a runtime", "readyStateText: Application started", "channel: latest"),
            ("arguments of the build", "readyStateText: Application started", "buildArguments: [ -p:A=b ]"),
            ("files beside the program", "readyStateText: Application started", "outputFiles: [ a.json ]"),
            ("files beside the sources", "readyStateText: Application started", "buildFiles: [ a.cs ]"),
            ("no build", "readyStateText: Application started", "noBuild: true"),
            ("longest time of a job", "readyStateText: Application started", "timeout: 60"),
            ("longest time of a build", "readyStateText: Application started", "buildTimeout: 00:10:00"),
            ("options of a job", "readyStateText: Application started", "options: { displayOutput: true }"),
            ("key of ours in another case", "readyStateText:", "ReadyStateText:"),
            ("section of crank alone", "profiles:", "scripts: { a: b }\nprofiles:"),
            ("remote source", "app:\n    sources: { tool: { localFolder: .. } }",
                "app:\n    sources: { tool: { repository: https://example.org/a.git } }"),
            ("import without TLS", "imports: [ crank/load.yml ]", "imports: [ http://example.org/load.yml ]"),
            ("missing import", "imports: [ crank/load.yml ]", "imports: [ crank/lod.yml ]"),
            ("circle", "imports: [ crank/load.yml ]", "imports: [ crank/main.yml ]"),
            ("other services", "application: { job: app }", "application: { job: app }\n    db: { job: app }"),
            ("project outside the sources", "project: tool/src/App.csproj", "project: src/App.csproj"),
            ("project that does not exist", "project: tool/src/App.csproj", "project: tool/src/Ap.csproj"),
            ("unknown variable in a template", "\"{{ level }}\"", "\"{{ levle }}\""),
            ("variable that refers to a variable", "variables: { level: job }", "variables: { a: x, b: \"{{ a }}\", level: \"{{ b }}\" }"),
            ("Liquid logic", "\"{{ level }}\"", "\"{% if level %}x{% endif %}\""),
            ("Liquid filter", "\"{{ level }}\"", "\"{{ level | upcase }}\""),
            ("template that does not end", "\"{{ level }}\"", "\"{{ level\""),
            ("list in a template", "variables: { level: job }", "variables: { level: [ a ] }"),
            ("environment variable that crank changes", "MODE: \"{{ level }}\"", "MODE: true"),
            ("environment number that crank changes", "MODE: \"{{ level }}\"", "MODE: 1.50"),
            ("variable that the load has not", "path: /hello }", "pth: /hello }"),
            ("path without a slash", "path: /hello }", "path: hello }"),
            ("no connections", "path: /hello }", "path: /hello, connections: 0 }"),
            ("header without a name", "path: /hello }", "path: /hello, headers: [ text/plain ] }"),
            ("list over a single value", "path: /hello }", "path: /hello, headers: text/plain }"),
            ("another load generator", "project: tool/src/PerfMatrix.Load.csproj", "project: tool/src/Bombardier.csproj"),
            ("start timeout", "readyStateText: Application started", "startTimeout: 30"),
        ];
        var text = new StringBuilder();
        foreach (var (what, old, replacement) in cases)
        {
            var error = Record.Exception(() => _folder.With(old.ReplaceLineEndings("\n"), replacement).Resolve());
            Assert.True(error is UsageException, $"{what}: {error}");
            text.Append($"{what}\n  {error.Message.Replace(_folder.Root, "ROOT")}\n");
        }

        Approval.Verify(text.ToString(), "errors");
    }

    [Fact]
    public void Unknown_profiles_and_services_without_an_agent_are_named()
    {
        var unknown = Assert.Throws<UsageException>(() => _folder.Resolve(_folder.Request with { Profile = "locl" }));
        Assert.Contains("unknown profile 'locl'; did you mean 'local'?", unknown.Message);

        _folder.With("      load: { endpoints: [ \"http://localhost:5010\" ], variables: { connections: 8 } }", "");
        var missing = Assert.Throws<UsageException>(() => _folder.Resolve(_folder.Request with { Profile = "local" }));
        Assert.Contains("the profile has no entry 'load' under 'jobs'", missing.Message);
    }

    [Fact]
    public void An_agent_is_found_by_its_alias()
    {
        _folder.With("      load: { endpoints", "      machine2: { aliases: [ load ], endpoints");

        Assert.Equal(8, _folder.Resolve(_folder.Request with { Profile = "local" }).Load.Connections);
    }

    [Theory]
    [InlineData("machine2", "machne2")]
    [InlineData("server", "servr")]
    public void An_unknown_agent_or_alias_is_an_error_with_a_suggestion(string meant, string written)
    {
        var main = CrankFolder.Main
            .Replace("application: { job: app }", $"application: {{ job: app, agent: {written} }}", StringComparison.Ordinal)
            .Replace("      application: { endpoints", "      machine2: { aliases: [ server ], endpoints", StringComparison.Ordinal);
        _folder.Write("main.yml", main);

        var error = Assert.Throws<UsageException>(() => _folder.Resolve(_folder.Request with { Profile = "local" }));

        Assert.Contains($"the profile has no entry '{written}' under 'jobs', and none with that alias", error.Message);
        Assert.EndsWith($"; did you mean '{meant}'? (it has: machine2, server, load)", error.Message);
    }

    [Fact]
    public void A_wrong_value_of_an_option_names_the_option()
    {
        var error = Assert.Throws<UsageException>(
            () => _folder.Resolve(_folder.Request with { Variables = new Dictionary<string, string> { ["connections"] = "many" } }));

        Assert.Equal("--variable connections: found text 'many', expected a whole number of at least 1", error.Message);
    }

    [Theory]
    [InlineData("connections: 32", "connections: \"{{ dbPassword }}\"", "found text '***', expected a whole number")]
    [InlineData("path: /hello }", "path: \"{{ dbPassword }}\" }", "found text '***', expected a path")]
    [InlineData("headers: [ \"Accept: text/plain\" ]", "headers: [ \"{{ dbPassword }}\" ]", "found text '***', expected a header")]
    public void No_error_repeats_the_value_of_a_secret_variable(string old, string replacement, string expected)
    {
        _folder.With(old, replacement);
        var variables = new Dictionary<string, string> { ["dbPassword"] = "hunter22" };

        var error = Assert.Throws<UsageException>(() => _folder.Resolve(_folder.Request with { Variables = variables }));

        Assert.Contains(expected, error.Message);
        Assert.DoesNotContain("hunter22", error.ToString());
    }

    [Fact]
    public void The_address_of_an_agent_is_not_repeated_either_where_it_is_secret()
    {
        _folder.With("http://localhost:5010", "{{ agentKey }}");
        var request = new ScenarioRequest(Path.Combine(_folder.Root, "crank/main.yml"), "hello")
        {
            Profile = "local",
            Variables = new Dictionary<string, string> { ["agentKey"] = "hunter22" },
        };

        Assert.Contains("'***'", Assert.Throws<UsageException>(() => new ScenarioResolver(_folder.Root).Agents(request)).Message);
    }
}
