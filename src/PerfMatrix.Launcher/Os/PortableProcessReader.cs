using System.Diagnostics;
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>Reads through <see cref="Process"/>; works everywhere, less exactly.</summary>
internal sealed class PortableProcessReader : IProcessReader
{
    /// <inheritdoc />
    public ProcessReading? TryRead(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            return new ProcessReading
            {
                Cpu = process.TotalProcessorTime,
                Rss = new Bytes(process.WorkingSet64),
                PeakRss = new Bytes(process.PeakWorkingSet64),
                Threads = process.Threads.Count,
            };
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            return null;
        }
    }
}
