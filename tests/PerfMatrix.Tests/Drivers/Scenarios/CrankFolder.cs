using PerfMatrix.Drivers.Scenarios;

namespace PerfMatrix.Tests.Drivers.Scenarios;

/// <summary>A checkout with a small crank configuration that tests change: crank/main.yml imports crank/load.yml.</summary>
internal sealed class CrankFolder : IDisposable
{
    public const string Load = """
        variables:
          serverPort: 5000
          level: import
        jobs:
          load:
            sources: { tool: { localFolder: .. } }
            project: tool/src/PerfMatrix.Load.csproj
            waitForExit: true
            arguments: "{% if rate != blank %} --rate {{ rate }} {% endif %}"
            variables:
              path: /
              headers: [ "Accept: text/plain" ]
              contentType:
              body:
              connections: 32
              rate:
              requests: 0
              pause: 0
        """;

    public const string Main = """
        imports: [ crank/load.yml ]
        jobs:
          app:
            sources: { tool: { localFolder: .. } }
            project: tool/src/App.csproj
            readyStateText: Application started
            arguments: --level {{ level }} "two words"
            variables: { level: job }
            environmentVariables:
              ASPNETCORE_URLS: "http://localhost:{{ serverPort }}"
              MODE: "{{ level }}"
        scenarios:
          hello:
            application: { job: app }
            load: { job: load, variables: { path: /hello } }
        profiles:
          local:
            variables: { level: profile }
            jobs:
              application: { endpoints: [ "http://localhost:5010" ] }
              load: { endpoints: [ "http://localhost:5010" ], variables: { connections: 8 } }
        """;

    private readonly TemporaryFolder _folder = new();

    public CrankFolder()
    {
        Directory.CreateDirectory(_folder["crank"]);
        Directory.CreateDirectory(_folder["src"]);
        File.WriteAllText(_folder["src/App.csproj"], "");
        Write("load.yml", Load);
        Write("main.yml", Main);
    }

    public string Root => _folder.Root;

    public RemoteFiles? Remote { get; init; }

    public ScenarioRequest Request { get; init; } = new("crank/main.yml", "hello");

    public void Write(string name, string yaml) => File.WriteAllText(_folder[$"crank/{name}"], yaml);

    /// <summary>Changes text of crank/main.yml or crank/load.yml that has to be there.</summary>
    public CrankFolder With(string old, string replacement)
    {
        Assert.True(Main.Contains(old) || Load.Contains(old), $"'{old}' is in neither file");
        Write("main.yml", Main.Replace(old, replacement));
        Write("load.yml", Load.Replace(old, replacement));
        return this;
    }

    public ResolvedScenario Resolve(ScenarioRequest? request = null)
    {
        request ??= Request;
        return new ScenarioResolver(Root, Remote).Resolve(request with { File = _folder[request.File] });
    }

    public void Dispose() => _folder.Dispose();
}
