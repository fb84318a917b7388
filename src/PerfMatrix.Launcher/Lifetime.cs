using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;

namespace PerfMatrix.Launcher;

/// <summary>From the ready line to the end: by request, by signal, or when the driver or the guest goes away. However the launcher ends, its guest
/// and its applications end with it.</summary>
internal sealed class Lifetime(IReadOnlyList<VariantLauncher> launchers, Guest? guest)
{
    /// <returns>The exit code: the guest's, or 0.</returns>
    public async Task<int> RunAsync()
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Kill();
        AppDomain.CurrentDomain.UnhandledException += (_, _) => Kill();
        using var terminate = OnSignal(PosixSignal.SIGTERM, Close);
        // Ctrl-C on a terminal reaches the whole process group; with a driver above us, the driver decides and closes our input.
        var hasDriver = launchers.Any(launcher => launcher.Plan.StopWithInput);
        using var interrupt = OnSignal(PosixSignal.SIGINT, hasDriver ? () => { } : Close);
        var addresses = await StartAsync();
        if (hasDriver) ParentProcess.WhenInputCloses(Exit);
        if (launchers.Any(launcher => launcher.Plan.StopWithParent)) ParentProcess.WhenGone(Exit);
        await Console.Out.WriteLineAsync($"{LauncherApi.ReadyLine} {string.Join(' ', addresses)}");
        await Console.Out.FlushAsync();
        return await ServeAsync();
    }

    private async Task<int> ServeAsync()
    {
        var end = Task.WhenAll(launchers.Select(launcher => launcher.Api.WaitForShutdownAsync()));
        var code = 0;
        if (guest is not null)
        {
            code = await guest.RunAsync();
            Close();
        }

        await end;
        return code;
    }

    private async Task<IReadOnlyList<string>> StartAsync()
    {
        foreach (var launcher in launchers) await launcher.Api.StartAsync();
        await WarmUp.RunAsync(Address(launchers[0].Api));
        return [.. launchers.Select(launcher => Address(launcher.Api).GetLeftPart(UriPartial.Authority))];
    }

    private static Uri Address(WebApplication api) =>
        new(api.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

    private static PosixSignalRegistration OnSignal(PosixSignal signal, Action action) => PosixSignalRegistration.Create(signal, context =>
    {
        context.Cancel = true;
        action();
    });

    // The guest first: it must not go on measuring applications that are being stopped.
    private void Close()
    {
        guest?.Kill();
        foreach (var launcher in launchers) _ = launcher.CloseAsync();
    }

    private void Exit()
    {
        Kill();
        Environment.Exit(0);
    }

    private void Kill()
    {
        guest?.Kill();
        foreach (var launcher in launchers) launcher.Application.Kill();
    }
}
