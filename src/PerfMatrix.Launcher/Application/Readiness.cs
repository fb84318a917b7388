using System.Diagnostics;
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>Waits for the first successful answer of an application that has just been started.</summary>
internal static class Readiness
{
    private static readonly TimeSpan s_pollDistance = TimeSpan.FromMilliseconds(1);

    /// <summary>Polls until the first 2xx answer.</summary>
    /// <returns>The time from just before the process was started to the last byte of that answer; it is up to one poll (about 1 ms) late.</returns>
    /// <exception cref="LaunchException">It ended, or did not answer in time.</exception>
    public static async Task<TimeSpan> WaitAsync(RunningApplication application, LaunchPlan plan, TimeProvider clock, CancellationToken cancellation)
    {
        var probe = new ReadyProbe(application.Address, plan.ReadyPath, application.Certificate);
        using var patience = new CancellationTokenSource(plan.StartTimeout, clock);
        using var any = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, application.Exited, cancellation);
        try
        {
            while (!await probe.TryAsync(any.Token))
                await Task.Delay(s_pollDistance, clock, any.Token);
            return Stopwatch.GetElapsedTime(application.StartedAt);
        }
        catch (OperationCanceledException) when (application.Exited.IsCancellationRequested)
        {
            var code = await application.WaitAsync(CancellationToken.None);
            throw application.Failure(LaunchFailureKind.ExitedBeforeReady, $"The application ended before its first answer, with exit code {application.Describe(code)}.");
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested)
        {
            throw application.Failure(
                LaunchFailureKind.NeverReady, $"No 2xx answer to GET {plan.ReadyPath} within {plan.StartTimeout.TotalSeconds:0.###} s; {probe.Finding}.");
        }
    }
}
