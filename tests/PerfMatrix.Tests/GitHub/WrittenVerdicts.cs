using PerfMatrix.Gate;

namespace PerfMatrix.Tests.GitHub;

/// <summary>Verdicts written by hand, for what is said of them.</summary>
internal static class WrittenVerdicts
{
    public static VerdictDocument Of(params CellVerdict[] cells) => new() { Outcome = Outcome.Regressed, Cells = cells, Policy = new() };

    public static CellVerdict Cell(string cell, Verdict verdict) => new()
    {
        Cell = cell,
        Metric = "throughput",
        Verdict = verdict,
        Reason = "confirmed",
        EffectPercent = 6,
        Rounds = 5,
        Machines = 2,
        Stage = Stage.Confirm,
        Gates = true,
    };
}
