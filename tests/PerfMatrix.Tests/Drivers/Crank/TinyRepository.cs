using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>A bare repository with three commits of the smallest workload: two that answer and one that does not compile.</summary>
public sealed class TinyRepository : IDisposable
{
    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk.Web">
          <PropertyGroup>
            <TargetFramework>net10.0</TargetFramework>
            <ImplicitUsings>enable</ImplicitUsings>
          </PropertyGroup>
        </Project>
        """;

    private readonly TemporaryFolder _folder = new();

    public TinyRepository()
    {
        Directory.CreateDirectory(Work);
        Git("init", "-q", "-b", "main");
        First = Commit(Answering("one"));
        Second = Commit(Answering("two"));
        Broken = Commit("this does not compile");
        Git("clone", "-q", "--bare", Work, _folder["tiny.git"]);
    }

    public string First { get; }
    public string Second { get; }
    public string Broken { get; }

    internal RemoteRepository Address => RemoteRepository.Parse($"file://{_folder["tiny.git"]}");

    private string Work => _folder["work"];

    public void Dispose() => _folder.Dispose();

    private static string Answering(string text) =>
        $"var app = WebApplication.CreateSlimBuilder(args).Build();\napp.MapGet(\"/\", () => \"{text}\");\napp.Run();\n";

    private string Commit(string program)
    {
        _folder.Write("work/Tiny/Tiny.csproj", Project);
        _folder.Write("work/Tiny/Program.cs", program);
        Git("add", "--all");
        Git("-c", "user.name=Test", "-c", "user.email=test@example.test", "commit", "-q", "-m", "tiny");
        return Git("rev-parse", "HEAD");
    }

    private string Git(params string[] arguments) =>
        new Git(Work).Ask(arguments) ?? throw new InvalidOperationException($"git {string.Join(' ', arguments)} failed");
}
