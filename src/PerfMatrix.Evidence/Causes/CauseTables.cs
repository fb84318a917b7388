using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Evidence.Causes;

/// <summary>How often causes are found, by machine.</summary>
internal static class CauseTables
{
    public static IEnumerable<DataTable> Of(IReadOnlyList<CauseTrial> trials) =>
        trials.GroupBy(trial => trial.Machine.Fingerprint).Select(machine => Of(machine.ToList(), machine.First().Machine));

    private static DataTable Of(List<CauseTrial> trials, MachineInfo machine) => new(
        "Right: the code that was put in is the first name of its kind; where nothing was put in, nothing is named. With the 95 % Wilson interval. "
            + "Attributed: the part of the CPU difference by the clock of the process that the methods named stand for, median and range in percent; "
            + "of the last kinds the CPU time is not what was put in.",
        ["Put in", "CPU samples", "Right", "Not explained", "CPU us/req more", "Attributed %", "Time of a search"],
        [.. trials.GroupBy(trial => (trial.Name, trial.Profiler)).OrderBy(kind => kind.First().Injection?.Leg).Select(kind => Row([.. kind]))],
        Title: $"Causes of known changes on {machine.CpuModel}, {machine.Cores} CPUs, {machine.Os}");

    private static IReadOnlyList<CellText> Row(List<CauseTrial> trials) =>
    [
        trials[0].Name,
        trials[0].Profiler == CpuProfiler.Perf ? "perf" : "runtime",
        ShareText.Counted(Share.Of(trials.Count(trial => trial.IsRight), trials.Count)),
        $"{trials.Count(trial => trial.Problem is not null)}",
        Text.Signed(Median(trials.Select(trial => trial.CpuDifference)), 2),
        Attributed([.. trials.Where(trial => trial.Injection is not null && trial.CpuDifference > 0)
            .Select(trial => 100 * trial.Attributed / trial.CpuDifference)]),
        $"{trials.Average(trial => (trial.FinishedAt - trial.StartedAt).TotalSeconds):0} s",
    ];

    private static string Attributed(List<double> shares) =>
        shares.Count == 0 ? "-" : $"{Median(shares):0} [{shares.Min():0} {shares.Max():0}]";

    private static double Median(IEnumerable<double> values) => OrderStatistics.Median([.. values]);
}
