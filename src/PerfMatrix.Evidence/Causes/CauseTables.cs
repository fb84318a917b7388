namespace PerfMatrix.Evidence.Causes;

/// <summary>How often causes are found, by machine.</summary>
internal static class CauseTables
{
    public static IEnumerable<DataTable> Of(IReadOnlyList<CauseTrial> trials) =>
        trials.GroupBy(trial => trial.Machine.Fingerprint).Select(machine => Of(machine.ToList(), machine.First().Machine));

    private static DataTable Of(List<CauseTrial> trials, MachineInfo machine) => new(
        "Right: the code that was put in is the first name of its kind; where nothing was put in, nothing is named. With the 95 % Wilson interval. "
            + "More CPU: the difference of CPU time by the clock of the process, mean of the trials with its 95 % interval; named: that of the "
            + "methods named. Of the last kinds the CPU time is not what was put in.",
        ["Put in", "CPU samples", "Right", "Not explained", "More CPU, us/req", "Named, us/req", "Time of a search"],
        [.. trials.GroupBy(trial => (trial.Name, trial.Profiler)).OrderBy(kind => InjectionKinds.PlaceOf(kind.First().Injection?.Kind))
            .Select(kind => Row([.. kind]))],
        Title: $"Causes of known changes on {machine.CpuModel}, {machine.Cores} CPUs, {machine.Os}");

    private static IReadOnlyList<CellText> Row(List<CauseTrial> trials) =>
    [
        trials[0].Name,
        trials[0].Profiler == CpuProfiler.Perf ? "perf" : "runtime",
        ShareText.Counted(Share.Of(trials.Count(trial => trial.IsRight), trials.Count)),
        $"{trials.Count(trial => trial.Problem is not null)}",
        Mean(trials.ConvertAll(trial => trial.CpuDifference)),
        Mean(trials.ConvertAll(trial => trial.Attributed)),
        Times(trials.ConvertAll(trial => (trial.FinishedAt - trial.StartedAt).TotalSeconds)),
    ];

    private static string Times(List<double> seconds) => $"{seconds.Average():0} s, at most {seconds.Max():0} s";

    // Two processes differ by chance, which a single trial does not tell from what was put in.
    private static string Mean(List<double> amounts)
    {
        if (amounts is [var only]) return Text.Signed(only, 2);
        var mean = Differences.OfOne(amounts);
        return $"{Text.Signed(mean.Mean, 2)} {Text.Interval(mean.Low, mean.High, 2)}";
    }
}
