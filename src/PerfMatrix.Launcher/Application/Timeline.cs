using System.Diagnostics;
using PerfMatrix.Launcher.Os;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Launcher.Application;

/// <summary>Samples the memory of a process at a steady distance while it runs.</summary>
internal sealed class Timeline : IAsyncDisposable
{
    private readonly List<MemorySample> _samples = [];
    private readonly PeriodicTimer _timer;
    private readonly Task _sampling;

    private Timeline(RunningApplication application, IProcessReader reader, TimeSpan distance, TimeProvider clock)
    {
        _timer = new PeriodicTimer(distance, clock);
        _sampling = SampleAsync(application, reader);
    }

    /// <summary>Starts sampling; null for a distance of zero.</summary>
    public static Timeline? Start(RunningApplication application, IProcessReader reader, TimeSpan distance, TimeProvider clock) =>
        distance > TimeSpan.Zero ? new Timeline(application, reader, distance, clock) : null;

    public async Task<IReadOnlyList<MemorySample>> StopAsync()
    {
        await DisposeAsync();
        return _samples;
    }

    public async ValueTask DisposeAsync()
    {
        _timer.Dispose();
        await _sampling;
    }

    private async Task SampleAsync(RunningApplication application, IProcessReader reader)
    {
        while (await _timer.WaitForNextTickAsync() && reader.TryRead(application.Id) is { } reading)
            _samples.Add(new MemorySample { At = Stopwatch.GetElapsedTime(application.StartedAt), Rss = reading.Rss });
    }
}
