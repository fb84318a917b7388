using System.Globalization;
using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>The tables of the real trials of one machine: what the gate said, what the rules of others said of the same samples.</summary>
internal static class TrialTables
{
    private const string Aa = "nothing (A/A)";

    public static IEnumerable<SelftestTable> Of(SelftestDocument document) =>
        document.Trials.GroupBy(trial => trial.Machine.Fingerprint).SelectMany(machine => OfMachine([.. machine]));

    private static IEnumerable<SelftestTable> OfMachine(List<TrialRecord> trials)
    {
        var groups = trials.GroupBy(trial => trial.Injection?.Name ?? Aa).OrderBy(group => group.First().Kind).ToList();
        var machine = trials[0].Machine;
        yield return new SelftestTable(
            $"Real gate runs on {machine.CpuModel}, {machine.Cores} CPUs, {machine.Os}, {Days(trials)}",
            "Put in: what every request of head costs more. Measured: that cost as the process itself counted it, smallest to largest estimate. Red: gate runs that fail, with the 95 % Wilson interval. "
                + "Verdicts: of all cells and metrics that gate.",
            ["Put in", "Measured %", "Red", "Incomplete", "Worse", "Better", "Same", "Unknown", "Time of a run"],
            [.. groups.Select(group => Row(group.Key, [.. group]))]);
        yield return new SelftestTable(
            "Rules of other tools on the same samples",
            "Gate runs that the rule would fail, of those it had data for. The samples are better than what these rules usually get, because both sides ran side by side. " + OtherRules.InWords,
            ["Put in", "this gate", .. OtherRules.All.Select(rule => rule.Heading)],
            [.. groups.Select(group => (IReadOnlyList<string>)[group.Key, OfRuns(group.Count(trial => trial.IsRed), group.Count()), .. OtherRules.All.Select(rule => Other([.. group], rule.Name))])]);
    }

    private static IReadOnlyList<string> Row(string name, List<TrialRecord> trials)
    {
        var verdicts = trials.SelectMany(trial => trial.Verdicts).Where(verdict => verdict.Gates).CountBy(verdict => verdict.Verdict).ToDictionary();
        return
        [
            name, Measured(trials), SelftestTable.Counted(Share.Of(trials.Count(trial => trial.IsRed), trials.Count)), Number(trials.Count(trial => trial.Outcome == Outcome.Incomplete)),
            .. new[] { Verdict.Worse, Verdict.Better, Verdict.Same, Verdict.Unknown }.Select(verdict => Number(verdicts.GetValueOrDefault(verdict))),
            $"{Number((int)Math.Round(trials.Average(trial => (trial.FinishedAt - trial.StartedAt).TotalMinutes)))} min",
        ];
    }

    private static string Measured(List<TrialRecord> trials)
    {
        var truth = trials.SelectMany(trial => trial.Truth).Select(measured => measured.Percent).ToList();
        return truth.Count == 0 ? "-" : $"{Text.Signed(truth.Min())} to {Text.Signed(truth.Max())}";
    }

    private static string Other(List<TrialRecord> trials, string rule)
    {
        var answers = trials.SelectMany(trial => trial.Others).Where(other => other.Rule == rule).Select(other => other.IsRed).OfType<bool>().ToList();
        return answers.Count == 0 ? "-" : OfRuns(answers.Count(red => red), answers.Count);
    }

    private static string OfRuns(int red, int runs) => string.Create(CultureInfo.InvariantCulture, $"{red} of {runs}");

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Days(List<TrialRecord> trials)
    {
        var (first, last) = (Day(trials.Min(trial => trial.StartedAt)), Day(trials.Max(trial => trial.FinishedAt)));
        return first == last ? first : $"{first} to {last}";
    }

    private static string Day(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
