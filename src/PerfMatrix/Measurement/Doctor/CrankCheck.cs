using PerfMatrix.Drivers.Crank;

namespace PerfMatrix.Measurement;

/// <summary>crank itself, which only <c>--driver crank</c> needs.</summary>
/// <param name="programs">Where its programs are.</param>
public sealed class CrankCheck(CrankPrograms programs) : IDoctorCheck
{
    /// <inheritdoc />
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private Finding Check()
    {
        try
        {
            _ = programs.Agent;
            return new("crank", Health.Good, $"{programs.Controller.File}, version {programs.ControllerVersion ?? "unknown"}");
        }
        catch (UsageException problem)
        {
            return new("crank", Health.Limited, "not installed: --driver crank cannot be used", problem.Message);
        }
    }
}
