using PerfMatrix.Runtimes.GcLibraries;

namespace PerfMatrix.Tests.Runtimes.GcLibraries;

/// <summary>What the runtime would answer with exit code 137 and a number, or with silence.</summary>
public sealed class GcLibraryCheckTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_name_that_no_file_has_is_refused_with_those_there_are()
    {
        Assert.Contains("; GC libraries there: none", GcLibraryCheck.Problem(_folder.Root, "libclrcg.so"));
        _folder.Write("libclrgcexp.so", "");
        _folder.Write("libclrgc.so", "");

        Assert.Equal(
            $"DOTNET_GCName is 'libclrcg.so', but {_folder.Root} has no such file beside libcoreclr.so; GC libraries there: libclrgc.so, "
            + "libclrgcexp.so",
            GcLibraryCheck.Problem(_folder.Root, "libclrcg.so"));
        Assert.Null(GcLibraryCheck.Problem(_folder.Root, "libclrgc.so"));
    }

    [Fact]
    public void A_name_with_a_folder_in_it_is_refused_also_where_there_is_such_a_file() => Assert.Contains(
        "expected a file name without a folder", GcLibraryCheck.Problem(_folder.Root, _folder.Write("gc/libclrgc.so", "")));
}
