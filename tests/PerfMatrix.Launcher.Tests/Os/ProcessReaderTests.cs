using System.Diagnostics;
using PerfMatrix.Launcher.Os;

namespace PerfMatrix.Launcher.Tests.Os;

public sealed class ProcessReaderTests
{
    [Fact]
    public void Both_readers_see_the_same_process()
    {
        var portable = ProcessReader.TryReadPortably(Environment.ProcessId)!;
        var linux = ProcessReader.TryReadProc(Environment.ProcessId)!;
        Assert.InRange(linux.Cpu, portable.Cpu - TimeSpan.FromMilliseconds(50), portable.Cpu + TimeSpan.FromSeconds(1));
        Assert.InRange(linux.Rss.Megabytes, portable.Rss.Megabytes * 0.5, portable.Rss.Megabytes * 2);
        Assert.InRange(linux.PeakRss.Megabytes, portable.PeakRss.Megabytes * 0.8, portable.PeakRss.Megabytes * 1.25);
        Assert.InRange(linux.Threads, portable.Threads - 20, portable.Threads + 20);
    }

    [Fact]
    public void Cpu_time_is_finer_than_a_tick_of_the_kernel()
    {
        var cpu = Enumerable.Range(0, 50).Select(_ => ProcessReader.TryReadProc(Environment.ProcessId)!.Cpu).ToList();
        Assert.Equal(cpu.Order(), cpu);
        Assert.Contains(
            cpu.Zip(cpu.Skip(1), (earlier, later) => later - earlier), step => step > TimeSpan.Zero && step < TimeSpan.FromMilliseconds(1));
    }

    [Fact]
    public async Task A_process_that_has_ended_has_no_reading()
    {
        using var process = Process.Start("true");
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Null(ProcessReader.TryReadProc(process.Id));
        Assert.Null(ProcessReader.TryReadPortably(process.Id));
    }
}
