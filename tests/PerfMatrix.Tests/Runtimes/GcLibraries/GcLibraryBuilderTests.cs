using PerfMatrix.Measurement;
using PerfMatrix.Runtimes.GcLibraries;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Matrix;

namespace PerfMatrix.Tests.Runtimes.GcLibraries;

[Trait("kind", "processes")]
public sealed class GcLibraryBuilderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_zero_gc_compiles_without_a_warning()
    {
        Assert.True(
            File.Exists(await ZeroGcLibrary.CompileAsync(_folder.In("zero.so"), "-Werror", "-Wpedantic", "-Wshadow", "-Wno-unused-parameter")));
    }

    [Fact]
    public async Task A_second_builder_takes_the_library_from_the_cache()
    {
        var first = Assert.IsType<GcLibrary>(await ZeroGcLibrary.Builder(_folder.Root).BuildAsync(ZeroGcLibrary.Sources, Cancellation));
        var builtAt = File.GetLastWriteTimeUtc(first.Path);

        var second = await ZeroGcLibrary.Builder(_folder.Root).BuildAsync(ZeroGcLibrary.Sources, Cancellation);

        Assert.Equal(first, second);
        Assert.Equal(builtAt, File.GetLastWriteTimeUtc(first.Path));
    }

    [Fact]
    public async Task A_changed_source_is_another_library()
    {
        var sources = CopySources();
        var first = Assert.IsType<GcLibrary>(await ZeroGcLibrary.Builder(_folder.Root).BuildAsync(sources, Cancellation));
        File.AppendAllText(Path.Combine(sources, "heap.cpp"), "// changed\n");

        var second = Assert.IsType<GcLibrary>(await ZeroGcLibrary.Builder(_folder.Root).BuildAsync(sources, Cancellation));

        Assert.NotEqual(first.Key, second.Key);
    }

    [Fact]
    public async Task Without_a_compiler_the_mode_is_unavailable_with_what_to_install()
    {
        var mode = Definitions.Checkout.GcModes.Single(mode => mode.Name == "zero");
        var placements = new GcPlacements(
            Checkout.Root, ZeroGcLibrary.Builder(_folder.Root, ("CXX", "no-such-compiler")), new GcOverlay(_folder.In("overlay")));
        await placements.BuildAsync([mode], Cancellation);

        var reason = Assert.Single(placements.Unavailable([mode])).Value;

        Assert.Contains("no C++ compiler: looked for no-such-compiler in PATH", reason);
        Assert.Contains("apt-get install g++", reason);
        var machine = new MachineLimits(2) { UnavailableGcModes = placements.Unavailable([mode]) };
        var selection = PerfMatrix.Matrix.Selection.Resolve(
            Definitions.Checkout, "smoke", new(["values-zero"], ["net10.0"], ["workstation", "zero"], ["1"]));
        var cells = MatrixExpansion.Expand(Definitions.Checkout, selection, machine, _ => null);
        Assert.Equal(
            [(CellStatus.Planned, null), (CellStatus.Unavailable, reason)],
            cells.Select(cell => (cell.Status, cell.Reason)));
    }

    [Fact]
    public async Task Without_any_compiler_both_names_that_were_looked_for_are_in_the_reason()
    {
        var missing = Assert.IsType<NoCompiler>(await ZeroGcLibrary.Builder(_folder.In("cache"), ("CXX", ""), ("PATH", PathWithoutCompiler()))
            .BuildAsync(ZeroGcLibrary.Sources, Cancellation));

        Assert.Contains("no C++ compiler: looked for g++ and clang++ in PATH", missing.Reason);
    }

    [Fact]
    public async Task Where_there_is_no_gpp_clang_is_taken()
    {
        var path = PathWithoutCompiler();
        var compiler = ProgramFile.Write(
            Path.Combine(path, "clang++"),
                "#!/usr/bin/env bash\necho called >> \"$0.calls\"\n[ \"$1\" = --version ] && echo 'a clang of its own' || echo library > \"${@: "
                    + "-1}\"\n");

        var library = Assert.IsType<GcLibrary>(
            await ZeroGcLibrary.Builder(_folder.In("cache"), ("CXX", ""), ("PATH", path)).BuildAsync(ZeroGcLibrary.Sources, Cancellation));

        Assert.Equal("library\n", File.ReadAllText(library.Path));
        Assert.Equal(2, File.ReadAllLines(compiler + ".calls").Length);
    }

    [Fact]
    public async Task Clang_compiles_it_without_a_warning_into_a_library_of_its_own()
    {
        Assert.SkipUnless(ZeroGcLibrary.HasClang, "needs clang++ in PATH (apt-get install clang)");
        Assert.True(File.Exists(
            await ZeroGcLibrary.CompileByAsync("clang++", _folder.In("zero.so"), "-Werror", "-Wpedantic", "-Wshadow", "-Wno-unused-parameter")));

        var byClang = Assert.IsType<GcLibrary>(
            await ZeroGcLibrary.Builder(_folder.Root, ("CXX", "clang++")).BuildAsync(ZeroGcLibrary.Sources, Cancellation));
        var byDefault = Assert.IsType<GcLibrary>(await ZeroGcLibrary.Builder(_folder.Root).BuildAsync(ZeroGcLibrary.Sources, Cancellation));

        Assert.NotEqual(byDefault.Key, byClang.Key);
    }

    [Fact]
    public async Task An_error_of_the_compiler_is_a_failure_with_file_and_line()
    {
        var sources = CopySources();
        File.AppendAllText(Path.Combine(sources, "heap.cpp"), "this is not C++\n");

        var failure = Assert.IsType<GcLibraryFailure>(await ZeroGcLibrary.Builder(_folder.Root).BuildAsync(sources, Cancellation));

        Assert.Contains("could not be built", failure.Reason);
        Assert.Contains(
            failure.Errors, line => line.Contains("heap.cpp:", StringComparison.Ordinal) && line.Contains("error", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_folder_without_a_script_is_a_mistake_in_the_matrix()
    {
        var error = await Assert.ThrowsAsync<UsageException>(() => ZeroGcLibrary.Builder(_folder.Root).BuildAsync(_folder.Root, Cancellation));

        Assert.Contains("has no script 'build'", error.Message);
    }

    [Fact]
    public void A_mode_with_a_library_needs_the_name_it_gets()
    {
        var yaml = Definitions.Small.Replace(
            "workstation: { description: w,", "workstation: { description: w, library: workloads/ZeroGc,", StringComparison.Ordinal);

        var error = Assert.Throws<UsageException>(() => Definitions.Of(yaml));

        Assert.Contains("the environment has no DOTNET_GCName", error.Message);
    }

    /// <summary>A folder with what the script needs besides a compiler.</summary>
    private string PathWithoutCompiler()
    {
        var folder = Directory.CreateDirectory(_folder.In("path")).FullName;
        foreach (var program in new[] { "bash", "dirname", "readlink", "uname", "head" })
        {
            var found = Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator).Select(place => Path.Combine(place, program))
                .First(File.Exists);
            File.CreateSymbolicLink(Path.Combine(folder, program), found);
        }

        return folder;
    }

    private string CopySources()
    {
        var copy = Directory.CreateDirectory(_folder.In("sources")).FullName;
        foreach (var file in Directory.GetFiles(ZeroGcLibrary.Sources))
            File.Copy(file, Path.Combine(copy, Path.GetFileName(file)));
        return copy;
    }
}
