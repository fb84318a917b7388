using System.Globalization;
using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>The tables of a simulation: what the gate says, what the design it grew from would say, what the rules of others say of the same pull
/// requests.</summary>
internal static class SimulationTables
{
    public static IEnumerable<SelftestTable> Of(SimulationRecord simulation)
    {
        yield return InForce(simulation, simulation.Designs[0]);
        foreach (var other in simulation.Designs.Skip(1))
            yield return Beside(simulation.Designs[0], other);
        yield return Others(simulation.Designs[0]);
    }

    private static SelftestTable InForce(SimulationRecord simulation, DesignRecord design) => new(
        Invariant($"Simulated: {simulation.PullRequests:N0} pull requests of {simulation.Cells} cells a row, seed {simulation.Seed}"),
        "Share in percent, with the 95 % Wilson interval. Red: pull requests that fail. Found: affected cells judged worse. Wrong way: affected "
            + "cells judged better. "
            + "Intervals: 95 % intervals of stage 1 and stage 2 that hold the truth. Goal: met or missed by the whole interval; open when the "
            + "trials are too few to tell.",
        ["World", "Red", "Found", "Wrong way", "Unknown", "Intervals 1", "Intervals 2", "Rounds", "Goal"],
        [.. design.Rows.Select(row => (IReadOnlyList<string>)[
            row.Name, SelftestTable.WithInterval(row.Red), SelftestTable.WithInterval(row.Power), SelftestTable.Short(row.WrongDirection),
                SelftestTable.Short(row.Unknown),
            SelftestTable.Short(row.ScreenCoverage), SelftestTable.Short(row.ConfirmCoverage), Invariant($"{row.RoundsPerCell:0.0}"),
                GoalText(row)])]);

    private static SelftestTable Beside(DesignRecord ours, DesignRecord other) => new(
        $"The design {other.Name}, beside the one {ours.Name}",
        $"Share in percent; {ours.Name} first, {other.Name} second, "
            + Invariant($"which was simulated with {other.Rows.Max(row => row.Red.Trials):N0} pull requests a row."),
        ["World", "Red", "Found", "Unknown", "Intervals 1", "Intervals 2"],
        [.. from row in other.Rows
            let own = ours.Rows.First(candidate => candidate.Name == row.Name)
            select (IReadOnlyList<string>)[
                row.Name, Both(own.Red, row.Red), Both(own.Power, row.Power), Both(own.Unknown, row.Unknown),
                Both(own.ScreenCoverage, row.ScreenCoverage), Both(own.ConfirmCoverage, row.ConfirmCoverage)]]);

    private static SelftestTable Others(DesignRecord design) => new(
        "Rules of other tools on the same pull requests",
        "Red pull requests in percent; behind the slash the affected cells that the rule finds. " + OtherRules.InWords,
        ["World", "this gate", .. OtherRules.All.Select(rule => rule.Heading)],
        [.. design.Rows.Select(row => (IReadOnlyList<string>)[row.Name, RedAndFound(row.Red, row.Power),
            .. row.Others.Select(other => RedAndFound(other.Red, other.Power))])]);

    private static string Both(Share? own, Share? other) =>
        own is null && other is null ? "-" : $"{SelftestTable.Short(own)} : {SelftestTable.Short(other)}";

    private static string RedAndFound(Share? red, Share? found) =>
        found is null ? SelftestTable.Short(red) : $"{SelftestTable.Short(red)} / {SelftestTable.Short(found)}";

    private static string GoalText(RowRecord row) =>
        string.Join(", ", row.Goals.Select(goal => $"{Name(goal.Quantity)} {Limits(goal)} {goal.State.ToString().ToLowerInvariant()}"));

    private static string Name(Quantity quantity) => quantity switch
    {
        Quantity.Red => "red",
        Quantity.Incomplete => "incomplete",
        Quantity.Power => "found",
        Quantity.WrongDirection => "wrong way",
        Quantity.ScreenCoverage => "intervals 1",
        Quantity.ConfirmCoverage => "intervals 2",
        _ => throw new ArgumentOutOfRangeException(nameof(quantity), quantity, null),
    };

    private static string Limits(GoalRecord goal) =>
        goal.LowPercent <= 0 ? Invariant($"<= {goal.HighPercent}") : goal.HighPercent >= 100 ? Invariant($">= {goal.LowPercent}")
        : Invariant($"{goal.LowPercent}-{goal.HighPercent}");

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

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
            "Put in: what every request of head costs more. Measured: that cost as the process itself counted it, smallest to largest estimate. "
                + "Red: gate runs that fail, with the 95 % Wilson interval. "
                + "Verdicts: of all cells and metrics that gate.",
            ["Put in", "Measured %", "Red", "Incomplete", "Worse", "Better", "Same", "Unknown", "Time of a run"],
            [.. groups.Select(group => Row(group.Key, [.. group]))]);
        yield return new SelftestTable(
            "Rules of other tools on the same samples",
            "Gate runs that the rule would fail, of those it had data for. The samples are better than what these rules usually get, because both "
                + "sides ran side by side. " + OtherRules.InWords,
            ["Put in", "this gate", .. OtherRules.All.Select(rule => rule.Heading)],
            [.. groups.Select(group => (IReadOnlyList<string>)[group.Key, OfRuns(group.Count(trial => trial.IsRed), group.Count()),
                .. OtherRules.All.Select(rule => Other([.. group], rule.Name))])]);
    }

    private static IReadOnlyList<string> Row(string name, List<TrialRecord> trials)
    {
        var verdicts = trials.SelectMany(trial => trial.Verdicts).Where(verdict => verdict.Gates).CountBy(verdict => verdict.Verdict).ToDictionary();
        return
        [
            name, Measured(trials), SelftestTable.Counted(Share.Of(trials.Count(trial => trial.IsRed), trials.Count)),
                Number(trials.Count(trial => trial.Outcome == Outcome.Incomplete)),
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
        var answers = trials.SelectMany(trial => trial.Others).Where(other => other.Rule == rule).Select(other => other.IsRed).OfType<bool>()
            .ToList();
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
