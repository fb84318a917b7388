namespace PerfMatrix.Measurement;

/// <summary>The SDK publishes the applications; without it nothing can be measured.</summary>
internal sealed class SdkCheck(ITools tools) : IDoctorCheck
{
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private Finding Check() => tools.Ask("dotnet", "--version") is { } version
        ? new("SDK", Health.Good, $".NET SDK {version}")
        : new("SDK", Health.Impossible, "`dotnet --version` failed", "Install the .NET 10 SDK from https://dot.net/download and put dotnet on the PATH.");
}
