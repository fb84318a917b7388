using System.Diagnostics;
using System.Runtime.CompilerServices;
using Microsoft.Diagnostics.Tracing;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Gate;

namespace PerfMatrix.Tests.Explain.Traces;

/// <summary>What the runtime tells of this process, and what becomes of events that cannot be kept.</summary>
[Collection("recorded")]
[Trait("kind", "slow")]
public sealed class EventPipeRecordingTests : IDisposable
{
    private const int Chunk = 1 << 16;
    private const int Thrown = 40;

    private readonly TemporaryFolder _folder = new();

    private static object? s_kept;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Events_that_there_is_no_room_for_are_read_all_the_same_so_that_the_process_goes_on()
    {
        var (events, space) = (new OpenStream(chunks: 100), new TraceSpace(10 * Chunk));
        var copied = EventPipeRecording.CopyAsync(events, _folder["a.nettrace"], space);

        Assert.Equal("all traces together reached 0 MB, the most there is room for",
            (await Assert.ThrowsAsync<TraceException>(() => copied)).Message);
        Assert.Equal(0, events.Left);
        Assert.False(space.HasFullFile);
        Assert.Equal(10 * Chunk, new FileInfo(_folder["a.nettrace"]).Length);
    }

    [Fact]
    public async Task Of_a_trace_of_500_MB_one_file_is_kept_to_its_limit_and_that_is_said()
    {
        var (events, space) = (new OpenStream(chunks: 500 * (1 << 20) / Chunk), new TraceSpace());
        var copied = EventPipeRecording.CopyAsync(events, _folder["a.nettrace"], space);

        Assert.Equal("its trace became larger than 48 MB", (await Assert.ThrowsAsync<TraceException>(() => copied)).Message);
        Assert.Equal(0, events.Left);
        Assert.True(space.HasFullFile);
        Assert.Equal(TraceSpace.LargestFile, new FileInfo(_folder["a.nettrace"]).Length);
    }

    [Fact]
    public async Task A_full_disk_is_said_and_the_process_goes_on()
    {
        Assert.SkipUnless(File.Exists("/dev/full"), "there is no disk that is always full");
        var events = new OpenStream(chunks: 100);
        var problem = await Assert.ThrowsAsync<TraceException>(() => EventPipeRecording.CopyAsync(events, "/dev/full", new TraceSpace()));

        Assert.StartsWith("its trace could not be written: ", problem.Message, StringComparison.Ordinal);
        Assert.Equal(0, events.Left);
    }

    [Fact]
    public async Task What_this_process_does_is_read_and_an_exception_that_is_thrown_again_counts_once()
    {
        var file = await RecordedAsync();
        var (code, trace) = NettraceFile.Read(file, InlinedCode.None);

        Assert.True(code.Count > 1000, $"{code.Count} methods");
        Assert.Equal(Thrown, trace.Events.Count(one => one is { Kind: CauseEvent.Exception, Name: "PlantedException" }));
        Assert.Contains(trace.Allocations,
            one => one.Type == "Ballast[]" && one.Stack.Any(frame => frame.Method.EndsWith("Planted", StringComparison.Ordinal)));
        Assert.Contains(trace.Cpu, sample => sample.Stack.Any(frame => frame.Method.EndsWith("Planted", StringComparison.Ordinal)));
        Assert.DoesNotContain(trace.Cpu, sample => sample.Stack[0].Method is "Thread.Sleep" or "WaitHandle.WaitOneNoCheck"
            or "Monitor.Enter_Slowpath");
        var full = Assert.Single(trace.Collections, one => one is { IsInduced: true, Generation: 2, IsBackground: false });
        Assert.Equal(5, full.Generations.Count);
        Assert.InRange(full.Generations[2].SurvivalPercent ?? -1, 0, 100);
        Assert.True(full.Roots is { Stacks: >= 0, Handles: > 0 } roots && roots.Handles + roots.Stacks <= 1.5 * full.PromotedMegabytes,
            $"{full.Roots}");
    }

