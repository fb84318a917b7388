using System.Runtime.InteropServices;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Tests.Builds;

public sealed class RuntimeIdentifiersTests
{
    [Theory]
    [InlineData(true, Architecture.X64, "linux-x64", "linux-x64")]
    [InlineData(true, Architecture.Arm64, "linux-arm64", "linux-arm64")]
    [InlineData(true, Architecture.X64, "fedora.41-x64", "linux-x64")]
    [InlineData(true, Architecture.Arm64, "linux-musl-arm64", "linux-musl-arm64")]
    [InlineData(true, Architecture.X64, "alpine.3.21-x64", "linux-musl-x64")]
    [InlineData(true, Architecture.S390x, "linux-s390x", "linux-s390x")]
    [InlineData(false, Architecture.Arm64, "osx-arm64", "osx-arm64")]
    [InlineData(false, Architecture.X64, "win-x64", "win-x64")]
    public void The_identifier_is_the_portable_one(bool linux, Architecture architecture, string reported, string expected) =>
        Assert.Equal(expected, RuntimeIdentifiers.For(linux, architecture, reported));
}
