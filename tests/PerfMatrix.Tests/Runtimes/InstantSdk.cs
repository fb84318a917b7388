using System.Text.Json;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Runtimes;

/// <summary>Stands in for the <c>dotnet</c> command: writes what a publish leaves behind, at once.</summary>
internal sealed class InstantSdk : IProcessRunner
{
    /// <summary>The patch whose build fails with <see cref="Errors"/>.</summary>
    public const string Broken = "10.0.666";

    /// <summary>About the bytes of one output.</summary>
    public const int OutputSize = 10_000;

    private int _builds;
    private int _running;
    private int _mostAtOnce;

    public string Version { get; init; } = "10.0.401";

    public IReadOnlyList<string> Errors { get; set; } = [];

    /// <summary>The patch that the output names; null for the one that was asked for.</summary>
    public string? Published { get; set; }

    public int Builds => _builds;

    public int MostAtOnce => _mostAtOnce;

    public async Task<ProcessResult> RunAsync(ProcessRequest request, CancellationToken cancellation)
    {
        if (request.Arguments[0] == "--version")
            return new ProcessResult(0, [Version], []);

        Interlocked.Increment(ref _builds);
        RaiseMostAtOnce(Interlocked.Increment(ref _running));
        await Task.Yield();
        var result = Publish(request.Arguments);
        Interlocked.Decrement(ref _running);
        return result;
    }

    private ProcessResult Publish(IReadOnlyList<string> arguments)
    {
        const string property = "-p:RuntimeFrameworkVersion=";
        var patch = arguments.Single(argument => argument.StartsWith(property, StringComparison.Ordinal))[property.Length..];
        if (patch == Broken)
            return new ProcessResult(1, Errors, []);

        var output = arguments[arguments.ToList().IndexOf("--output") + 1];
        Directory.CreateDirectory(output);
        File.WriteAllBytes(Path.Combine(output, "app"), new byte[OutputSize]);
        File.WriteAllText(Path.Combine(output, "app.runtimeconfig.json"), Configuration(Published ?? patch));
        return new ProcessResult(0, [], []);
    }

    private static string Configuration(string patch)
    {
        var included = new[] { "Microsoft.NETCore.App", "Microsoft.AspNetCore.App" }.Select(name => new { name, version = patch });
        return JsonSerializer.Serialize(new { runtimeOptions = new { includedFrameworks = included } });
    }

    private void RaiseMostAtOnce(int running)
    {
        for (var seen = _mostAtOnce; running > seen && Interlocked.CompareExchange(ref _mostAtOnce, running, seen) != seen; seen = _mostAtOnce)
        {
        }
    }
}
