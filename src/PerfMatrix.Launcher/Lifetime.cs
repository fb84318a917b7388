using System.Runtime.InteropServices;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>From the ready line to the end: by request, by signal, or when the driver goes away. However the launcher ends, its application ends with it.</summary>
internal static class Lifetime
{
    /// <summary>Serves until the end.</summary>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(LaunchPlan plan, WebApplication api, ApplicationUnderTest application)
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => application.Kill();
        AppDomain.CurrentDomain.UnhandledException += (_, _) => application.Kill();
        using var terminate = OnSignal(PosixSignal.SIGTERM, () => _ = CloseAsync(api, application));
        // Ctrl-C on a terminal reaches the whole process group; with a driver above us, the driver decides and closes our input.
        using var interrupt = OnSignal(PosixSignal.SIGINT, plan.StopWithInput ? () => { } : () => _ = CloseAsync(api, application));
        await api.StartAsync();
        var address = Address(api);
        await WarmUp.RunAsync(address);
        if (plan.StopWithInput)
            ExitWhenInputCloses(application);
        await Console.Out.WriteLineAsync($"{LauncherApi.ReadyLine} {address.GetLeftPart(UriPartial.Authority)}");
        await Console.Out.FlushAsync();
        await api.WaitForShutdownAsync();
        return 0;
    }

    private static Uri Address(WebApplication api) =>
        new(api.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

    private static PosixSignalRegistration OnSignal(PosixSignal signal, Action action) => PosixSignalRegistration.Create(signal, context =>
    {
        context.Cancel = true;
        action();
    });

    private static async Task CloseAsync(WebApplication api, ApplicationUnderTest application)
    {
        await application.CloseAsync();
        api.Lifetime.StopApplication();
    }

    private static void ExitWhenInputCloses(ApplicationUnderTest application)
    {
        var watcher = new Thread(() =>
        {
            using var input = Console.OpenStandardInput();
            while (input.ReadByte() >= 0)
            {
            }

            application.Kill();
            Environment.Exit(0);
        });
        watcher.IsBackground = true;
        watcher.Start();
    }
}
