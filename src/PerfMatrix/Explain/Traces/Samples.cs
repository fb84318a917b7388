namespace PerfMatrix.Explain.Traces;

/// <summary>A place in code: a method as a person wrote it and its assembly; of code that is not managed only the library, in brackets.</summary>
/// <param name="Lambda">What tells lambdas of one method apart, as the compiler counts them: <c>0_3</c>; empty of others.</param>
internal readonly record struct Frame(string Method, string Module, string Lambda = "")
{
    /// <summary>Whether it is a method of .NET code, and not only known by its library.</summary>
    public bool IsManaged => Method is not ['[', ..];

    public static Frame OfLibrary(string library) => new($"[{library}]", library);
}

/// <summary>Where samples of the CPU come from.</summary>
public enum CpuProfiler
{
    /// <summary>Linux's perf: threads that run, at any place.</summary>
    Perf,

    /// <summary>The sampler of the runtime: managed code only, at safe points only.</summary>
    EventPipe,
}

/// <summary>What a thread that ran did at a moment.</summary>
/// <param name="Stack">The innermost frame first.</param>
internal sealed record CpuSample(DateTimeOffset At, IReadOnlyList<Frame> Stack);

/// <summary>Bytes of a type that were allocated, by the statistics of the sample.</summary>
/// <param name="Stack">The innermost frame first.</param>
internal sealed record AllocationSample(DateTimeOffset At, string Type, double Bytes, IReadOnlyList<Frame> Stack);

/// <summary>Something that happened, of which every case is seen: a wait for a lock, an exception, a GC pause, a thread for a starved pool.</summary>
/// <param name="Name">What tells it from others of its kind, e.g. the type of an exception.</param>
/// <param name="Amount">Microseconds of waits and pauses; 1 of exceptions and threads.</param>
/// <param name="Stack">The innermost frame first; empty where no code stands for it.</param>
internal sealed record EventSample(DateTimeOffset At, CauseEvent Kind, string Name, double Amount, IReadOnlyList<Frame> Stack);

/// <summary>What one trace shows of one process.</summary>
/// <param name="CpuPeriod">CPU time between two samples of a thread.</param>
/// <param name="SeesAll">Whether all that takes CPU time is sampled, and not only managed code.</param>
/// <param name="Began">From when on all was recorded.</param>
/// <param name="Lost">Events that the process gave and that were not recorded, because they came too fast.</param>
/// <param name="IsOfNet10">Whether the process runs on .NET 10 or later: objects are drawn at random, and a starved thread pool is told of. Before,
/// it is the object at hand every so many bytes, and nothing is told of the pool.</param>
internal sealed record ProcessTrace(
    IReadOnlyList<CpuSample> Cpu, TimeSpan CpuPeriod, bool SeesAll, IReadOnlyList<AllocationSample> Allocations, DateTimeOffset Began = default,
    int Lost = 0, bool IsOfNet10 = true)
{
    /// <summary>When methods were compiled, first or again, and their names; without those fully optimised at once, whose code stays.</summary>
    public IReadOnlyList<(DateTimeOffset At, string Method)> Compiled { get; init; } = [];

    public IReadOnlyList<EventSample> Events { get; init; } = [];
    public IReadOnlyList<Collection> Collections { get; init; } = [];
}

/// <summary>A trace cannot be taken or read; the message is a sentence for a person.</summary>
/// <param name="isLasting">Whether another round would meet the same obstacle.</param>
internal sealed class TraceException(string message, Exception? inner = null, bool isLasting = false) : Exception(message, inner)
{
    public bool IsLasting => isLasting;
}

/// <summary>Where the compiled code of each method of a process lies.</summary>
internal sealed class CodeMap
{
    private readonly SortedDictionary<ulong, (uint Size, Frame Method)> _added = [];
    private ulong[]? _starts;
    private (uint Size, Frame Method)[] _methods = [];

    public int Count => _added.Count;

    public void Add(ulong start, uint size, Frame method)
    {
        _added[start] = (size, method);
        _starts = null;
    }

    /// <summary>The method that a return address leads back to: it called in the instruction before, which may have been its last.</summary>
    public Frame? FindCaller(ulong returnAddress) => returnAddress == 0 ? null : Find(returnAddress - 1);

    /// <summary>The method whose code an address is in; null when it is in none.</summary>
    public Frame? Find(ulong address)
    {
        if (_starts is null) (_starts, _methods) = ([.. _added.Keys], [.. _added.Values]);
        var index = Array.BinarySearch(_starts, address);
        if (index < 0) index = ~index - 1;
        return index >= 0 && address - _starts[index] < _methods[index].Size ? _methods[index].Method : null;
    }
}
