using PerfMatrix.Launcher.Api;

namespace PerfMatrix.Launcher;

/// <summary>One plan with its application and control API. A process may hold several, for drivers to which every process is dear.</summary>
/// <param name="Certificate">What it shows over HTTPS; null over HTTP.</param>
internal sealed record VariantLauncher(LaunchPlan Plan, ApplicationUnderTest Application, WebApplication Api, DevelopmentCertificate? Certificate)
    : IAsyncDisposable
{
    public static VariantLauncher Create(LaunchPlan plan, ControlToken token)
    {
        var certificate = DevelopmentCertificate.For(plan.Application, TimeProvider.System);
        var starter = new ApplicationStarter(token.Value, ListenAddress.Choose) { Certificate = certificate };
        var application = new ApplicationUnderTest(plan, starter, TimeProvider.System);
        return new VariantLauncher(plan, application, ControlApi.Create(plan, token, application), certificate);
    }

    public async Task CloseAsync()
    {
        await Application.CloseAsync();
        Api.Lifetime.StopApplication();
    }

    public async ValueTask DisposeAsync()
    {
        await Api.DisposeAsync();
        await Application.DisposeAsync();
        Certificate?.Dispose();
    }
}
