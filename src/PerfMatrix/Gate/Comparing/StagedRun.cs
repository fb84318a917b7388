using PerfMatrix.Results;

namespace PerfMatrix.Gate;

/// <summary>A run and the stage of the gate that its rounds are for.</summary>
/// <param name="Run">The run.</param>
/// <param name="Stage">screen, or confirm for fresh rounds of suspects.</param>
public sealed record StagedRun(RunDocument Run, Stage Stage = Stage.Screen)
{
    /// <summary>The run with the stage that its own settings name; without one it is of stage 1.</summary>
    /// <exception cref="UsageException">They name another stage than those two.</exception>
    public static StagedRun Of(RunDocument run) => run.Settings.Stage switch
    {
        null or "screen" => new(run, Stage.Screen),
        "confirm" => new(run, Stage.Confirm),
        var other => throw new UsageException($"run {run.Id}: setting 'stage' is '{other}', screen or confirm was expected"),
    };

    /// <summary>The machine: the running instance, or what looks like it where the system tells none.</summary>
    public ComparedRun Record => new(
        Run.Id, Stage, Run.Machine.Instance ?? Run.Machine.Fingerprint, Run.Machine.Fingerprint, Run.Machine.CpuModel, Run.Machine.Driver);
}
