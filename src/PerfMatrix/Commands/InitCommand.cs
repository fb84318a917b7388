using System.CommandLine;
using PerfMatrix.GitHub.Setup;
using PerfMatrix.Measurement;

namespace PerfMatrix.Commands;

/// <summary><c>init</c>: makes an ASP.NET Core project of another repository measurable, on a laptop and by the workflows.</summary>
internal static class InitCommand
{
    /// <param name="tool">Finds the checkout of perfmatrix that the files are taken from.</param>
    public static Command Create(Func<string> tool)
    {
        var target = new Argument<string>("folder") { Description = "The other repository." };
        var project = new Option<string?>("--project")
        {
            Description = "Its ASP.NET Core project, relative to the folder; not needed if there is only one.",
        };
        var scenario = new Option<string?>("--scenario") { Description = "Name of the scenario (default: made from the project's name)." };
        var path = new Option<string>("--path")
        {
            Description = "Path that is requested by GET. It must answer 200, with the same length every time.",
            DefaultValueFactory = _ => "/",
        };
        var repository = new Option<string?>("--tool-repository")
        {
            Description = "Address from which the other repository fetches perfmatrix (default: the remote 'origin' of this checkout).",
        };
        var commit = new Option<string?>("--tool-commit") { Description = "Commit that it fetches (default: the one of this checkout)." };
        var force = new Option<bool>("--force") { Description = "Overwrite files that differ." };
        var command = new Command("init", "Adds workflows, crank/ and a script to another repository that has an ASP.NET Core project.")
        {
            target, project, scenario, path, repository, commit, force,
        };
        command.SetAction(line =>
        {
            var folder = Existing(line.GetValue(target)!);
            var found = WebProject.Find(folder, MatrixDefinition.Load(tool()).Frameworks, line.GetValue(project));
            var git = new Git(tool());
            var request = new SetupRequest(
                found,
                Plain(line.GetValue(scenario) ?? found.ScenarioName),
                RequestPath(line.GetValue(path)!),
                line.GetValue(repository) ?? Origin(git),
                Commit(line.GetValue(commit) ?? git.Ask("rev-parse", "HEAD")));
            var written = SetupWriter.Write(folder, SetupFiles.Of(tool(), folder, request), line.GetValue(force));
            Tell(line.InvocationConfiguration.Output, folder, request, written);
            return CommandLine.Good;
        });
        return command;
    }

    private static void Tell(TextWriter output, string folder, SetupRequest request, IReadOnlyList<(string Path, string What)> written)
    {
        foreach (var (path, what) in written) output.WriteLine($"{what,-9}  {path}");
        if (!request.Project.Path.Contains('/', StringComparison.Ordinal))
            output.WriteLine("note: the project is in the root of the repository, so it would compile what `compare` checks out below artifacts/. "
                + "Add to it: <DefaultItemExcludes>$(DefaultItemExcludes);artifacts/**</DefaultItemExcludes>");
        var frameworks = string.Join(", ", request.Project.Frameworks);
        output.WriteLine($"""

            {request.Project.Path} is the scenario {request.Scenario}: GET {request.Path}, on {frameworks}. Next, in {folder}:
              scripts/perfmatrix run              # measures it here
              git add -A && git commit            # pull requests are judged from then on
              scripts/perfmatrix doctor --github  # the two settings that the trend site needs
            note: the pull request that adds these files has nothing to compare with, because its base has no perfmatrix: it is green
            and says so. Comments, history and manual runs begin once these files are in the default branch, because GitHub takes
            those workflows from there.
            """);
    }

    private static string Existing(string folder) =>
        Directory.Exists(folder) ? Path.GetFullPath(folder)
        : throw new UsageException($"{folder}: no such folder. Give the root of a repository with an ASP.NET Core project.");

    private static string Plain(string name) =>
        name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.') && char.IsAsciiLetterOrDigit(name[0])
        && !name.Contains("--", StringComparison.Ordinal)
            ? name
            : throw new UsageException($"--scenario: found '{name}', expected letters, digits, dots and single hyphens");

    private static string RequestPath(string path) =>
        path.StartsWith('/') && path.All(c => char.IsAsciiLetterOrDigit(c) || "/-._~?&=%+".Contains(c, StringComparison.Ordinal)) ? path
        : throw new UsageException($"--path: found '{path}', expected a path such as /hello");

    private static string Origin(Git git) =>
        git.Ask("remote", "get-url", "origin") is { } origin && GitSource.WithoutCredentials(origin) is { } address
            ? address
            : throw new UsageException(
            "--tool-repository: not given, and this checkout of perfmatrix has no remote 'origin'. Give the address that the other repository "
                + "fetches perfmatrix from.");

    private static string Commit(string? commit) =>
        commit is { Length: 40 } && commit.All(char.IsAsciiHexDigit) ? commit
        : throw new UsageException($"--tool-commit: found '{commit ?? "nothing"}', expected the 40 hexadecimal digits of a commit");
}
