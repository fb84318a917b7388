using System.Runtime.InteropServices;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>From the ready line to the end: by request, by signal, or when the driver goes away.</summary>
internal static class Lifetime
{
    /// <summary>Serves until the end.</summary>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(LaunchPlan plan, WebApplication api, ApplicationUnderTest application)
    {
        using var interrupt = plan.StopWithInput ? IgnoreInterrupt() : null;
        await api.StartAsync();
        if (plan.StopWithInput)
            ExitWhenInputCloses(application);
        await Console.Out.WriteLineAsync($"{LauncherApi.ReadyLine} {Address(api)}");
        await Console.Out.FlushAsync();
        await api.WaitForShutdownAsync();
        return 0;
    }

    private static string Address(WebApplication api) =>
        api.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();

    // Ctrl-C on a terminal reaches the whole process group; the driver decides what to do and closes our input.
    private static PosixSignalRegistration IgnoreInterrupt() => PosixSignalRegistration.Create(PosixSignal.SIGINT, context => context.Cancel = true);

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
