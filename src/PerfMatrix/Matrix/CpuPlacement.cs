namespace PerfMatrix.Matrix;

/// <summary>Which CPUs the applications and the load generator of a block are pinned to.</summary>
/// <param name="IsShared">Whether the load generator runs on the applications' CPUs because none are left.</param>
internal sealed record CpuPlacement(IReadOnlyList<int> Application, IReadOnlyList<int> Load, bool IsShared)
{
    /// <summary>Gives the application the first CPUs and the load generator the rest; when nothing is left it shares all of them.</summary>
    /// <param name="cores">CPUs of the application, at least 1.</param>
    public static CpuPlacement Of(int cores, IReadOnlyList<int> usable)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(cores, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(cores, usable.Count);
        var application = usable.Take(cores).ToList();
        var isShared = usable.Count == cores;
        return new(application, isShared ? application : [.. usable.Skip(cores)], isShared);
    }

    public string Description => IsShared
        ? $"applications on CPU {Ranges(Application)}, shared with the load generator because no CPU is left for it"
        : $"applications on CPU {Ranges(Application)}, load generator on CPU {Ranges(Load)}";

    /// <summary>CPUs as taskset and cgroups write them: <c>0-3,6</c>.</summary>
    public static string Ranges(IReadOnlyList<int> cpus)
    {
        var ranges = new List<(int First, int Last)>();
        foreach (var cpu in cpus.Order())
        {
            if (ranges.Count > 0 && ranges[^1].Last + 1 == cpu) ranges[^1] = (ranges[^1].First, cpu);
            else ranges.Add((cpu, cpu));
        }

        return string.Join(",", ranges.Select(range => range.First == range.Last ? $"{range.First}" : $"{range.First}-{range.Last}"));
    }
}
