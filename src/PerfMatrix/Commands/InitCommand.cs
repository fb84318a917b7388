namespace PerfMatrix.Commands;

/// <summary><c>init</c>: makes the ASP.NET Core applications of a repository measurable, on a laptop and by workflows.</summary>
internal static class InitCommand
{
    private const string Everything = "--env";
    private const string OfReference =
        " The trend finds changes only once crank/perfmatrix.yml pins a commit of that branch: `reference: { commit: SHA }`.";

    public static Command Create()
    {
        var folder = new Argument<string>("folder") { Description = "Root of the repository.", DefaultValueFactory = _ => "." };
        var projects = Repeatable("--project", "ASP.NET Core project to measure, relative to the folder. Repeatable (default: all).");
        var paths = Repeatable("--path", "Path to request by GET, e.g. /products, instead of searching for paths. Repeatable; for one project.");
        var environment = Repeatable(Everything, "Environment variable that the application needs, as NAME=VALUE. Repeatable. The value of a secret "
            + "(its name holds password, secret, token, key, credential or connectionString) is not written; give it as PERFMATRIX_VARIABLE_NAME "
            + "later.");
        var noStart = new Option<bool>("--no-start") { Description = "Do not build and start the application; needs --path." };
        var workflows = new Option<string>("--workflows") { DefaultValueFactory = _ => Origin() }.Help(
            "Repository with the reusable workflows of perfmatrix, OWNER/NAME.");
        var source = new Option<string?>("--tool-source").Help(
            "Where the jobs on GitHub take the package of perfmatrix from: a folder of the repository, or a feed. The feeds of "
                + "nuget.config when left out.");
        var force = new Option<bool>("--force") { Description = "Overwrite files that differ." };
        var command = new Command("init", "Adds perfmatrix to a repository: finds its applications and what can be requested of them, and writes "
            + "crank/perfmatrix.yml, five short workflows and an entry of .config/dotnet-tools.json.")
        {
            folder, projects, paths, environment, noStart, workflows, source, force,
        };
        command.SetAction(async (line, cancellation) =>
        {
            var root = Existing(line.GetValue(folder)!);
            var wanted = line.GetValue(paths)!.Select(RequestPath).ToList();
            var (variables, called) = (Variables(line.GetValue(environment)!), Repository(line.GetValue(workflows)!));
            var sdk = new Sdk(root);
            var all = await WebProject.FindAsync(root, Measurable(), line.GetValue(projects)!, sdk.Dotnet, cancellation);
            var found = all.Where(project => !project.IsBenchmark).ToList();
            if (line.GetValue(noStart) && wanted.Count == 0 && found.Count > 0)
                throw new UsageException("--no-start: found no --path; without starting the application its paths are not known, so name one");
            if (wanted.Count > 0 && found.Count != 1)
                throw new UsageException($"--path: found {found.Count} applications, expected one; name it with --project");
            var search = new ApplicationSearch(root, sdk, variables, wanted, line.InvocationConfiguration.Error);
            IReadOnlyList<SetupApplication> applications =
            [
                .. found.Count == 0 ? []
                    : line.GetValue(noStart)
                    ? [new(found[0], [.. wanted.Select(path => new FoundEndpoint(path, SameLength: true))], variables)]
                    : await search.ApplicationsAsync(found, cancellation),
                .. all.Where(project => project.IsBenchmark).Select(project => new SetupApplication(project, [], variables)),
            ];
            var commit = called == Origin() ? ThisTool.OfPackage("WorkflowsCommit") : null;
            var request = new SetupRequest(applications, DefaultBranch(new Git(root)), called, commit, line.GetValue(source));
            var written = SetupWriter.Write(root, SetupFiles.Of(root, request), line.GetValue(force));
            Tell(line.InvocationConfiguration.Output, request, written);
        });
        return command;
    }

    private static Option<string[]> Repeatable(string name, string description) =>
        new(name) { Description = description, DefaultValueFactory = _ => [] };

