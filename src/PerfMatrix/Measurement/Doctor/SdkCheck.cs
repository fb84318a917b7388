using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>The SDK publishes the applications; without it nothing can be measured.</summary>
internal sealed class SdkCheck(Dotnet dotnet) : IDoctorCheck
{
    public async Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation)
    {
        try
        {
            return [new("SDK", Health.Good, $".NET SDK {await dotnet.SdkVersionAsync(cancellation)}")];
        }
        catch (UsageException)
        {
            return [new("SDK", Health.Impossible, "`dotnet --version` failed", "Install the .NET 10 SDK from https://dot.net/download and put dotnet on the PATH.")];
        }
    }
}
