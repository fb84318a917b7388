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

/// <summary>One plan with its application and control API. A process may hold several, for drivers to which every process is dear.</summary>
/// <param name="Certificate">What it shows over HTTPS; null over HTTP.</param>
internal sealed record VariantLauncher(LaunchPlan Plan, ApplicationUnderTest Application, WebApplication Api, DevelopmentCertificate? Certificate)
    : IAsyncDisposable
{
    public static VariantLauncher Create(LaunchPlan plan, string token)
    {
        var certificate = DevelopmentCertificate.For(plan.Application, TimeProvider.System);
        var starter = new ApplicationStarter(token, ListenAddress.Choose) { Certificate = certificate };
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

/// <summary><c>until PROGRAM ARGUMENTS</c>: the launchers serve until that program has ended, and end with its code. A whole block is then one
/// process for a driver to which every job is dear: a crank agent looks at each of its jobs in turn, for a second. However the launcher ends, its
/// guest ends first; one that is killed outright cannot see to that, so a guest has to watch its parent.</summary>
internal sealed class Guest(string program, IReadOnlyList<string> arguments)
{
    private const int Interrupted = 130;
    private readonly Lock _changing = new();
    private Process? _process;
    private bool _isUnwanted;

    /// <summary>The guest named on the command line, relative to the working directory, and the arguments that are left for the launcher.</summary>
    public static (Guest? Guest, string[] Others) Parse(string[] arguments) => arguments switch
    {
        [LauncherApi.Until] => throw new FormatException($"{LauncherApi.Until}: found nothing behind it, expected a program and its arguments."),
        [LauncherApi.Until, var program, .. var its] => (new Guest(Path.GetFullPath(program), its), []),
        _ => (null, arguments),
    };

    /// <returns>Its exit code; 130 when it was killed.</returns>
    /// <exception cref="Win32Exception">It cannot be started.</exception>
    public async Task<int> RunAsync()
    {
        using var process = Start();
        if (process is null) return Interrupted;
        await process.WaitForExitAsync();
        lock (_changing)
        {
            _process = null;
            return _isUnwanted ? Interrupted : process.ExitCode;
        }
    }

    /// <summary>Kills it if it runs, and keeps it from starting.</summary>
    public void Kill()
    {
        lock (_changing)
        {
            _isUnwanted = true;
            _process?.Kill(entireProcessTree: true);
        }
    }

    private Process? Start()
    {
        lock (_changing)
            return _isUnwanted ? null : _process = Process.Start(new ProcessStartInfo(program, arguments) { UseShellExecute = false });
    }
}

/// <summary>Runs what is timed once before it counts: otherwise the first round's start-up time would hold the compilation of our own code.</summary>
internal static class WarmUp
{
    /// <summary>Asks the control port and a closed port, and starts a program that ends at once.</summary>
    public static async Task RunAsync(Uri control)
    {
        await new ReadyProbe(control, "/").TryAsync(CancellationToken.None);
        await new ReadyProbe(ListenAddress.Choose(new Uri("http://127.0.0.1:0")), "/").TryAsync(CancellationToken.None);
        await StartSomethingAsync();
    }

    private static async Task StartSomethingAsync()
    {
        if (OperatingSystem.IsWindows()) return;
        try
        {
            await using var process = ChildProcess.Start("true", [], new Dictionary<string, string>());
            await process.WaitAsync(CancellationToken.None);
        }
        catch (ProcessStartException)
        {
            // A system without the program: the first start-up time is a little longer, nothing else.
        }
    }
}