    [Fact]
    public async Task Threads_that_a_starved_pool_got_are_read()
    {
        var start = new ProcessStartInfo(BuiltProgram.Path("FaultyApplication"))
        {
            Environment = { ["FAULT"] = "starves" },
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start)!;
        try
        {
            Assert.Equal("waiting", await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
            var file = await RecordedAsync(Roomy, async () =>
            {
                await process.StandardInput.WriteLineAsync();
                await process.StandardInput.FlushAsync(TestContext.Current.CancellationToken);
                Assert.Equal("starved", await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
            }, process.Id);

            var starved = NettraceFile.Read(file, InlinedCode.None).Trace.Events.Where(one => one.Kind == CauseEvent.Starvation).ToList();
            Assert.NotEmpty(starved);
            Assert.All(starved, one => Assert.Equal(("thread pool", 1.0), (one.Name, one.Amount)));
        }
        finally
        {
            process.Kill();
        }
    }

    [Fact]
    public async Task Of_an_exception_only_that_it_is_thrown_is_recorded()
    {
        using var source = new EventPipeEventSource(await RecordedAsync());
        var (thrown, caught) = (0, 0);
        source.Clr.ExceptionStart += _ => thrown++;
        source.Clr.ExceptionCatchStart += _ => caught++;
        source.Process();

        Assert.True(thrown >= Thrown, $"{thrown}");
        Assert.Equal(0, caught);
    }

    [Fact]
    public async Task Exceptions_that_fill_a_trace_are_not_in_the_next_which_has_the_rest()
    {
        var space = new TraceSpace();

        Assert.Equal("its trace became larger than 48 MB",
            (await Assert.ThrowsAsync<TraceException>(() => RecordedAsync(space, ThrowLoudly))).Message);
        Assert.True(space.HasFullFile);

        var next = Roomy;
        next.IsSparing = true;
        var (code, trace) = NettraceFile.Read(await RecordedAsync(next, ThrowLoudly), InlinedCode.None);
        Assert.True(code.Count > 1000, $"{code.Count} methods");
        Assert.NotEmpty(trace.Allocations);
        Assert.DoesNotContain(trace.Events, one => one.Kind is CauseEvent.Exception or CauseEvent.Lock);
    }

    [Theory]
    [InlineData(0.02)]
    [InlineData(0.5)]
    [InlineData(0.95)]
    public async Task A_trace_that_was_cut_or_damaged_is_refused_with_a_sentence_and_never_with_another_exception(double share)
    {
        var whole = await File.ReadAllBytesAsync(await RecordedAsync());
        var (cut, damaged) = (_folder["cut.nettrace"], _folder["damaged.nettrace"]);
        await File.WriteAllBytesAsync(cut, whole[..(int)(share * whole.Length)]);
        whole.AsSpan((int)(share * whole.Length)).Fill(0xA5);
        await File.WriteAllBytesAsync(damaged, whole);

        Assert.All([cut, damaged], path => Assert.Matches("^the trace (cannot be read: .|ends before the names of its methods)",
            Assert.Throws<TraceException>(() => NettraceFile.Read(path, InlinedCode.None)).Message));
        Assert.Empty(Directory.GetFiles(_folder.Root, "*.etlx"));
    }

    [Fact]
    public async Task A_file_that_is_no_trace_is_refused() => Assert.StartsWith("the trace cannot be read: ",
        Assert.Throws<TraceException>(() => NettraceFile.ReadCollections(_folder.Write("text.nettrace", "no trace"))).Message,
            StringComparison.Ordinal);

    // A trace ends with the names of all methods that a process has compiled, and this one has run thousands of tests.
    private static TraceSpace Roomy => new() { Largest = TraceSpace.Most };

    private Task<string> RecordedAsync() => RecordedAsync(Roomy, Planted);

    private Task<string> RecordedAsync(TraceSpace space, Action happening) =>
        RecordedAsync(space, () => Task.Run(happening), Environment.ProcessId);

    private async Task<string> RecordedAsync(TraceSpace space, Func<Task> happening, int process)
    {
        var file = _folder["own.nettrace"];
        await using var recording = await EventPipeRecording.StartAsync(
            process, Environment.Version.Major, CpuProfiler.EventPipe, file, space, TestContext.Current.CancellationToken);
        await happening();
        await recording.EndAsync(TestContext.Current.CancellationToken);
        return file;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Planted()
    {
        var gate = new Ballast();
        var waiting = new Thread(() => Take(gate)) { IsBackground = true };
        lock (gate)
        {
            waiting.Start();
            for (var clock = Stopwatch.StartNew(); clock.ElapsedMilliseconds < 200;) s_kept = new Ballast[100];
        }

        for (var i = 0; i < Thrown; i++) Assert.Throws<PlantedException>(Rethrown);
        GC.Collect();
    }

    // 60 MB of messages, in events of 20 kB, and 24 MB of objects.
    private static void ThrowLoudly()
    {
        var loud = new PlantedException(new string('!', 10_000));
        for (var i = 0; i < 3_000; i++)
        {
            s_kept = new Ballast[1_000];
            Assert.Throws<PlantedException>(() => Throw(loud));
        }
    }

    private static void Throw(PlantedException planted) => throw planted;

    private static void Take(Ballast gate)
    {
        lock (gate) s_kept = gate;
    }

    private static void Rethrown()
    {
        try
        {
            throw new PlantedException();
        }
        catch (PlantedException)
        {
            throw;
        }
    }

    private sealed class PlantedException(string? message = null) : Exception(message);

    private sealed class Ballast;

    /// <summary>A process that has more to tell until somebody has taken all of it.</summary>
    private sealed class OpenStream(int chunks) : MemoryStream
    {
        public int Left { get; private set; } = chunks;

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(Left-- > 0 ? Chunk : Left = 0);
    }
}
