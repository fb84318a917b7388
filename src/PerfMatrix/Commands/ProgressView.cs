using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Progress;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary>Where a command shows how far it is: live on a terminal, one line a block elsewhere; on standard error when standard output is data.</summary>
/// <param name="console">The console.</param>
/// <param name="json">Whether standard output is data.</param>
internal sealed class ProgressView(IAnsiConsole console, bool json)
{
    private TextWriter Output => json ? Console.Error : Console.Out;

    /// <summary>Progress in lines, whatever the terminal can.</summary>
    public IRunProgress Lines => new LineProgress(Output, TimeProvider.System, []);

    /// <summary>Says a line.</summary>
    public void Say(string line) => Output.WriteLine(line);

    /// <summary>Shows the progress of some work.</summary>
    /// <param name="estimates">Estimated time of each block.</param>
    /// <param name="work">The work.</param>
    public Task<T> ShowAsync<T>(IReadOnlyList<TimeSpan> estimates, Func<IRunProgress, Task<T>> work) =>
        console.Profile.Capabilities.Interactive && !json
            ? TerminalProgress.ShowAsync(console, TimeProvider.System, estimates, work)
            : work(new LineProgress(Output, TimeProvider.System, estimates));
}
