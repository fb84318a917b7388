using System.Diagnostics;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>A repository of somebody who has never heard of perfmatrix: projects, settings, one commit.</summary>
internal sealed class ForeignRepository : IDisposable
{
    private const string Program = """
        var app = WebApplication.CreateBuilder(args).Build();
        app.MapGet("/products", () => new[] { "tea", "coffee" });
        app.Run();
        """;

    private readonly TemporaryFolder _folder = new();
    private readonly TheProgram _program = new();

    public string Root => _folder.Root;

    public string this[string name] => _folder[name];

    public void Write(string name, string text) => _folder.Write(name, text);

    /// <summary>Adds an ASP.NET Core project.</summary>
    /// <param name="folder">Its folder, empty for the root.</param>
    /// <param name="framework">Null where something else says it.</param>
    public void AddProject(string folder, string name, string? framework = "net10.0", string program = Program)
    {
        Write(Path.Combine(folder, $"{name}.csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup>
                {(framework is null ? "" : $"<TargetFramework>{framework}</TargetFramework>")}
                <ImplicitUsings>enable</ImplicitUsings>
              </PropertyGroup>
            </Project>
            """);
        Write(Path.Combine(folder, "Program.cs"), program);
    }

    public void Commit(string branch = "main")
    {
        Git("init", "-q", "-b", branch);
        Git("add", "--all");
        Git("-c", "user.name=Test", "-c", "user.email=test@example.test", "commit", "-q", "-m", "as it was");
    }

    public string Git(params string[] arguments) =>
        new Git(Root).Ask(arguments) ?? throw new InvalidOperationException($"git {string.Join(' ', arguments)} failed");

    /// <summary>Runs the built program in the repository, without what the tests' own environment says of NuGet.</summary>
    public Task<TheProgram.Outcome> RunAsync(params string[] arguments) => _program.RunAsync(arguments, Root);

    /// <summary>The text of a workflow.</summary>
    public Task<string> WorkflowAsync(string name) =>
        File.ReadAllTextAsync(_folder[$".github/workflows/{name}.yml"], TestContext.Current.CancellationToken);

    /// <summary>Measures one round of each variant.</summary>
    public async Task<RunDocument> MeasureAsync(params string[] options)
    {
        var run = await RunAsync([.. "run --gc workstation --rounds 1 --slices 8 --warmup 100ms".Split(' '), .. options]);
        Assert.True(run.ExitCode == 0, run.Error + run.Output);
        return _program.Run;
    }

    /// <summary>Runs a command of the SDK here.</summary>
    public async Task<string> DotnetAsync(params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Root,
        };
        using var process = Process.Start(start)!;
        var (code, output, error) = await Eventually.EndsAsync(process);
        Assert.True(code == 0, output + error);
        return output;
    }

    public void Dispose()
    {
        _program.Dispose();
        _folder.Dispose();
    }
}
