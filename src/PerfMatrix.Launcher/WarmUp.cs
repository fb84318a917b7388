namespace PerfMatrix.Launcher;

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
