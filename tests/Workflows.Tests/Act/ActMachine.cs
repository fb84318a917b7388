namespace Workflows.Tests.Act;

/// <summary>The tests with act run one at a time, on one <see cref="ActMachine"/>: two that measure would measure each other.</summary>
[CollectionDefinition(ActRepository.OneAtATime)]
public sealed class OneActAtATime : ICollectionFixture<ActMachine>;

/// <summary>
/// What the tests with act have in common, because it is the same for all and takes long to make: the files of this checkout as a repository, and
/// what jobs publish. The first job that needs a program publishes it as on GitHub; later ones, also of other tests and suites, find it by the
/// content of its sources, as on a developer's machine.
/// </summary>
public sealed class ActMachine : IDisposable
{
    /// <summary>What jobs use of this checkout. Not the sources of the tool: a built one runs (PERFMATRIX_PROGRAM), and without them each job has a
    /// tenth of the files to copy.</summary>
    private static readonly string[] s_used =
        [".config/", ".github/", "crank/", "scripts/", "src/PerfMatrix.Probe/", "src/PerfMatrix.Shared/", "workloads/"];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-act-machine-");
    private readonly Lazy<string> _source;

    public ActMachine() => _source = new(CommitSource);

    /// <summary><c>artifacts/cache</c> of every job: that of this checkout, which other tests fill as well.</summary>
    internal static string Cache => Directory.CreateDirectory(Checkout.File("artifacts", "cache")).FullName;

    /// <summary>A bare repository with the files of this checkout, as one commit of main.</summary>
    internal string Source => _source.Value;

    public void Dispose() => _folder.Delete(recursive: true);

    private string CommitSource()
    {
        var repository = Path.Combine(_folder.FullName, "checkout.git");
        string[] here = ["--git-dir", repository, "--work-tree", Checkout.Root];
        GitTool.Run(Checkout.Root, "init", "--quiet", "--bare", "--initial-branch", "main", repository);
        GitTool.Run(Checkout.Root, [.. here, "add", "--", .. Files()]);
        GitTool.Run(Checkout.Root, [.. here, "commit", "--quiet", "-m", "files"]);
        // One file instead of one for each object: every job copies them.
        GitTool.Run(repository, "repack", "-a", "-d", "--quiet");
        return repository;
    }

    private static IEnumerable<string> Files() =>
        GitTool.Run(Checkout.Root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
            .Split('\0', StringSplitOptions.RemoveEmptyEntries)
            .Where(file => (IsBuildFile(file) || s_used.Any(folder => file.StartsWith(folder, StringComparison.Ordinal)))
                && File.Exists(Checkout.File(file)));

    private static bool IsBuildFile(string file) => Path.GetDirectoryName(file) is "" or "src";
}
