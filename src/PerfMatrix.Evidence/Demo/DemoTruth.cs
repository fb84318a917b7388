using System.Text.Json.Serialization;

namespace PerfMatrix.Evidence.Demo;

/// <summary>What a generated history holds: <c>truth.json</c> beside it, for tests.</summary>
/// <param name="Seed">Seed it was generated with.</param>
/// <param name="Runs">Number of runs.</param>
/// <param name="Cells">Number of cells.</param>
/// <param name="Changes">Steps and drifts.</param>
public sealed record DemoTruth(int Seed, int Runs, int Cells, IReadOnlyList<DemoChange> Changes);

/// <summary>A true change.</summary>
/// <param name="Sequence">First run with it.</param>
/// <param name="Until">Last run of a drift; the same run for a step.</param>
/// <param name="Percent">Size in the natural direction of the metric.</param>
/// <param name="Metric">Metric; throughput also moves CPU time the other way.</param>
/// <param name="Cells">Cells that change: all whose id contains this text.</param>
public sealed record DemoChange(int Sequence, int Until, double Percent, string Metric, string Cells)
{
    /// <summary>Whether it comes slowly.</summary>
    [JsonIgnore]
    public bool IsDrift => Until > Sequence;

    /// <summary>The log ratio it adds at a run.</summary>
    public double At(int sequence, string metric, string cell)
    {
        if (sequence < Sequence || !cell.Contains(Cells, StringComparison.Ordinal)) return 0;
        var size = Statistics.LogRatio.FromPercent(Percent) * (IsDrift ? Math.Min(1, (sequence - Sequence + 1.0) / (Until - Sequence + 1)) : 1);
        if (metric == Metric) return size;
        return Metric == Metrics.Metric.Throughput.Name && metric == Metrics.Metric.CpuPerRequest.Name ? -size : 0;
    }
}
