namespace PerfMatrix.Launcher.Application;

/// <summary>The application of a variant: started fresh for every round, read, stopped. Requests take turns, but for <see cref="Kill"/>.</summary>
internal sealed class ApplicationUnderTest(LaunchPlan plan, ApplicationStarter starter, TimeProvider clock) : IAsyncDisposable
{
    private const int PortRetries = 3;
    private readonly SemaphoreSlim _turn = new(1);
    private readonly Lock _starting = new();
    private readonly CancellationTokenSource _closing = new();
    private volatile bool _isClosed;
    private RunningApplication? _application;

    /// <summary>Starts the application fresh and waits for its first successful answer.</summary>
    /// <exception cref="LaunchException">It could not be started, or did not become ready.</exception>
    public Task<StartAnswer> StartAsync(CancellationToken cancellation) => InTurnAsync(async () =>
    {
        await StopRunningAsync();
        for (var retry = 0; ; retry++)
        {
            try
            {
                return await StartOnceAsync(cancellation);
            }
            catch (LaunchException exception) when (plan.Application.Port == 0 && retry < PortRetries && exception.IsAddressInUse)
            {
                // Somebody took the port between our look and the application's; another one is chosen.
            }
        }
    });

    /// <exception cref="LaunchException">Nothing runs, or it has died.</exception>
    public Task<ProcessReading> ReadAsync() => InTurnAsync(() => ReadAsync(Started()));

    /// <summary>Stops the application with SIGTERM, after a last reading.</summary>
    /// <exception cref="LaunchException">Nothing runs, or it had died.</exception>
    public Task<StopAnswer> StopAsync() => InTurnAsync(async () =>
    {
        var application = Started();
        try
        {
            var final = await ReadAsync(application);
            return new StopAnswer { ExitCode = await TerminateAsync(application), Final = final };
        }
        finally
        {
            Forget();
        }
    });

    /// <summary>Stops the application if one runs, and starts no other.</summary>
    public async Task CloseAsync()
    {
        _isClosed = true;
        await _closing.CancelAsync();
        await InTurnAsync(async () =>
        {
            await StopRunningAsync();
            return true;
        });
    }

    /// <summary>Ends the application at once with everything it has started, and starts no other; from any thread.</summary>
    public void Kill()
    {
        lock (_starting)
        {
            _isClosed = true;
            _application?.Kill();
            _application?.Group?.Dispose();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await CloseAsync();
        _closing.Dispose();
        _turn.Dispose();
    }

    private async Task<T> InTurnAsync<T>(Func<Task<T>> step)
    {
        await _turn.WaitAsync();
        try
        {
            return await step();
        }
        finally
        {
            _turn.Release();
        }
    }

    private async Task<StartAnswer> StartOnceAsync(CancellationToken cancellation)
    {
        var application = StartProcess();
        try
        {
            await Console.Error.WriteLineAsync($"{LauncherApi.ChildProcessLine}{application.Id}");
            using var closing = CancellationTokenSource.CreateLinkedTokenSource(cancellation, _closing.Token);
            var startup = await Readiness.WaitAsync(application, plan, clock, closing.Token);
            return new StartAnswer
            {
                ProcessId = application.Id,
                Application = application.Address,
                Startup = startup,
                Scheduling = application.Scheduling,
                Certificate = application.Certificate,
            };
        }
        catch
        {
            application.Kill();
            await application.WaitAsync(CancellationToken.None);
            Forget();
            throw;
        }
    }

    // Under the lock of Kill, so that no process can slip out between the decision to end and the end.
    private RunningApplication StartProcess()
    {
        lock (_starting)
        {
            if (_isClosed)
                throw new LaunchException(LaunchFailureKind.NotStarted, "The launcher is shutting down and starts nothing more.");
            return _application = starter.Start(plan);
        }
    }

    private RunningApplication Started() =>
        _application ?? throw new LaunchException(LaunchFailureKind.NotRunning, "The application has not been started.");

    // The process may be gone a moment before .NET has heard of it, so the reading decides.
    private static async Task<ProcessReading> ReadAsync(RunningApplication application)
    {
        if (application.TryRead() is { } reading) return reading;
        var code = await application.WaitAsync(CancellationToken.None);
        throw application.Failure(
            LaunchFailureKind.Died, $"The application died while it was measured, with exit code {application.Describe(code)}.");
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

    private async Task StopRunningAsync()
    {
        if (_application is { HasExited: false } running) await TerminateAsync(running);
        Forget();
    }

    private void Forget()
    {
        _application?.Dispose();
        _application = null;
    }
}
