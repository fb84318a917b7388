using System.Collections.Concurrent;
using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit.v3;

[assembly: PerfMatrix.Tests.Patience]

namespace PerfMatrix.Tests;

/// <summary>
/// No test waits without end: after a time that no machine needs, its cancellation token is cancelled and it fails. No limit on performance.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class PatienceAttribute : BeforeAfterTestAttribute
{
    internal static readonly TimeSpan Limit = TimeSpan.FromMinutes(30);

    private readonly ConcurrentDictionary<string, Timer> _timers = [];

    public override void Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        var context = TestContext.Current;
        _timers[test.UniqueID] = new(_ => context.CancelCurrentTest(), null, Limit, Timeout.InfiniteTimeSpan);
    }

    public override void After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (_timers.TryRemove(test.UniqueID, out var timer))
            timer.Dispose();
    }
}

/// <summary>Waits for what other processes do, as long as a test may last.</summary>
internal static class Eventually
{
    /// <summary>Waits until a condition holds.</summary>
    /// <exception cref="TimeoutException">It never did.</exception>
    public static async Task IsTrueAsync(Func<bool> condition, [CallerArgumentExpression(nameof(condition))] string expected = "")
    {
        using var patience = Bounded();
        try
        {
            while (!condition())
                await Task.Delay(20, patience.Token);
        }
        catch (OperationCanceledException)
        {
            throw new TimeoutException($"Waited in vain for: {expected}");
        }
    }

    /// <summary>Waits until no process has the id.</summary>
    public static Task IsGoneAsync(int processId) => IsTrueAsync(() => !IsAlive(processId), $"the end of process {processId}");

    /// <summary>Whether the process runs; one that has ended but was not yet reaped by its parent counts as gone.</summary>
    public static bool IsAlive(int processId)
    {
        try
        {
            return !File.ReadAllText($"/proc/{processId}/stat").Contains(") Z ", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return false;
        }
    }

    /// <summary><see cref="EndsAsync"/> for places that cannot wait otherwise.</summary>
    public static (int ExitCode, string Output, string Error) Ends(Process process) => EndsAsync(process).GetAwaiter().GetResult();

    /// <summary>Waits for the end of a program that tests have started; one that does not end is killed.</summary>
    /// <exception cref="TimeoutException">It did not end.</exception>
    public static async Task<(int ExitCode, string Output, string Error)> EndsAsync(Process process)
    {
        using var patience = Bounded();
        var cancellation = patience.Token;
        try
        {
            var (output, error) = (TextOf(process.StartInfo.RedirectStandardOutput, () => process.StandardOutput),
                TextOf(process.StartInfo.RedirectStandardError, () => process.StandardError));
            await process.WaitForExitAsync(cancellation);
            return (process.ExitCode, await output.WaitAsync(cancellation), await error.WaitAsync(cancellation));
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException(
                $"Waited in vain for the end of: {process.StartInfo.FileName} {string.Join(' ', process.StartInfo.ArgumentList)}");
        }

        Task<string> TextOf(bool isRedirected, Func<StreamReader> reader) =>
            isRedirected ? reader().ReadToEndAsync(cancellation) : Task.FromResult("");
    }

    // A fixture is no test, so nobody else ends its waits.
    private static CancellationTokenSource Bounded()
    {
        var source = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        source.CancelAfter(PatienceAttribute.Limit);
        return source;
    }
}
