
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>Refuses to limit, rather than measure something else than was asked for.</summary>
internal sealed class NoMemoryLimits : IMemoryLimits
{
    /// <inheritdoc />
    public CgroupMemoryGroup Make(Bytes limit) => throw new PlatformNotSupportedException("memory is limited on Linux only; measure with --memory none");
}
