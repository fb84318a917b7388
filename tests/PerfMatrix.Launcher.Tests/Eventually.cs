namespace PerfMatrix.Launcher.Tests;

/// <summary>Waits for what other processes do; the test runner's own patience is the only limit.</summary>
internal static class Eventually
{
    public static async Task IsTrueAsync(Func<bool> condition)
    {
        while (!condition())
            await Task.Delay(20, TestContext.Current.CancellationToken);
    }

    /// <summary>Waits until no process has the id; one that has ended but was not yet reaped by its parent counts as gone.</summary>
    public static Task IsGoneAsync(int processId) => IsTrueAsync(() => !IsAlive(processId));

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
}
