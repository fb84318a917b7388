using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Evidence.Causes;

/// <summary>A search for a cause whose truth is known.</summary>
internal sealed record CauseTrial
{
    public required string Id { get; init; }

    /// <summary>What was put in; null for nothing.</summary>
    public InjectionRecord? Injection { get; init; }

    public required string Cell { get; init; }
    public required DateTimeOffset StartedAt { get; init; }
    public required DateTimeOffset FinishedAt { get; init; }
    public required MachineInfo Machine { get; init; }

    /// <summary>The code that was measured on both sides.</summary>
    public required SourceInfo Source { get; init; }

    /// <summary>Where the CPU samples came from.</summary>
    public required CpuProfiler Profiler { get; init; }

    /// <summary>Why there is no explanation; null when there is one.</summary>
    public string? Problem { get; init; }

    /// <summary>The first name of the kind that was put in; null where nothing was named.</summary>
    public string? First { get; init; }

    /// <summary>Whether that is what was put in, or nothing was named and nothing had changed.</summary>
    public required bool IsRight { get; init; }

    /// <summary>Microseconds of CPU time a request that head takes more, by the clock of the process.</summary>
    public double CpuDifference { get; init; }

    /// <summary>Those of them that the methods named stand for.</summary>
    public double Attributed { get; init; }

    [JsonIgnore]
    public string Name => Injection?.Name ?? "nothing";

    public static CauseTrial Of(
        string id, InjectionRecord? injection, CellExplanation why, (MachineInfo Machine, SourceInfo Source) on,
        (DateTimeOffset Start, DateTimeOffset End) time) =>
        new()
        {
            Id = id,
            Injection = injection,
            Cell = why.Cell,
            StartedAt = time.Start,
            FinishedAt = time.End,
            Machine = on.Machine,
            Source = on.Source,
            Profiler = why.Profiler,
            Problem = why.Problem,
            First = CauseTruth.First(injection?.Leg, why),
            IsRight = CauseTruth.IsRight(injection?.Leg, why),
            CpuDifference = why.CpuDifference.PerRequest,
            Attributed = why.Cpu.Sum(method => method.PerRequest),
        };
}