    private static void Tell(TextWriter output, SetupRequest request, IReadOnlyList<(string Path, string What)> written)
    {
        var applications = request.Applications;
        foreach (var (path, what) in written) output.WriteLine($"{what,-9}  {path}");
        output.WriteLine();
        foreach (var (name, job, endpoint) in SetupFiles.Scenarios(applications)) output.WriteLine($"scenario {name}: GET {endpoint.Path} of {job}");
        var benchmarks = SetupFiles.Benchmarks(applications);
        foreach (var name in benchmarks) output.WriteLine($"scenario {name}: every benchmark of {name} is a cell");
        var secrets = applications.SelectMany(application => application.Environment.Keys).Where(Drivers.Secrets.IsSecret).Distinct().ToList();
        foreach (var secret in secrets)
            output.WriteLine($"secret {secret}: give it as PERFMATRIX_VARIABLE_{secret}, and on GitHub as a line {secret}=VALUE of the secret "
                + "PERF_VARIABLES; for a database of the runner, write its value into crank/perfmatrix.yml");
        foreach (var application in applications.Where(application => application.Writes is not null))
            output.WriteLine($"note: {application.Project.Path} wrote {application.Writes} beside its program, which applications of pull requests "
                + "may not do on GitHub. So perf-pr.yml and perf-dispatch.yml say `isolate: false`: they run as the same user as perfmatrix.");
        var package = $"perfmatrix.{ThisTool.Info.Version}.nupkg";
        if (ThisTool.Info.Version.Contains("-local", StringComparison.Ordinal))
            output.WriteLine("note: this tool comes from scripts/pack --install, so GitHub cannot download its package. Put artifacts/packages/"
                + $"{package} of that checkout into {request.ToolSource ?? "a folder of this repository, e.g. .perfmatrix-packages,"} and commit it"
                + $"{(request.ToolSource is null ? ", then run init again with --tool-source FOLDER" : " (git add --force)")}. The workflows must be "
                + $"in {request.Workflows} on GitHub (--workflows).");
        output.WriteLine($"""

            Next:
              perfmatrix run                      # measures it here
              perfmatrix compare {request.Branch,-16} # the working tree against that branch{OfBenchmarks(benchmarks, request.Branch)}
              git add -A && git commit && git push
            The pull request that adds these files has nothing to compare with, and is green. Later ones get a comment, and stay green until
            `gate: mode:` in crank/perfmatrix.yml is `enforce`. The repository variable PERF_PUBLISH = true starts the history of that
            branch.{OfReference}
            """);
    }

    private static string OfBenchmarks(IReadOnlyList<string> names, string branch) => string.Concat(names.Select(
        name => $"{Environment.NewLine}  perfmatrix compare {branch} --scenario '{name}/*'"));

    private static string Existing(string folder)
    {
        if (!Directory.Exists(folder))
            throw new UsageException($"{folder}: no such folder. Give the root of a repository with an ASP.NET Core project.");
        if (new Git(folder).Ask("rev-parse", "--show-prefix") is { Length: > 0 } below)
            throw new UsageException(
                $"{folder}: is the folder {below} of a git repository; give its root, because GitHub reads workflows there only");
        return File.Exists(Path.Combine(folder, RepositoryRoot.MatrixFile))
            ? throw new UsageException($"{folder}: found {RepositoryRoot.MatrixFile}, so it has all files already; add scenarios there")
            : Path.GetFullPath(folder);
    }

    // Those of the tool, whatever the calendar says: an application may target a runtime that is out of support.
    private static IReadOnlyList<string> Measurable() =>
        [.. YamlFile.Parse(ConfigurationFiles.ToolText(RepositoryRoot.MatrixFile), RepositoryRoot.MatrixFile).Required("axes").AsMap()
            .Required("runtime").AsMap().Keys.OrderBy(RuntimeAxisReader.VersionOf)];

    // The last one wins where a name is given twice.
    private static Dictionary<string, string> Variables(IEnumerable<string> given)
    {
        var variables = new Dictionary<string, string>();
        foreach (var text in given)
            if (text.Split('=', 2) is [{ Length: > 0 } name, var value]) variables[name] = value;
            else throw new UsageException($"{Everything}: found '{text}', expected NAME=VALUE");
        return variables;
    }

    private static string RequestPath(string path) =>
        path.StartsWith('/') && path.All(c => char.IsAsciiLetterOrDigit(c) || "/-._~?&=%+".Contains(c, StringComparison.Ordinal)) ? path
        : throw new UsageException($"--path: found '{path}', expected a path such as /hello");

    private static string Repository(string text) => RepositoryName.Of(text) is not null ? text
        : throw new UsageException($"--workflows: found '{text}', expected OWNER/NAME of a repository on GitHub");

    private static string Origin() => string.Join('/', new Uri(ThisTool.Repository).AbsolutePath.Trim('/').Split('/').Take(2));

    private static string DefaultBranch(Git git)
    {
        if (git.Ask("symbolic-ref", "--short", "-q", "refs/remotes/origin/HEAD") is { } remote)
            return remote[(remote.IndexOf('/', StringComparison.Ordinal) + 1)..];
        // Nobody says it, and init may be called on the branch of its pull request.
        string[] usual = ["main", "master", "develop", "trunk"];
        var own = git.Ask("symbolic-ref", "--short", "-q", "HEAD") ?? usual[0];
        return usual.Contains(own) ? own
            : usual.FirstOrDefault(name => git.Ask("for-each-ref", $"refs/heads/{name}", $"refs/remotes/origin/{name}") is { Length: > 0 }) ?? own;
    }
}
