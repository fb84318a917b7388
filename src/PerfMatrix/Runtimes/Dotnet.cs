namespace PerfMatrix.Runtimes;

/// <summary>The <c>dotnet</c> command, run in a repository so that its <c>global.json</c> and NuGet configuration apply.</summary>
internal sealed class Dotnet(IProcessRunner runner, IReadOnlyDictionary<string, string> environment, string folder)
{
    private string? _sdkVersion;

    public string Folder => folder;

    /// <summary>Whether the files here may bring an SDK of their own (<c>sdk.paths</c> of <c>global.json</c>, since .NET 10): then even a question
    /// for its version runs what they bring.</summary>
    public bool MayBringSdk
    {
        get
        {
            for (var at = new DirectoryInfo(folder); at is not null; at = at.Parent)
            {
                var file = Path.Combine(at.FullName, "global.json");
                if (File.Exists(file)) return Errors.Or(() => NamesPaths(file), IsUnreadable, _ => true);
            }

            return false;

            static bool IsUnreadable(Exception problem) => FileErrors.Is(problem) || problem is JsonException or InvalidOperationException;
        }
    }

    public Task<ProcessResult> RunAsync(IReadOnlyList<string> arguments, CancellationToken cancellation) => Errors.OrAsync(
        () => runner.RunAsync(new ProcessRequest("dotnet", arguments, folder, environment), cancellation),
        (ProcessStartException e) => throw new UsageException(
            $"{e.Message} Workloads are built with the .NET SDK: install it from https://dot.net/download and put it into PATH.", e));

    /// <summary>Version of the SDK that builds here, e.g. <c>10.0.401</c>.</summary>
    public async Task<string> SdkVersionAsync(CancellationToken cancellation)
    {
        if (_sdkVersion is not null) return _sdkVersion;
        var result = await RunAsync(["--version"], cancellation);
        if (result.ExitCode == 0) return _sdkVersion = result.Output.Select(line => line.Trim()).Last(line => line.Length > 0);
        var said = string.Join(Environment.NewLine, result.Error.Concat(result.Output).Where(line => line.Length > 0));
        throw new UsageException($"'dotnet --version' in {folder} ended with code {result.ExitCode}: {said}");
    }

    private static bool NamesPaths(string file)
    {
        using var document = JsonDocument.Parse(File.ReadAllBytes(file), new() { CommentHandling = JsonCommentHandling.Skip });
        return All(document.RootElement, "sdk").SelectMany(sdk => All(sdk, "paths"))
            .Any(paths => paths.EnumerateArray().Any(path => path.GetString() != "$host$"));
    }

    // Of a name that comes twice dotnet may take another one than this parser would.
    private static IEnumerable<JsonElement> All(JsonElement within, string name) =>
        within.EnumerateObject().Where(property => property.NameEquals(name)).Select(property => property.Value);
}
