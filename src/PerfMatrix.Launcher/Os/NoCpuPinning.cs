namespace PerfMatrix.Launcher;

/// <summary>Refuses to pin, rather than measure something else than was asked for.</summary>
internal sealed class NoCpuPinning : ICpuPinning
{
    /// <inheritdoc />
    public T Run<T>(IReadOnlyList<int> cpus, Func<T> start) => cpus.Count == 0
        ? start()
        : throw new PlatformNotSupportedException("pinning to CPUs works on Linux only; measure with --cores all");
}
