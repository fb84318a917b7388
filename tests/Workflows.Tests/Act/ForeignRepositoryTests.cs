using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>A repository of somebody who has never heard of perfmatrix, from nothing to a comment: the package from a folder, two commands, and what
/// they write. Only GitHub itself is not there.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class ForeignRepositoryTests(ActMachine machine) : IDisposable
{
    private const string PerfMain = ".github/workflows/perf-main.yml";

    /// <summary>The first sentence of a comment, which names what got slower in the code.</summary>
    private static readonly Regex s_cause = new(@"\*\* (Cause|More CPU time)[^`]*: [a-zGC ,]*`[^`]+`,? (at least )?\+");

    private readonly ActRepository _repository = new(machine);
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-foreign-");

    /// <summary>EF Core and PostgreSQL, the framework in the properties of the repository, an origin by SSH, another default branch, the package in a
    /// feed of its own, a gate that fails; the connection string is a secret of the repository. Where PostgreSQL is not installed, the same without a
    /// database.</summary>
    [Fact]
    public async Task From_nothing_to_a_comment_on_a_pull_request_in_two_commands_for_an_application_with_a_database()
    {
        await using var database = await Database.StartAsync();
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        var connection = database?.ConnectionString ?? ForeignApplication.Connection;
        var (application, slower) = database is null ? (ForeignApplication.WithSecret, ForeignApplication.SlowerWithSecret)
            : (ForeignApplication.WithDatabase, ForeignApplication.SlowerWithDatabase);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        _repository.Variables.Remove("PERF_PUBLISH");
        _repository.Secrets["PERF_VARIABLES"] = $"ConnectionStrings__Shop={connection}";
        _repository.Git("switch", "--quiet", "--create", "develop");
        _repository.Git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/develop");
        _repository.Git("remote", "set-url", "origin", "git@github.com:octo/perf.git");
        _repository.Git("remote", "set-url", "--push", "origin", _repository.Origin);
        _repository.Target = "develop";
        var said = await _repository.AdoptAsync(() =>
        {
            _repository.Write("Directory.Build.props",
                ForeignApplication.Project.Replace(" Sdk=\"Microsoft.NET.Sdk.Web\"", "", StringComparison.Ordinal));
            _repository.Write("src/Shop/Shop.csproj", """
                <Project Sdk="Microsoft.NET.Sdk.Web">
                  <ItemGroup>
                    <PackageReference Include="Npgsql.EntityFrameworkCore.PostgreSQL" Version="10.0.3" />
                  </ItemGroup>
                </Project>

                """);
            _repository.Write(ForeignApplication.Program, application);
        }, "--env", $"ConnectionStrings__Shop={connection}");
        Assert.Contains("as a line ConnectionStrings__Shop=VALUE of the secret PERF_VARIABLES", said, StringComparison.Ordinal);
        Assert.DoesNotContain(connection, File.ReadAllText(PathOf("crank/perfmatrix.yml")), StringComparison.Ordinal);
        Assert.Contains("branches: [develop]", File.ReadAllText(PathOf(PerfMain)), StringComparison.Ordinal);
        Edit("crank/perfmatrix.yml", "  mode: advise ", "  mode: enforce ");
        _repository.Commit("from now on it fails");
        _repository.Git("push", "--quiet", "origin", "develop");
        var change = _repository.PullRequest(root => File.WriteAllText(Path.Combine(root, ForeignApplication.Program), slower));

        var run = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        run.AssertJobs(("side", "success"), ("screen", "success"), ("suspects", "success"), ("confirm", "success"),
            ("verdict", "failure"));
        Assert.Equal("regressed", Verdict().GetProperty("outcome").GetString());
        await AssertExplainedAsync();
        github.State.PullRequests.Add(new(7, ActRepository.Name, 1, "change", change.Head));
        CommentWorkflow.UploadVerdict(_repository, github, 4711);
        _repository.Git("switch", "--quiet", "--detach", "develop");
        _repository.Variables["PERF_PUBLISH"] = "true";
        var comment = await CommentWorkflow.RunAsync(_repository, github, new(4711, "perf-pr.yml", "change", change.Head)
        {
            Event = "pull_request",
            Conclusion = "failure",
        }, isPublished: true);
        Assert.Contains("### perfmatrix: regressed\n", comment, StringComparison.Ordinal);
        Assert.Contains("| **worse** | `products/net10.0/workstation/", comment, StringComparison.Ordinal);
        AssertCause(comment, run);
        Assert.Contains("https://octo.github.io/perf/", comment, StringComparison.Ordinal);
        AssertPublished(change.Head);
        Assert.DoesNotContain("scripts/perfmatrix", comment, StringComparison.Ordinal);
        Assert.DoesNotContain("crank/matrix.yml", comment, StringComparison.Ordinal);
        Assert.DoesNotContain(connection, run.Log + comment, StringComparison.Ordinal);
        Assert.SkipWhen(database is null, "PostgreSQL is not installed in /usr/lib/postgresql; all of it held without a database");
    }

    /// <summary>The default branch is not main, and the gate only advises, as init has written it. The first push is of an application that needs no
    /// secret, in a repository that has none, with a package on no feed; from the second one on it does not start without its secret, and the
    /// package is in a feed of nuget.config.</summary>
    [Fact]
    public async Task Pushes_are_measured_and_published_here_or_elsewhere_two_commits_are_compared_by_hand_and_the_slower_one_is_found_among_others()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        _repository.Git("switch", "--quiet", "--create", "develop");
        _repository.Git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/develop");
        _repository.Target = "develop";
        await _repository.AdoptAsync(() => _repository.Write(ForeignApplication.Program, ForeignApplication.Plain),
            "--tool-source", (await machine.PackagesAsync()).Folder);
        await AssertNothingToLintAsync();
        var written = File.ReadAllText(PathOf(PerfMain));
        await PublishElsewhereAsync();
        File.WriteAllText(PathOf(PerfMain), written);
        await NeedSecretAsync();
        await PublishHereAsync();
        var old = await CompareByHandAsync();
        await SearchAsync(github, old);
    }

    /// <summary>So that Gate health and Why have something to show, and a red verdict an id by which it can be labelled.</summary>
    private void AssertPublished(string head)
    {
        var verdict = Assert.Single(Published("verdicts/index.json"));
        Assert.Equal(("regressed", "pull/7"), (verdict.GetProperty("outcome").GetString(), verdict.GetProperty("ref").GetString()));
        var pullRequest = Read(verdict.GetProperty("path").GetString()!).GetProperty("document").GetProperty("pullRequest");
        Assert.Equal((7, head), (pullRequest.GetProperty("number").GetInt32(), pullRequest.GetProperty("headSha").GetString()));
        var why = Assert.Single(Published("traced/index.json"));
        Assert.Equal(verdict.GetProperty("id").GetString(), why.GetProperty("id").GetString());
        Assert.True(File.Exists(Path.Combine(_repository.Artifacts, "github-pages", "verdicts", "index.json")));

        IEnumerable<JsonElement> Published(string list) => Read(list).GetProperty("items").EnumerateArray();
        JsonElement Read(string path) => JsonElement.Parse(_repository.Git("--git-dir", _repository.Origin, "show", $"gh-pages:{path}"));
    }

    /// <summary>The comment leaves out what strangers may have written, the log of the job says why nothing was found.</summary>
    private static void AssertCause(string comment, ActRun run) => Assert.True(s_cause.IsMatch(comment),
        string.Join('\n', run.Log.Split('\n').Where(line => line.Contains("explained", StringComparison.Ordinal)).Append(comment)));

    public void Dispose()
    {
        _repository.Dispose();
        _folder.Delete(recursive: true);
    }

    /// <summary>Where the linters are installed; <see cref="LinterTests"/> say it where they are not.</summary>
    private async Task AssertNothingToLintAsync()
    {
        var files = Directory.GetFiles(PathOf(".github/workflows"), "perf-*.yml");
        Assert.Equal(5, files.Length);
        if (Tool.Look("actionlint") is { } actionlint)
            Assert.Equal((0, ""), await Tool.RunAsync(actionlint, ["-no-color", .. files]));
        if (Tool.Look("zizmor") is { } zizmor)
            Assert.Equal(0, (await Tool.RunAsync(zizmor, ["--offline", "--quiet", "--persona", "pedantic", .. files])).ExitCode);
    }

    /// <summary>The history may be in another repository and branch.</summary>
    private async Task PublishElsewhereAsync()
    {
        Edit(PerfMain, "site: pages }\n", "history-repository: octo/history, history-branch: trend }\n");
        Edit(PerfMain, "    secrets: {", "    secrets: { history-token: \"${{ secrets.HISTORY_TOKEN }}\",");
        _repository.Commit("the history goes elsewhere");
        var history = _repository.OriginOf("octo/history");
        _repository.Git("push", "--quiet", "origin", "develop", "develop:refs/heads/elsewhere");
        GitTool.Run(Path.GetDirectoryName(history)!, "clone", "--quiet", "--bare", "--branch", "elsewhere", _repository.Origin, history);

        await PushAsync(401);

        Assert.False(Directory.Exists(Path.Combine(_repository.Artifacts, "github-pages")), "Pages would get what is not the history.");
        Assert.Contains("-gh401-1-", _repository.Git("--git-dir", history, "ls-tree", "-r", "--name-only", "trend"), StringComparison.Ordinal);
        // What the jobs put into the checkout is no change of it.
        var measured = Directory.EnumerateFiles(Path.Combine(_repository.Artifacts, "run-g01-attempt1"), "run.json", SearchOption.AllDirectories)
            .Single();
        Assert.False(JsonElement.Parse(await File.ReadAllTextAsync(measured)).GetProperty("source").GetProperty("dirty").GetBoolean());
        Assert.Empty(_repository.Git("ls-remote", "origin", "gh-pages", "trend"));
    }

    /// <summary>As <c>init --env</c> writes it for an application that needs it, and without <c>--tool-source</c>.</summary>
    private async Task NeedSecretAsync()
    {
        _repository.Secrets["PERF_VARIABLES"] = ForeignApplication.Variable;
        _repository.Write(ForeignApplication.Program, ForeignApplication.WithSecret);
        const string before = "    variables: { readyPath: /products }\n";
        Edit("crank/perfmatrix.yml", before, $"{before}    environmentVariables:\n"
            + "      ConnectionStrings__Shop: \"{{ ConnectionStrings__Shop }}\"\n      DOTNET_EnableDiagnostics: 0\n"); // no cause is looked for
        await _repository.WriteFeedAsync();
        var source = $"tool-source: {(await machine.PackagesAsync()).Folder}, ";
        foreach (var file in Directory.GetFiles(PathOf(".github/workflows"), "perf-*.yml"))
            Edit(Path.GetRelativePath(_repository.Root, file), source, "");
    }

    /// <summary>With a set-up step, which runs where it is built and where it is measured.</summary>
    private async Task PublishHereAsync()
    {
        var prepared = Path.Combine(_folder.FullName, "pushed");
        Edit(PerfMain, "    with: { site: pages }", $"    with: {{ site: pages, prepare: \"echo up >> {prepared}\" }}");
        _repository.Commit("a set-up step");
        _repository.Git("push", "--quiet", "origin", "develop");

        var run = await PushAsync(501);

        Assert.Contains("-gh501-1-", _repository.Git("--git-dir", _repository.Origin, "ls-tree", "-r", "--name-only", "gh-pages"),
            StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(_repository.Artifacts, "github-pages", "index.json")));
        Assert.Equal(["up", "up"], await File.ReadAllLinesAsync(prepared, TestContext.Current.CancellationToken));
        Assert.DoesNotContain(ForeignApplication.Connection, run.Log, StringComparison.Ordinal);
    }

    private async Task<ActRun> PushAsync(long id)
    {
        _repository.BeginRun(id);
        var run = await _repository.RunAsync(
            "push", "perf-main.yml", new { @ref = "refs/heads/develop", after = _repository.Git("rev-parse", "HEAD").Trim() });
        run.AssertJobs(("plan", "success"), ("build", "success"), ("run", "success"), ("publish", "success"), ("deploy", "success"));
        return run;
    }

    /// <summary>Two commits, with a set-up step, which runs where each side is built and on both machines that measure.</summary>
    /// <returns>The older one.</returns>
    private async Task<string> CompareByHandAsync()
    {
        var (old, prepared) = (_repository.Git("rev-parse", "HEAD").Trim(), Path.Combine(_folder.FullName, "compared"));
        var change = _repository.PullRequest(
            root => File.WriteAllText(Path.Combine(root, ForeignApplication.Program), ForeignApplication.SlowerWithSecret));
        _repository.Git("switch", "--quiet", "--detach", "develop");
        Edit(".github/workflows/perf-dispatch.yml", "    with: { ", $"    with: {{ prepare: \"echo up >> {prepared}\", ");
        _repository.Commit("a set-up step");
        _repository.Git("push", "--quiet", "origin", "change");
        _repository.BeginRun(602);

        var run = await _repository.RunAsync("workflow_dispatch", "perf-dispatch.yml", new { },
            ("subset", "pr"), ("base", old), ("head", change.Head), ("rounds", "8"));

        // Until somebody wants the gate to fail it is green, whatever was found.
        run.AssertJobs(("plan", "success"), ("side", "success"), ("screen", "success"), ("suspects", "success"), ("confirm", "success"),
            ("verdict", "success"));
        Assert.Contains("The gate only advises, so this fails nothing.", run.Log, StringComparison.Ordinal);
        Assert.Equal(["up", "up", "up", "up"], await File.ReadAllLinesAsync(prepared, TestContext.Current.CancellationToken));
        Assert.Equal("regressed", Verdict().GetProperty("outcome").GetString());
        // What a comparison leaves of its programs: all files of a runtime are in public packages.
        Assert.All(["programs-base", "programs-head"],
            artifact => Assert.InRange(new FileInfo(Path.Combine(_repository.Artifacts, artifact, "programs.tar.zst")).Length, 1, 2L << 20));
        // Every job has handed on the hash of what it measured.
        Assert.DoesNotContain(Verdict().GetProperty("warnings").EnumerateArray(),
            warning => warning.GetString()!.Contains("hash", StringComparison.Ordinal));
        Assert.DoesNotContain(ForeignApplication.Connection, run.Log, StringComparison.Ordinal);
        return old;
    }

    /// <summary>From the form to the comment on the issue of an alert. The slower commit has the program that was compared by hand, so it is built
    /// already; no cause is looked for.</summary>
    private async Task SearchAsync(StandInServer github, string good)
    {
        var issue = github.State.Open(github.State.Writer, "Throughput -50.0 % in products", "");
        _repository.Git("switch", "--quiet", "--detach", good);
        Commit("Sell mugs", ForeignApplication.Program, ForeignApplication.WithSecret.Replace("tea", "mug", StringComparison.Ordinal));
        Commit("Sell more tea", ForeignApplication.Program, ForeignApplication.SlowerWithSecret);
        var planted = _repository.Git("rev-parse", "HEAD").Trim();
        // On a busy machine it may take more rounds to see that mugs are as fast as tea than that more tea is slower, which it is by far; and fewer
        // where a third of the speed would do.
        Edit("crank/perfmatrix.yml", "\n  mostRounds: 6\n", "\n  mostRounds: 20\n");
        Edit("crank/perfmatrix.yml", "\n  detectPercent: 100 ", "\n  detectPercent: 200 ");
        Commit("Say what it is", "README.md", "A shop.\n");
        var bad = _repository.Git("rev-parse", "HEAD").Trim();
        _repository.BeginRun(701);
        var cell = $"products/net10.0/workstation/{Math.Min(2, Environment.ProcessorCount)}c";

        var run = await _repository.RunAsync("workflow_dispatch", "perf-bisect.yml", new { },
            ("cell", cell), ("metric", "throughput"), ("good", good), ("bad", bad), ("steps", "8"), ("issue", $"{issue.Number}"));

        run.AssertJobs(("bisect", "success"), ("tell", "success"));
        var comment = Assert.Single(github.State.Comments);
        Assert.Equal(issue.Number, comment.PullRequest);
        Assert.Contains($"**First bad: `{planted[..8]} Sell more tea`.** `throughput` of `{cell}`, ", comment.Body,
            StringComparison.Ordinal);
        Assert.Contains("/actions/runs/701)", comment.Body, StringComparison.Ordinal);
        Assert.DoesNotContain(ForeignApplication.Connection, run.Log + comment.Body, StringComparison.Ordinal);
    }

    /// <summary>The confirming job has found a cause with the tool that it was given, and no document of it has the token.</summary>
    private async Task AssertExplainedAsync()
    {
        var documents = Directory.GetFiles(Assert.Single(Directory.GetDirectories(_repository.Artifacts, "confirm-*")), "*",
            SearchOption.AllDirectories);
        Assert.DoesNotContain(documents, file => File.ReadAllText(file).Contains(ActRepository.Token, StringComparison.Ordinal));
        var why = await File.ReadAllTextAsync(Assert.Single(documents, file => Path.GetFileName(file) == "why.json"));
        var cell = Assert.Single(JsonElement.Parse(why).GetProperty("cells").EnumerateArray());
        Assert.True(cell.GetProperty("problem").ValueKind == JsonValueKind.Null, why);
        Assert.StartsWith("products/net10.0/workstation/", cell.GetProperty("cell").GetString(), StringComparison.Ordinal);
    }

    private string PathOf(string path) => Path.Combine(_repository.Root, path);

    private JsonElement Verdict() =>
        JsonElement.Parse(File.ReadAllText(Path.Combine(_repository.Artifacts, "verdict", "verdict.json")));

    private void Commit(string subject, string path, string text)
    {
        _repository.Write(path, text);
        _repository.Commit(subject);
    }

    private void Edit(string path, string old, string text)
    {
        var file = PathOf(path);
        Assert.Contains(old, File.ReadAllText(file), StringComparison.Ordinal);
        File.WriteAllText(file, File.ReadAllText(file).Replace(old, text, StringComparison.Ordinal));
    }
}
