using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Progress;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary>Where a command whose standard output is its result shows how far it is: live on a terminal, in lines on standard error elsewhere.</summary>
/// <param name="console">The console.</param>
/// <param name="error">Standard error.</param>
internal sealed class ProgressView(IAnsiConsole console, TextWriter error)
{
    /// <summary>Progress in lines, whatever the terminal can.</summary>
    public IRunProgress Lines => new LineProgress(error, TimeProvider.System, []);

    /// <summary>Says a line.</summary>
    public void Say(string line) => error.WriteLine(line);

    /// <summary>Shows the progress of some work.</summary>
    /// <param name="estimates">Estimated time of each block.</param>
    /// <param name="work">The work.</param>
    public Task<T> ShowAsync<T>(IReadOnlyList<TimeSpan> estimates, Func<IRunProgress, Task<T>> work) =>
        console.Profile.Capabilities.Interactive
            ? TerminalProgress.ShowAsync(console, TimeProvider.System, estimates, work)
            : work(new LineProgress(error, TimeProvider.System, estimates));
}
