using System.Diagnostics;
using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>The application of one variant: started fresh for every round, read, and stopped. Requests come one at a time from the conductor.</summary>
internal sealed class ApplicationUnderTest(LaunchPlan plan, ControlToken token, TimeProvider clock) : IAsyncDisposable
{
    private const int MostPortAttempts = 3;
    private static readonly TimeSpan s_pollDistance = TimeSpan.FromMilliseconds(1);

    private readonly IProcessReader _reader = SystemProcessReader.Create();
    private RunningApplication? _application;
    private Timeline? _timeline;

    /// <summary>Starts the application fresh and waits for its first successful answer.</summary>
    /// <exception cref="LaunchException">It could not be started, or did not become ready.</exception>
    public async Task<StartAnswer> StartAsync(CancellationToken cancellation)
    {
        await EndAsync();
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await StartOnceAsync(cancellation);
            }
            catch (LaunchException) when (plan.Application.Port == 0 && attempt < MostPortAttempts && _application is { } lost && lost.LostItsPort())
            {
                // Somebody took the port between our look and the application's; another one is chosen.
                await EndAsync();
            }
        }
    }

    /// <summary>Reads the operating system's counters.</summary>
    /// <exception cref="LaunchException">Nothing runs, or it has died.</exception>
    public ProcessReading Read() => _reader.TryRead(Alive().Id) ?? throw Died(Alive());

    /// <summary>Stops the application with SIGTERM, after a last reading.</summary>
    /// <exception cref="LaunchException">Nothing runs, or it had died.</exception>
    public async Task<StopAnswer> StopAsync()
    {
        var application = Alive();
        var final = Read();
        var timeline = _timeline is null ? [] : await _timeline.StopAsync();
        var exitCode = await TerminateAsync(application);
        Forget();
        return new StopAnswer { ExitCode = exitCode, Final = final, Timeline = timeline };
    }

    /// <summary>Ends the application at once, from any thread.</summary>
    public void Kill() => _application?.Kill();

    /// <inheritdoc />
    public async ValueTask DisposeAsync() => await EndAsync();

    private async Task<StartAnswer> StartOnceAsync(CancellationToken cancellation)
    {
        var address = FreePort.Fill(plan.Application);
        var application = _application = RunningApplication.Start(plan, address, token.Value);
        await Console.Error.WriteLineAsync($"{LauncherApi.ChildProcessLine}{application.Id}");
        var startup = await ReadyAsync(application, cancellation);
        _timeline = Timeline.Start(application, _reader, plan.Sampling, clock);
        return new StartAnswer { ProcessId = application.Id, Application = address, Startup = startup };
    }

    private async Task<TimeSpan> ReadyAsync(RunningApplication application, CancellationToken cancellation)
    {
        var probe = new ReadyProbe(application.Address, plan.ReadyPath);
        using var patience = new CancellationTokenSource(plan.StartTimeout, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellation);
        try
        {
            while (!await probe.TryAsync(either.Token))
            {
                if (application.HasExited)
                    throw await ExitedAsync(application);
                await Task.Delay(s_pollDistance, clock, either.Token);
            }

            return Stopwatch.GetElapsedTime(application.StartedAt);
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested)
        {
            var found = probe.LastStatus == 0 ? "nothing listened on its address" : $"its last answer had status {probe.LastStatus}";
            var failure = application.Failure(LaunchFailureKind.NeverReady, $"No 2xx answer to GET {plan.ReadyPath} within {plan.StartTimeout.TotalSeconds:0.#} s; {found}.");
            await EndAsync();
            throw failure;
        }
    }

    private static async Task<LaunchException> ExitedAsync(RunningApplication application)
    {
        var code = await application.WaitAsync(CancellationToken.None);
        return application.Failure(LaunchFailureKind.ExitedBeforeReady, $"The application ended with code {code} before its first answer.");
    }

    private RunningApplication Alive()
    {
        var application = _application ?? throw new LaunchException(new LaunchFailure { Kind = LaunchFailureKind.NotRunning, Message = "The application has not been started." });
        return application.HasExited ? throw Died(application) : application;
    }

    private static LaunchException Died(RunningApplication application)
    {
        var code = application.HasExited ? $" with code {application.WaitAsync(CancellationToken.None).GetAwaiter().GetResult()}" : "";
        return application.Failure(LaunchFailureKind.Died, $"The application died while it was measured{code}.");
    }

    private async Task<int?> TerminateAsync(RunningApplication application)
    {
        application.Terminate();
        using var patience = new CancellationTokenSource(plan.StopTimeout, clock);
        try
        {
            return await application.WaitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            application.Kill();
            await application.WaitAsync(CancellationToken.None);
            return null;
        }
    }

    private async Task EndAsync()
    {
        if (_timeline is not null)
            await _timeline.DisposeAsync();
        if (_application is { HasExited: false } running)
        {
            running.Kill();
            await running.WaitAsync(CancellationToken.None);
        }

        Forget();
    }

    private void Forget()
    {
        _application?.Dispose();
        (_application, _timeline) = (null, null);
    }
}
