using PerfMatrix.Runtimes.GcLibraries;

namespace PerfMatrix.Tests.Runtimes.GcLibraries;

/// <summary>What the runtime would answer with exit code 137 and a number, or with silence.</summary>
[Trait("kind", "processes")]
public sealed class GcLibraryCheckTests : IDisposable
{
    private const int MachineOffset = 18;
    private const byte Arm64 = 183;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_zero_gc_fits_every_runtime()
    {
        foreach (var framework in PublishedWorkloads.Frameworks)
            Assert.Null(GcLibraryCheck.Problem((await ZeroGcLibrary.PlaceAsync("MinimalApi", framework)).Folder, ZeroGcLibrary.FileName));
    }

    [Fact]
    public async Task A_name_that_no_file_has_is_refused_with_those_there_are()
    {
        var folder = (await PublishedWorkloads.PublishAsync("MinimalApi", "net9.0")).Folder;

        Assert.Equal(
            $"DOTNET_GCName is 'libclrcg.so', but {folder} has no such file beside libcoreclr.so; GC libraries there: libclrgc.so, libclrgcexp.so",
            GcLibraryCheck.Problem(folder, "libclrcg.so"));
        Assert.Contains("expected a file name without a folder", GcLibraryCheck.Problem(folder, "/tmp/libgc.so"));
    }

    [Fact]
    public async Task A_library_of_another_architecture_is_refused_with_both()
    {
        await LinkRuntimeAsync("net10.0");
        var library = await ZeroGcLibrary.CompileAsync(_folder.In("foreign.so"));
        using (var file = File.OpenWrite(library))
        {
            file.Position = MachineOffset;
            file.WriteByte(Arm64);
        }

        Assert.Equal(
            "the GC library foreign.so is for arm64, the runtime beside it is for x86-64; build it on a machine of that architecture",
            GcLibraryCheck.Problem(_folder.Root, "foreign.so"));
    }

    [Fact]
    public async Task What_is_no_library_at_all_is_refused()
    {
        await LinkRuntimeAsync("net10.0");
        _folder.Write("text.so", "a text that is longer than the header of a library");

        Assert.Contains("text.so is not an ELF library, the runtime beside it is for x86-64", GcLibraryCheck.Problem(_folder.Root, "text.so"));
        Assert.Contains(
            "is not a GC library: it cannot be loaded, or does not export GC_VersionInfo", GcLibraryCheck.Problem(_folder.Root, "libcoreclr.so"));
    }

    [Theory]
    [InlineData("net8.0", "5.2")]
    [InlineData("net9.0", "5.3")]
    [InlineData("net10.0", "5.5")]
    public async Task Another_major_version_of_the_interface_is_refused_with_both(string framework, string runtime)
    {
        await LinkRuntimeAsync(framework);
        await ZeroGcLibrary.CompileAsync(_folder.In("old.so"), "-DPERFMATRIX_GC_MAJOR=4");

        Assert.Equal(
            $"the GC library old.so has GC interface 4.5, the runtime in {_folder.Root} has {runtime}: the major versions must be the same",
            GcLibraryCheck.Problem(_folder.Root, "old.so"));
    }

    private async Task LinkRuntimeAsync(string framework)
    {
        var publication = await PublishedWorkloads.PublishAsync("MinimalApi", framework);
        foreach (var name in new[] { "libcoreclr.so", "libclrgc.so" })
            File.CreateSymbolicLink(_folder.In(name), Path.Combine(publication.Folder, name));
    }
}
