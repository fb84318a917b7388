using System.Diagnostics;
using System.IO.Compression;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>The packages that <c>scripts/pack</c> makes, installed from a folder as a stranger installs them.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class ToolPackageTests(ToolPackageTests.Packages packed) : IClassFixture<ToolPackageTests.Packages>, IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly ForeignRepository _repository = new();

    public void Dispose()
    {
        _repository.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task An_installed_tool_goes_from_nothing_to_a_verdict_in_two_commands()
    {
        var (folder, version) = packed.All;
        Assert.Equal([$"PerfMatrix.Probe.{version}.nupkg", $"perfmatrix.{version}.nupkg"],
            Directory.GetFiles(folder).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        await RunAsync("dotnet", "tool", "install", "perfmatrix", "--tool-path", _folder["tool"], "--version", version, "--add-source", folder);
        var tool = _folder["tool/perfmatrix"];
        Assert.StartsWith(version, await RunAsync(tool, "--version"));

        _repository.AddProject("src/Shop", "Shop");
        _repository.Commit();
        await RunAsync(tool, "init");
        await RunAsync(tool, [.. "run --gc workstation --rounds 1 --slices 8 --warmup 100ms --out".Split(' '), _folder["runs"]]);
        var run = RunDocument.File.Read(RunFolder.FindDocument(_folder["runs"]));
        Assert.Equal(VariantStatus.Measured, Assert.Single(run.Variants).Status);
        Assert.StartsWith(version, run.Tool.Version);
        Assert.Contains("same program", await RunAsync(tool, "compare", "HEAD"), StringComparison.Ordinal);
        await RunAsync(tool, "site", "build", "--out", _folder["site"]);
        Assert.True(File.Exists(_folder["site/index.html"]));
    }

    [Fact]
    public async Task A_package_has_what_it_runs_and_nothing_of_the_machine_that_packed_it()
    {
        var file = Path.Combine(packed.All.Folder, $"perfmatrix.{packed.All.Version}.nupkg");
        using var package = await ZipFile.OpenReadAsync(file, TestContext.Current.CancellationToken);
        var names = package.Entries.Select(entry => entry.FullName).ToList();
        Assert.Contains("tools/net10.0/any/programs/PerfMatrix.Launcher/PerfMatrix.Launcher.dll", names);
        Assert.Contains("tools/net10.0/any/programs/PerfMatrix.Load/PerfMatrix.Load.dll", names);
        Assert.Contains("tools/net10.0/any/programs/PerfMatrix.Launcher/PerfMatrix.Launcher", names);
        Assert.Contains("tools/net10.0/any/programs/PerfMatrix.Load/PerfMatrix.Load", names);
        Assert.Contains("package.md", names);
        Assert.Contains("schema/verdict.v1.schema.json", names);
        // Programs for one processor would start on no other; a script starts ours.
        Assert.Empty(package.Entries.Where(entry => entry.FullName.Contains("/programs/", StringComparison.Ordinal) && IsNative(entry))
            .Select(entry => entry.FullName));
        Assert.DoesNotContain(names, name => name.EndsWith(".pdb", StringComparison.Ordinal) || name.Contains("artifacts", StringComparison.Ordinal));
        Assert.InRange(new FileInfo(file).Length, 1, 15L << 20);
    }

    private static bool IsNative(ZipArchiveEntry entry)
    {
        using var stream = entry.Open();
        Span<byte> start = stackalloc byte[4];
        return stream.ReadAtLeast(start, 4, throwOnEndOfStream: false) == 4 && start.SequenceEqual("\u007fELF"u8);
    }

    private async Task<string> RunAsync(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = _repository.Root,
        };
        // The folder of unpacked packages is the user's: a package of this name and version there would hide this one.
        if (arguments.Contains("install")) start.Environment["NUGET_PACKAGES"] = _folder["unpacked"];
        using var process = Process.Start(start)!;
        var (code, output, error) = await Eventually.EndsAsync(process);
        Assert.True(code == 0, $"{start.FileName} {string.Join(' ', start.ArgumentList)} ended with code {code}:\n{output}{error}");
        return output + error;
    }

    /// <summary>Both packages, packed once.</summary>
    public sealed class Packages : IAsyncLifetime
    {
        private readonly TemporaryFolder _folder = new();

        internal ReleasePackages All { get; private set; } = null!;

        public async ValueTask InitializeAsync() => All = await ReleasePackages.FindAsync(_folder["packages"]);

        public ValueTask DisposeAsync()
        {
            _folder.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
