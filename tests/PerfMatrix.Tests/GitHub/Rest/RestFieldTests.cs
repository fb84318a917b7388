using System.Net.Http.Headers;
using System.Text.Json;
using PerfMatrix.GitHub.Rest;
using PerfMatrix.GitHub.StandIn;

namespace PerfMatrix.Tests.GitHub.Rest;

/// <summary>What is read of GitHub's answers, and what the stand-in answers, is what its description lists.</summary>
public sealed class RestFieldTests : IAsyncLifetime
{
    private const string Commit = "0123456789abcdef0123456789abcdef01234567";

    private static readonly (Type Type, string Schema)[] s_read =
    [
        (typeof(WorkflowRunPage), "workflow-runs"),
        (typeof(WorkflowRun), "workflow-run"),
        (typeof(ArtifactPage), "artifacts"),
        (typeof(Artifact), "artifact"),
        (typeof(PullRequest), "pull-request-simple"),
        (typeof(PullRequestEnd), "pull-request-end"),
        (typeof(ChangedFile), "diff-entry"),
        (typeof(IssueComment), "issue-comment"),
        (typeof(Issue), "issue"),
        (typeof(CommitComparison), "commit-comparison"),
        (typeof(ComparedCommit), "commit"),
        (typeof(CommitMessage), "commit-message"),
        (typeof(Account), "account"),
        (typeof(Repository), "full-repository"),
        (typeof(PagesSite), "page"),
        (typeof(PagesSource), "pages-source"),
        (typeof(RepositoryVariable), "actions-variable"),
    ];

    private readonly HttpClient _client = new();
    private StandInServer _server = null!;

    public static TheoryData<Type, string> Read => [.. s_read];

    public async ValueTask InitializeAsync()
    {
        _server = await StandInServer.StartAsync(GitHubWorld.Repository);
        _client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", GitHubWorld.Token);
        var state = _server.State;
        state.Runs.Add(new(4711, "perf-main.yml", "main", Commit));
        state.Upload(4711, "run-g01", [1, 2, 3]);
        state.PullRequests.Add(new(7, "alice/perf", 20, "patch-1", Commit));
        state.ChangedFiles[7] = ["src/A.cs"];
        state.Comment(7, "alice", "text");
        state.Open("alice", "title", "text");
        state.Comparisons["a...b"] = ([new(Commit, "message")], ["src/A.cs"]);
        state.PagesBranch = "gh-pages";
        state.Variables["PERF_PUBLISH"] = "true";
        state.Files.Add((Commit, "scripts/perfmatrix"));
    }

    public ValueTask DisposeAsync()
    {
        _client.Dispose();
        return _server.DisposeAsync();
    }

    [Theory]
    [MemberData(nameof(Read))]
    public void Every_field_that_is_read_is_documented_and_arrives(Type type, string schema)
    {
        var documented = DocumentedFields.Of(schema).Select(field => field.Name).ToHashSet();
        var read = Parse(type, schema, isWhole: true);

        Assert.All(type.GetProperties(), property =>
        {
            Assert.Contains(NameOf(property.Name), documented);
            Assert.False(property.GetValue(read) is null or 0 or 0L or false, property.Name);
        });
    }

    [Theory]
    [MemberData(nameof(Read))]
    public void What_may_be_missing_or_null_is_no_error(Type type, string schema) => Assert.NotNull(Parse(type, schema, isWhole: false));

    [Fact]
    public void What_is_sent_is_the_documented_body() =>
        Assert.Equal(
            ["""{"body":"text"}""", """{"title":"a","body":"b","state":"closed","state_reason":"completed"}""", """{"title":"a","body":"b"}"""],
            [JsonSerializer.Serialize(new CommentText("text"), RestJson.Options),
                JsonSerializer.Serialize(new IssueText("a", "b") { State = IssueText.Closed, StateReason = "completed" }, RestJson.Options),
                JsonSerializer.Serialize(new IssueText("a", "b"), RestJson.Options)]);

    [Theory]
    [InlineData("", "full-repository")]
    [InlineData("/actions/workflows/perf-main.yml/runs?branch=main", "workflow-runs")]
    [InlineData("/actions/workflows/perf-main.yml/runs?created=%3E%3D2026-11-22T06:00:00Z&per_page=1", "workflow-runs")]
    [InlineData("/actions/runs/4711/artifacts", "artifacts")]
    [InlineData("/pulls?state=all", "[pull-request-simple]")]
    [InlineData("/pulls/7/files", "[diff-entry]")]
    [InlineData("/issues/7/comments", "[issue-comment]")]
    [InlineData("/issues?state=all", "[issue]")]
    [InlineData("/compare/a...b", "commit-comparison")]
    [InlineData("/pages", "page")]
    [InlineData("/actions/variables/PERF_PUBLISH", "actions-variable")]
    [InlineData($"/contents/scripts/perfmatrix?ref={Commit}", "content-file")]
    public async Task The_stand_in_answers_with_documented_fields_and_all_that_are_read(string path, string type)
    {
        var answer = await _client.GetStringAsync(new Uri(_server.Api, $"repos/{GitHubWorld.Repository}{path}"));
        using var json = JsonDocument.Parse(answer);
        Check(json.RootElement, type, type);
    }

    private static object? Parse(Type type, string schema, bool isWhole) =>
        JsonSerializer.Deserialize(DocumentedFields.Payload(schema, isWhole).ToJsonString(), type, RestJson.Options);

    private static string NameOf(string property) => JsonNamingPolicy.SnakeCaseLower.ConvertName(property);

    private static void Check(JsonElement element, string type, string place)
    {
        switch (type)
        {
            case "string" or "time":
                Assert.True(element.ValueKind == JsonValueKind.String, place);
                break;
            case "int" or "long":
                Assert.True(element.ValueKind == JsonValueKind.Number, place);
                break;
            case "bool":
                Assert.True(element.ValueKind is JsonValueKind.True or JsonValueKind.False, place);
                break;
            case "object":
                Assert.True(element.ValueKind == JsonValueKind.Object, place);
                break;
            case ['[', .. var item, ']']:
                Assert.All(element.EnumerateArray(), one => Check(one, item, place));
                break;
            default:
                CheckFields(element, type, place);
                break;
        }
    }

    private static void CheckFields(JsonElement element, string schema, string place)
    {
        var documented = DocumentedFields.Of(schema);
        foreach (var property in element.EnumerateObject())
        {
            var field = documented.SingleOrDefault(one => one.Name == property.Name);
            Assert.True(field is not null, $"{place}.{property.Name} is not documented");
            if (property.Value.ValueKind == JsonValueKind.Null)
                Assert.True(field.MayBeNull, $"{place}.{property.Name} is null");
            else
                Check(property.Value, field.Type, $"{place}.{property.Name}");
        }

        var read = s_read.Where(row => row.Schema == schema).SelectMany(row => row.Type.GetProperties()).Select(property => NameOf(property.Name))
            .ToHashSet();
        Assert.All(documented.Where(one => !one.MayBeMissing && read.Contains(one.Name)),
            one => Assert.True(element.TryGetProperty(one.Name, out _), $"{place} has no {one.Name}"));
    }
}
