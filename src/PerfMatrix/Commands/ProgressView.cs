using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary>Shows how far a command is: live on a terminal, in lines elsewhere.</summary>
/// <param name="lines">Where lines go: standard error, where standard output is the result.</param>
internal sealed class ProgressView(IAnsiConsole console, TextWriter lines, TimeProvider clock, bool isLive = true) : IMeasuringView
{
    public void Say(string line) => lines.WriteLine(line);

    public void Say(Look look, IReadOnlyList<TimeSpan> estimates)
    {
        var time = Durations.Text(estimates.Aggregate(TimeSpan.Zero, (sum, estimate) => sum + estimate));
        Say($"{Purpose(look)}: {Wording.Counted(look.Cells.Count, "cell")} x {Wording.Counted(look.Rounds, "round")}, about {time}");
    }

    public Task<T> ShowAsync<T>(IReadOnlyList<TimeSpan> estimates, Func<IRunProgress, Task<T>> work) =>
        isLive && console.Profile.Capabilities.Interactive
        ? TerminalProgress.ShowAsync(console, clock, estimates, work)
        : work(new LineProgress(lines, clock, estimates));

    private static string Purpose(Look look) => look switch
    {
        { StartsOnly: true } => "Starting undecided cells again",
        { IsFurther: true } => "Measuring more rounds of undecided cells",
        _ => "Measuring",
    };
}
