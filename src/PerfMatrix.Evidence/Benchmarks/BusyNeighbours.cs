using System.Diagnostics;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>Processes that keep a CPU each as busy as the system lets them, as neighbours on a shared machine do.</summary>
internal sealed class BusyNeighbours : IDisposable
{
    private readonly List<Process> _processes;

    /// <summary>Starts them. Each ends by itself when this program is gone.</summary>
    public BusyNeighbours(int count) =>
        _processes = [.. Enumerable.Range(0, count).Select(_ => Process.Start("sh", ["-c", $"while kill -0 {Environment.ProcessId} 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done"]))];

    /// <inheritdoc />
    public void Dispose()
    {
        foreach (var process in _processes)
        {
            process.Kill();
            process.Dispose();
        }
    }
}
