using System.Diagnostics;
using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Tests.Explain.Traces;

/// <summary>Recording of two processes that are programs, but not of .NET: as one that is compiled to native code, or whose diagnostics are switched
/// off.</summary>
public sealed class RoundRecorderTests : IAsyncLifetime
{
    private readonly TemporaryFolder _folder = new();
    private readonly TracedProcess[] _sides;
    private readonly List<Process> _processes = [];
    private readonly RoundRecorder _recorder;

    public RoundRecorderTests()
    {
        _sides =
            [.. new[] { "base", "head" }.Select(name => new TracedProcess(name, $"{Guid.NewGuid():N}", 10, 2, InlinedCode.FolderIn(_folder.Root)))];
        _recorder = new(_sides, CpuProfiler.EventPipe, _folder["1"], new TraceSpace());
    }

    public ValueTask InitializeAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "processes are found in /proc");
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        await _recorder.DisposeAsync();
        foreach (var process in _processes)
        {
            process.Kill();
            process.Dispose();
        }

        _folder.Dispose();
    }

    [Fact]
    public async Task A_process_that_gives_no_events_is_said_with_what_may_be_the_reason_and_is_not_tried_again()
    {
        foreach (var side in _sides) Start(side);
        var problem = await Assert.ThrowsAsync<TraceException>(StartAsync);

        Assert.True(problem.IsLasting);
        Assert.StartsWith("the application gives no events: diagnostics are switched off in it (DOTNET_EnableDiagnostics=0), it is compiled to "
            + "native code, or it has ended (",
            problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_process_that_has_ended_is_not_found_and_the_next_round_is_tried()
    {
        Start(_sides[0]);
        var problem = await Assert.ThrowsAsync<TraceException>(StartAsync);

        Assert.Equal((false, "the process of head is not among those that this program may look at"), (problem.IsLasting, problem.Message));
    }

    private Task StartAsync() => _recorder.StartAsync(TestContext.Current.CancellationToken);

    private int Start(TracedProcess side)
    {
        var start = new ProcessStartInfo("sleep", ["600"]);
        foreach (var (name, value) in side.Environment) start.Environment[name] = value;
        _processes.Add(Process.Start(start)!);
        return _processes[^1].Id;
    }
}
