using System.Runtime.InteropServices;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>From the ready line to the end: by request, by signal, or when the driver or the guest goes away. However the launcher ends, its applications end with it.</summary>
internal static class Lifetime
{
    /// <summary>Serves until the end.</summary>
    /// <param name="launchers">The launchers.</param>
    /// <param name="guest">The program whose end is theirs; null for none.</param>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<VariantLauncher> launchers, Guest? guest)
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Kill(launchers);
        AppDomain.CurrentDomain.UnhandledException += (_, _) => Kill(launchers);
        using var terminate = OnSignal(PosixSignal.SIGTERM, () => Close(launchers));
        // Ctrl-C on a terminal reaches the whole process group; with a driver above us, the driver decides and closes our input.
        var hasDriver = launchers.Any(launcher => launcher.Plan.StopWithInput);
        using var interrupt = OnSignal(PosixSignal.SIGINT, hasDriver ? () => { } : () => Close(launchers));
        var addresses = await StartAsync(launchers);
        if (hasDriver)
            ExitWhenInputCloses(launchers);
        if (launchers.Any(launcher => launcher.Plan.StopWithParent))
            ParentProcess.WhenGone(() => Exit(launchers));
        await Console.Out.WriteLineAsync($"{LauncherApi.ReadyLine} {string.Join(' ', addresses)}");
        await Console.Out.FlushAsync();
        var end = Task.WhenAll(launchers.Select(launcher => launcher.Api.WaitForShutdownAsync()));
        var code = guest is null ? 0 : await guest.RunAsync(end);
        if (guest is not null)
            Close(launchers);
        await end;
        return code;
    }

    private static async Task<IReadOnlyList<string>> StartAsync(IReadOnlyList<VariantLauncher> launchers)
    {
        foreach (var launcher in launchers)
            await launcher.Api.StartAsync();
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

    private static void Close(IReadOnlyList<VariantLauncher> launchers)
    {
        foreach (var launcher in launchers)
            _ = launcher.CloseAsync();
    }

    private static void ExitWhenInputCloses(IReadOnlyList<VariantLauncher> launchers)
    {
        var watcher = new Thread(() =>
        {
            using var input = Console.OpenStandardInput();
            while (input.ReadByte() >= 0)
            {
            }

            Exit(launchers);
        });
        watcher.IsBackground = true;
        watcher.Start();
    }

    private static void Exit(IReadOnlyList<VariantLauncher> launchers)
    {
        Kill(launchers);
        Environment.Exit(0);
    }

    private static void Kill(IReadOnlyList<VariantLauncher> launchers)
    {
        foreach (var launcher in launchers)
            launcher.Application.Kill();
    }
}
