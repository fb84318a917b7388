namespace PerfMatrix.Load.Commands;

/// <summary>Ties the life of this process to that of the driver, which holds the other end of standard input.</summary>
internal static class StandardInput
{
    /// <summary>Ends the process when standard input closes, which also happens when the driver is killed.</summary>
    /// <param name="beforeExit">What to do first, on another thread than the one that measures.</param>
    public static void ExitWhenClosed(Action beforeExit)
    {
        var watcher = new Thread(() =>
        {
            using var input = Console.OpenStandardInput();
            while (input.ReadByte() >= 0)
            {
            }

            beforeExit();
            Environment.Exit(130);
        });
        watcher.IsBackground = true;
        watcher.Start();
    }
}
