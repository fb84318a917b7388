namespace PerfMatrix.Explain.Traces;

/// <summary>Records the processes of a block in one round. It is told of the phases of the round: it begins with the warm-up or before it, so
/// that it stands when the slices begin, and ends while the processes settle.</summary>
/// <param name="profiler">Where CPU samples come from; null records collections only.</param>
/// <param name="files">Where traces go, e.g. <c>/run/why/1</c>; names are appended.</param>
internal sealed class RoundRecorder(TracedProcess[] sides, CpuProfiler? profiler, string files, TraceSpace space) : IAsyncDisposable
{
    private readonly List<EventPipeRecording> _recordings = [];
    private PerfRecording? _perf;
    private int[] _ids = [];
    private DateTimeOffset _began;

    public async Task StartAsync(CancellationToken cancellation)
    {
        _ids = [.. sides.Select(side => side.Find())];
        // At once, so that neither side is always recorded for longer.
        var starting = sides.Select((side, index) => EventPipeRecording.StartAsync(
            _ids[index], side.RuntimeMajor, profiler, $"{files}-{side.Name}.nettrace", space, cancellation)).ToList();
        try
        {
            await Task.WhenAll(starting);
        }
        finally
        {
            foreach (var started in starting.Where(one => one.IsCompletedSuccessfully)) _recordings.Add(await started);
        }

        if (profiler == CpuProfiler.Perf) _perf = PerfRecording.Start(_ids, files + ".perf", space, sides.Max(side => side.Cores));
        _began = DateTimeOffset.UtcNow;
    }

    /// <summary>Ends all at once: the processes settle for a moment only, most of which a large one needs to tell the names of its methods.</summary>
    /// <exception cref="TraceException">A trace was cut short.</exception>
    public Task EndAsync(CancellationToken cancellation) =>
        Task.WhenAll([_perf?.EndAsync() ?? Task.CompletedTask, .. _recordings.Select(recording => recording.EndAsync(cancellation))]);

    /// <summary>What was recorded of each side.</summary>
    /// <exception cref="TraceException">It cannot be read.</exception>
    public async Task<IReadOnlyList<ProcessTrace>> ReadAsync(CancellationToken cancellation)
    {
        var read = await Task.WhenAll(_recordings.Zip(sides, _ids).Select(one => Task.Run(() => profiler is null
            ? (Code: new CodeMap(), Trace: NettraceFile.ReadCollections(one.First.File))
            : NettraceFile.Read(one.First.File, one.Second.Inlined(one.Third)), cancellation)));
        List<ProcessTrace> traces = [.. read.Zip(sides, (one, side) => one.Trace with
        {
            Began = _began, IsOfNet10 = side.RuntimeMajor >= EventPipeRecording.RandomSince,
        })];
        if (_perf is null) return traces;
        var samples = await _perf.ReadAsync(_ids.Index().ToDictionary(id => id.Item, id => read[id.Index].Code), cancellation);
        return [.. traces.Zip(_ids, (trace, id) => trace with { Cpu = samples[id], CpuPeriod = _perf.Period, SeesAll = true })];
    }

    /// <summary>Moves the events of both processes to where they stay. Each file is at most <see cref="TraceSpace.LargestFile"/> large.</summary>
    /// <param name="files">Beginning of their names, e.g. <c>/run/hello-minimal</c>.</param>
    public void Keep(string files)
    {
        foreach (var (index, side) in sides.Index()) File.Move(_recordings[index].File, $"{files}-{side.Name}.nettrace", overwrite: true);
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            if (_perf is not null) await _perf.DisposeAsync();
        }
        finally
        {
            foreach (var recording in _recordings) await recording.DisposeAsync();
        }
    }
}

/// <summary>A process that is to be traced, known by a variable of its environment.</summary>
/// <param name="Name">base or head.</param>
/// <param name="RuntimeMajor">Major version of its .NET.</param>
/// <param name="Cores">CPUs that it may take.</param>
/// <param name="Folder">Where it writes which methods it inlined; null when it writes nothing.</param>
internal sealed record TracedProcess(string Name, string Mark, int RuntimeMajor, int Cores, string? Folder)
{
    private const string Variable = "PERFMATRIX_TRACED";

    /// <summary>What is added to its environment. The second makes code of the JIT lie in memory that perf knows the addresses of.</summary>
    public IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string>(
        Folder is null ? new Dictionary<string, string>() : InlinedCode.Environment(Folder))
    {
        [Variable] = Mark,
        ["DOTNET_EnableWriteXorExecute"] = "0",
    };

    /// <summary>The methods of a person by the name of the code that is made at run time and has them in it.</summary>
    public IReadOnlyDictionary<string, Frame> Inlined(int id) => Folder is null ? InlinedCode.None : InlinedCode.Read(Folder, id);

    /// <summary>Its process id; of processes that it has started itself, it is the oldest.</summary>
    /// <exception cref="TraceException">There is none.</exception>
    public int Find()
    {
        var found = ProcessIdentity.IdsWith($"{Variable}={Mark}").ToList();
        return found.Count > 0 ? found.Min() : throw new TraceException(
            $"the process of {Name} is not among those that this program may look at", isLasting: !OperatingSystem.IsLinux());
    }
}
