using System.Net;
using PerfMatrix.Drivers.Scenarios;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Drivers.Scenarios;

public sealed class RemoteImportTests : IDisposable
{
    private const string Address = "https://example.org/v1/load.yml";

    private readonly Pages _pages = new();
    private readonly CrankFolder _folder;

    public RemoteImportTests() => _folder = new CrankFolder { Remote = RemoteFiles.Over(_pages) };

    public void Dispose()
    {
        _folder.Dispose();
        _pages.Dispose();
    }

    [Fact]
    public void A_file_from_the_network_counts_as_one_of_the_repository_does()
    {
        Import(Address, "scenarios: { far: { application: { job: app }, load: { job: load, variables: { path: /far } } } }");

        Assert.Equal("/far", _folder.Resolve(_folder.Request with { Scenario = "far" }).Load.Path);
    }

    [Fact]
    public void It_is_fetched_once_however_often_scenarios_are_resolved()
    {
        Import(Address, Variables);

        _folder.Resolve();
        _folder.Resolve();

        Assert.Equal([Address], _pages.Asked);
    }

    [Fact]
    public void It_may_import_another_address()
    {
        Import(Address, "imports: [ https://example.org/v1/more.yml ]");
        _pages.Texts["https://example.org/v1/more.yml"] = Variables;

        _folder.Resolve();

        Assert.Equal([Address, "https://example.org/v1/more.yml"], _pages.Asked);
    }

    [Fact]
    public void An_error_in_it_names_the_address_and_the_line()
    {
        Import(Address, "variables:\n  a: b\nsenarios: {}\n");

        Assert.StartsWith($"{Address}:3:1: unknown key 'senarios'; did you mean 'scenarios'?", Problem());
    }

    [Theory]
    [InlineData("imports: [ crank/load.yml ]", "imports[0]: found text 'crank/load.yml', expected an address, because nothing lies beside")]
    [InlineData("jobs: { app: { sources: { tool: { localFolder: . } } } }", "jobs.app.sources.tool.localFolder: found a local folder in a file")]
    public void What_counts_from_a_folder_is_refused_in_it(string text, string expected)
    {
        Import(Address, text);

        Assert.StartsWith($"{Address}:1:", Problem());
        Assert.Contains(expected, Problem());
    }

    [Fact]
    public void A_circle_of_addresses_is_named()
    {
        Import(Address, $"imports: [ {Address} ]");

        Assert.EndsWith($"the imports run in a circle: {Address} -> {Address}", Problem());
    }

    [Fact]
    public void What_is_not_there_or_too_large_is_said_where_it_is_imported()
    {
        Import(Address, new string('#', (1 << 20) + 1));
        Assert.StartsWith($"crank/main.yml:1:12: imports[0]: '{Address}' cannot be fetched: ", Problem());

        _pages.Texts.Clear();
        Assert.Contains("404", Problem());
        Assert.EndsWith("check the address, or put the file into the repository", Problem());
    }

    private const string Variables = "variables: { far: away }";

    private void Import(string address, string text)
    {
        _pages.Texts[address] = text;
        _folder.With("imports: [ crank/load.yml ]", $"imports: [ {address}, crank/load.yml ]");
    }

    private string Problem() => Assert.Throws<UsageException>(() => _folder.Resolve()).Message;

    private sealed class Pages : HttpMessageHandler
    {
        public Dictionary<string, string> Texts { get; } = [];
        public List<string> Asked { get; } = [];

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var address = request.RequestUri!.AbsoluteUri;
            Asked.Add(address);
            return Task.FromResult(Texts.TryGetValue(address, out var text) ? new HttpResponseMessage { Content = new StringContent(text) }
                : new HttpResponseMessage(HttpStatusCode.NotFound));
        }
    }
}
