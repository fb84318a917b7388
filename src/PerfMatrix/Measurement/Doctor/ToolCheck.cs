using PerfMatrix.Processes;

namespace PerfMatrix.Measurement;

/// <summary>A program that some part needs.</summary>
/// <param name="path">Search path for programs.</param>
/// <param name="program">Its name.</param>
/// <param name="without">What its absence means.</param>
/// <param name="advice">How to get it.</param>
internal sealed class ToolCheck(string? path, string program, string without, string advice) : IDoctorCheck
{
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private Finding Check() => SystemProcessRunner.Find(program, path) is { } found
        ? new(program, Health.Good, found)
        : new(program, Health.Limited, $"not found: {without}", advice);
}
