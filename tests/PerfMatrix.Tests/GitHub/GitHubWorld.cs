using System.CommandLine;
using System.IO.Compression;
using System.Text;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.GitHub.Rest;
using PerfMatrix.GitHub.StandIn;
using PerfMatrix.GitHub.StandIn.Endpoints;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.GitHub;

/// <summary>A stand-in of GitHub, and the commands that talk to it. Pauses pass at once, and are remembered.</summary>
internal sealed class GitHubWorld : IAsyncDisposable
{
    public const string Repository = "octo/perf";
    public const string Token = "ghs_sEcReTtOkEn0123456789";

    private readonly StandInServer _server;
    private readonly PassingClock _clock = new(new(2026, 11, 22, 9, 0, 0, TimeSpan.Zero));

    private GitHubWorld(StandInServer server) => _server = server;

    public StandInState State => _server.State;

    public TemporaryFolder Folder { get; } = new();

    public StringWriter Output { get; } = new();

    public StringWriter Error { get; } = new();

    public IReadOnlyList<TimeSpan> Pauses => _clock.Pauses;

    public Dictionary<string, string?> Environment { get; } = [];
    public string Comment => Assert.Single(State.Comments).Body;

    public CommandContext Context => new(new TestConsole().Console)
    {
        Environment = name => Environment.GetValueOrDefault(name),
        Clock = _clock,
        Root = () => Checkout.Root,
    };

    public static async Task<GitHubWorld> StartAsync()
    {
        var world = new GitHubWorld(await StandInServer.StartAsync(Repository));
        world.Environment["GITHUB_API_URL"] = world._server.Api.ToString();
        world.Environment["GITHUB_REPOSITORY"] = Repository;
        world.Environment["GITHUB_TOKEN"] = Token;
        return world;
    }

    public async ValueTask DisposeAsync()
    {
        // Whatever went wrong, the token is in no text.
        Assert.DoesNotContain(Token, Output.ToString() + Error, StringComparison.Ordinal);
        await _server.DisposeAsync();
        Folder.Dispose();
    }

    public GitHubConnection Connection => new(Context, Error);

    public GitHubApi Api() => Connection.OpenWithToken(Connection.Settings());

    public Task<int> RunAsync(params string[] arguments) => CommandLine.RunAsync(new RootCommand
    {
        GitHubCommand.Create(Context),
    }, arguments, Output, Error);

    /// <summary>Writes the payload of the event for a run.</summary>
    public string Event(StoredRun run)
    {
        var payload = new { WorkflowRun = RunPayload.Of(run, State), Repository = new { FullName = Repository } };
        File.WriteAllText(Folder["event.json"], JsonSerializer.Serialize(payload, RunPayload.Options));
        return Folder["event.json"];
    }

    public static byte[] Zip(params (string Path, string Content)[] files)
    {
        using var memory = new MemoryStream();
        using (var zip = new ZipArchive(memory, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (path, content) in files)
            {
                using var stream = zip.CreateEntry(path).Open();
                stream.Write(Encoding.UTF8.GetBytes(content));
            }
        }

        return memory.ToArray();
    }
}

/// <summary>The event as the service sends it.</summary>
internal static class RunPayload
{
    public static readonly JsonSerializerOptions Options = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    public static object Of(StoredRun run, StandInState state) => RunEndpoints.Payload(run, state);
}
