using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Results;

namespace PerfMatrix.Commands;

/// <summary>Says before each look of a comparison what is measured and why, and shows its progress.</summary>
/// <param name="progress">Where it goes.</param>
internal sealed class LookView(ProgressView progress)
{
    private bool _looked;

    /// <summary>A <see cref="ShowLook"/>.</summary>
    public Task<RunDocument> ShowAsync(Look look, IReadOnlyList<TimeSpan> estimates, Func<IRunProgress, Task<RunDocument>> work)
    {
        var time = Durations.Text(estimates.Aggregate(TimeSpan.Zero, (sum, estimate) => sum + estimate));
        progress.Say($"{Purpose(look)}: {Count(look.Cells.Count, "cell")} x {Count(look.Rounds, "round")}, about {time}");
        _looked = true;
        return progress.ShowAsync(estimates, work);
    }

    private string Purpose(Look look) => look.Stage == Stage.Confirm ? "Confirm, fresh rounds on this one machine" : _looked ? "Screen, undecided cells" : "Screen";

    private static string Count(int number, string what) => $"{number} {what}{(number == 1 ? "" : "s")}";
}
