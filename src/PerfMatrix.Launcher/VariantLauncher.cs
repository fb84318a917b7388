
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>One plan with its application and control API. A process may hold several, for drivers to which every process is dear.</summary>
/// <param name="Plan">The plan.</param>
/// <param name="Application">The application.</param>
/// <param name="Api">Its control API.</param>
/// <param name="Certificate">What it shows over HTTPS; null over HTTP.</param>
internal sealed record VariantLauncher(LaunchPlan Plan, ApplicationUnderTest Application, WebApplication Api, DevelopmentCertificate? Certificate) : IAsyncDisposable
{
    /// <summary>Creates it; nothing is started yet.</summary>
    public static VariantLauncher Create(LaunchPlan plan, ControlToken token)
    {
        var certificate = DevelopmentCertificate.For(plan.Application, TimeProvider.System);
        var starter = new ApplicationStarter(token.Value, SystemCpuPinning.Create(), ListenAddress.Choose) { Certificate = certificate, MemoryLimits = SystemMemoryLimits.Create() };
        var application = new ApplicationUnderTest(plan, starter, SystemProcessReader.Create(), TimeProvider.System);
        return new VariantLauncher(plan, application, ControlApi.Create(plan, token, application), certificate);
    }

    /// <summary>Stops the application, then the control API.</summary>
    public async Task CloseAsync()
    {
        await Application.CloseAsync();
        Api.Lifetime.StopApplication();
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await Api.DisposeAsync();
        await Application.DisposeAsync();
        Certificate?.Dispose();
    }
}
