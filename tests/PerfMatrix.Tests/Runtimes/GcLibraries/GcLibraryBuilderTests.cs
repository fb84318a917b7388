using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;
using PerfMatrix.Tests.Matrix;

namespace PerfMatrix.Tests.Runtimes;

public sealed class GcLibraryBuilderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_zero_gc_compiles_without_a_warning()
    {
        Assert.True(File.Exists(await ZeroGcLibrary.CompileAsync(_folder.In("zero.so"), "-Werror", "-Wpedantic", "-Wshadow", "-Wno-unused-parameter")));
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
    public async Task Without_a_compiler_the_leg_is_unavailable_with_what_to_install()
    {
        var leg = Definitions.Checkout.GcLegs.Single(leg => leg.Name == "zero");
        var placements = new GcPlacements(Checkout.Root, ZeroGcLibrary.Builder(_folder.Root, ("CXX", "no-such-compiler")), new GcOverlay(_folder.In("overlay")));
        await placements.BuildAsync([leg], Cancellation);

        var reason = Assert.Single(placements.Unavailable([leg])).Value;

        Assert.Contains("no C++ compiler: looked for no-such-compiler in PATH", reason);
        Assert.Contains("apt-get install g++", reason);
        var machine = new PerfMatrix.Matrix.MachineLimits(2) { UnavailableLegs = placements.Unavailable([leg]) };
        var selection = PerfMatrix.Matrix.Selection.Resolve(Definitions.Checkout, "smoke", new(["values-zero"], ["net10.0"], ["workstation", "zero"], ["1"]));
        var cells = PerfMatrix.Matrix.MatrixExpansion.Expand(Definitions.Checkout, selection, machine, _ => null);
        Assert.Equal(
            [(PerfMatrix.Matrix.CellStatus.Planned, null), (PerfMatrix.Matrix.CellStatus.Unavailable, reason)],
            cells.Select(cell => (cell.Status, cell.Reason)));
    }

    [Fact]
    public async Task An_error_of_the_compiler_is_a_failure_with_file_and_line()
    {
        var sources = CopySources();
        File.AppendAllText(Path.Combine(sources, "heap.cpp"), "this is not C++\n");

        var failure = Assert.IsType<GcLibraryFailure>(await ZeroGcLibrary.Builder(_folder.Root).BuildAsync(sources, Cancellation));

        Assert.Contains("could not be built", failure.Reason);
        Assert.Contains(failure.Errors, line => line.Contains("heap.cpp:", StringComparison.Ordinal) && line.Contains("error", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_folder_without_a_script_is_a_mistake_in_the_matrix()
    {
        var error = await Assert.ThrowsAsync<UsageException>(() => ZeroGcLibrary.Builder(_folder.Root).BuildAsync(_folder.Root, Cancellation));

        Assert.Contains("has no script 'build'", error.Message);
    }

    [Fact]
    public void A_leg_with_a_library_needs_the_name_it_gets()
    {
        var yaml = Definitions.Small.Replace("workstation: { description: w,", "workstation: { description: w, library: workloads/ZeroGc,", StringComparison.Ordinal);

        var error = Assert.Throws<UsageException>(() => Definitions.Of(yaml));

        Assert.Contains("the environment has no DOTNET_GCName", error.Message);
    }

    private string CopySources()
    {
        var copy = Directory.CreateDirectory(_folder.In("sources")).FullName;
        foreach (var file in Directory.GetFiles(ZeroGcLibrary.Sources))
            File.Copy(file, Path.Combine(copy, Path.GetFileName(file)));
        return copy;
    }
}
