using PerfMatrix.Gate;
using PerfMatrix.Results;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>Runs real gates of base against a copy of itself, which differs in nothing but its environment.</summary>
public interface IGateRunner
{
    /// <summary>The machine that measures.</summary>
    MachineInfo Machine { get; }

    /// <summary>The code that both sides are built from.</summary>
    SourceInfo Source { get; }

    /// <summary>A whole gate: stage 1 with all its looks, stage 2 on fresh rounds for suspects.</summary>
    /// <param name="id">Id of the trial; its documents go to a folder of that name.</param>
    /// <param name="environment">Environment of head beyond that of base; empty for A/A.</param>
    /// <param name="cancellation">Interrupts.</param>
    Task<GateRun> GateAsync(string id, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation);

    /// <summary>Some rounds of base and copy without a verdict, for calibration.</summary>
    Task<ComparisonDocument> MeasureAsync(string id, int rounds, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation);
}

/// <summary>A gate that ran to its verdict.</summary>
/// <param name="Comparison">Every round of both stages.</param>
/// <param name="Verdict">What the gate says.</param>
public sealed record GateRun(ComparisonDocument Comparison, VerdictDocument Verdict);
