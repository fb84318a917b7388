using System.Diagnostics;
using NuGet.Configuration;

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
    private readonly Lazy<Task<ReleasePackages>> _packages;
    private readonly Lazy<Task<string>> _tool;

    private string? _unpacked;

    public ActMachine() => (_source, _packages, _tool) = (new(CommitSource), new(FindPackagesAsync), new(InstallAsync));

    /// <summary><c>artifacts/cache</c> of every job: that of this checkout, which other tests fill as well.</summary>
    internal static string Cache => Directory.CreateDirectory(Checkout.File("artifacts", "cache")).FullName;

    /// <summary>The same of jobs with the installed package. It is of these tests alone, so that one of them builds what they measure.</summary>
    internal string CacheOfInstalled => _folder.CreateSubdirectory("cache").FullName;

    /// <summary>A bare repository with the files of this checkout, as one commit of main.</summary>
    internal string Source => _source.Value;

    internal Task<ReleasePackages> PackagesAsync() => _packages.Value;

    /// <summary>The program that the first command of the README installs.</summary>
    internal Task<string> ToolAsync() => _tool.Value;

    internal static async Task<string> RunAsync(string folder, string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder,
        };
        using var process = Process.Start(start)!;
        var (code, output, error) = await Eventually.EndsAsync(process);
        Assert.True(code == 0, $"{program} {string.Join(' ', arguments)} ended with code {code}:\n{output}{error}");
        return output + error;
    }

    public void Dispose()
    {
        _folder.Delete(recursive: true);
        if (Directory.Exists(_unpacked)) Directory.Delete(_unpacked, recursive: true);
    }

    private async Task<ReleasePackages> FindPackagesAsync()
    {
        var packages = await ReleasePackages.FindAsync(Path.Combine(_folder.FullName, "packages"));
        _unpacked = Path.Combine(SettingsUtility.GetGlobalPackagesFolder(NullSettings.Instance), "perfmatrix", packages.Version);
        return packages;
    }

    private async Task<string> InstallAsync()
    {
        var (packages, tool) = (await PackagesAsync(), Path.Combine(_folder.FullName, "tool"));
        await RunAsync(_folder.FullName, "dotnet", "tool", "install", "perfmatrix", "--tool-path", tool, "--version", packages.Version,
            "--add-source", packages.Folder);
        return Path.Combine(tool, "perfmatrix");
    }

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
