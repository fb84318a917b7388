namespace PerfMatrix.Shared.Contract;

/// <summary>What BenchmarkDotNet reports of one case, from its full JSON; times are nanoseconds an operation.</summary>
public sealed record BenchmarkObservation
{
    /// <summary>Full name with parameters, e.g. <c>AsyncTasks.Tasks.Baseline(N: 1000)</c>.</summary>
    public required string FullName { get; init; }

    /// <summary>Mean of the iterations, outliers removed as BenchmarkDotNet does: its column Mean.</summary>
    public required double MeanNanoseconds { get; init; }

    /// <summary>Standard deviation of the iterations: its column StdDev.</summary>
    public required double StandardDeviationNanoseconds { get; init; }

    /// <summary>Half the 99.9 % interval of the mean: its column Error; null with one iteration.</summary>
    public double? ErrorNanoseconds { get; init; }
    public required int Iterations { get; init; }

    /// <summary>Managed bytes an operation: its column Allocated; null without the memory diagnoser.</summary>
    public long? AllocatedBytes { get; init; }

    /// <summary>Collections of generation 0 in 1,000 operations: its column Gen0; null without the memory diagnoser.</summary>
    public double? Gen0PerThousand { get; init; }
    public double? Gen1PerThousand { get; init; }
    public double? Gen2PerThousand { get; init; }

    /// <summary>Lock contentions an operation; null where nothing counts them.</summary>
    public double? LockContentions { get; init; }

    /// <summary>Work items that the thread pool completed, an operation; null where nothing counts them.</summary>
    public double? CompletedWorkItems { get; init; }

    /// <summary>BenchmarkDotNet's own report of the case, every measurement included.</summary>
    public JsonElement? Report { get; init; }
}
