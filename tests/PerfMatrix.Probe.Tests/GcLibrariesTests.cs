extern alias probe;
using GcLibraries = probe::PerfMatrix.Probe.GcLibraries;

namespace PerfMatrix.Probe.Tests;

public sealed class GcLibrariesTests
{
    private static readonly string[] s_maps =
    [
        "7f0000000000-7f0000001000 r--p 00000000 08:01 11  /app/libcoreclr.so",
        "7f0000001000-7f0000002000 r-xp 00001000 08:01 12  /app/with space/libclrgc.so",
        "7f0000002000-7f0000003000 rw-p 00002000 08:01 12  /app/with space/libclrgc.so",
        "7f0000003000-7f0000004000 r-xp 00000000 08:01 13  /app/libclrgcexp.so",
        "7f0000004000-7f0000005000 r-xp 00000000 08:01 14  /opt/libzerogc.so",
        "7f0000005000-7f0000006000 rw-p 00000000 00:00 0   [heap]",
        "7f0000006000-7f0000007000 rw-p 00000000 00:00 0 ",
    ];

    [Fact]
    public void The_libraries_of_the_runtime_are_found_once() =>
        Assert.Equal(["libclrgc.so", "libclrgcexp.so"], GcLibraries.In(s_maps, new HashSet<string>()));

    [Fact]
    public void A_library_that_the_settings_name_is_found_too() =>
        Assert.Equal(
        ["libclrgc.so", "libclrgcexp.so", "libzerogc.so"], GcLibraries.In(s_maps, new HashSet<string> { "libzerogc.so", "libnotloaded.so" }));
}
