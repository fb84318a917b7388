namespace PerfMatrix.Measurement;

/// <summary>A program that some part needs.</summary>
/// <param name="tools">Other programs.</param>
/// <param name="program">Its name.</param>
/// <param name="without">What its absence means.</param>
/// <param name="advice">How to get it.</param>
internal sealed class ToolCheck(ITools tools, string program, string without, string advice) : IDoctorCheck
{
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private Finding Check() => tools.Find(program) is { } path
        ? new(program, Health.Good, path)
        : new(program, Health.Limited, $"not found: {without}", advice);
}
