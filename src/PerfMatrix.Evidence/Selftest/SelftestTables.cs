namespace PerfMatrix.Evidence.Selftest;

/// <summary>The tables of a simulation: what the gate says, and what rules of others say of the same pull requests.</summary>
internal static class SimulationTables
{
    public static IEnumerable<DataTable> Of(SimulationRecord simulation) => [ThisGate(simulation), Others(simulation.Rows)];

    private static DataTable ThisGate(SimulationRecord simulation) => new(
        "Share in percent, with the 95 % Wilson interval. Failed: pull requests that fail. Not green: those that fail or are undecided. "
            + "Found: affected cells judged worse. Same: affected cells called the same. "
            + "Intervals: 95 % intervals that hold the truth. Detectable: the change, in "
            + "percent, that the verdicts say they would have shown. Goal: met or missed by the whole interval; open when the trials are too few to "
            + "tell.",
        ["World", "Failed", "Not green", "Found", "Same", "Wrong way", "Open", "Intervals", "Detectable", "Rounds", "Goal"],
        [.. simulation.Rows.Select(Row)],
        Title: $"Simulated: {simulation.PullRequests:N0} pull requests of {simulation.Cells} cells a row, seed {simulation.Seed}");

    private static IReadOnlyList<CellText> Row(RowRecord row) =>
    [
        row.Name, ShareText.Short(row.Red), ShareText.WithInterval(row.NotGreen), ShareText.WithInterval(row.Power),
        ShareText.Short(row.CalledSame), ShareText.Short(row.WrongDirection), ShareText.Short(row.Unknown), ShareText.Short(row.Coverage),
        $"{row.DetectablePercent:0.0}", $"{row.RoundsPerCell:0.0}", string.Join(", ", row.Goals),
    ];

    private static DataTable Others(IReadOnlyList<RowRecord> rows) => new(
        "Pull requests that fail, in percent; behind the slash the affected cells that the rule finds. " + OtherRules.InWords(OtherRules.All),
        ["World", "this gate", .. OtherRules.All.Select(rule => rule.Heading)],
        [.. rows.Select(row => (IReadOnlyList<CellText>)[row.Name, ShareText.RedAndFound(row.Red, row.Power),
            .. row.Others.Select(other => ShareText.RedAndFound(other.Red, other.Power))])],
        Title: "Rules of other tools on the same pull requests");
}

/// <summary>The tables of the real trials of one gate, of all machines together and of each: what it and the rules of others said.</summary>
internal static class TrialTables
{
    public static IEnumerable<DataTable> Of(SelftestDocument document) =>
        document.Trials.GroupBy(trial => trial.Gate).SelectMany(gate => OfGate([.. gate]));

    private static IEnumerable<DataTable> OfGate(List<TrialRecord> trials)
    {
        var machines = trials.GroupBy(trial => trial.Machine.Fingerprint).Select(machine => machine.ToList()).ToList();
        return (machines.Count > 1 ? machines.Prepend(trials) : machines).SelectMany(Of);
    }

    private static IEnumerable<DataTable> Of(List<TrialRecord> trials)
    {
        var groups = trials.GroupBy(trial => trial.Injection?.Name ?? PoolRecording.Nothing).OrderBy(group => group.First().Kind).ToList();
        yield return new DataTable(
            "Injected: what head has more of. Measured: the change by all rounds, smallest to largest estimate, and in brackets how large the "
                + "processes of head counted it to be each time. "
                + "Failed: gate runs that fail, with the 95 % Wilson interval. Found: those in which a metric that shall show it is worse. "
                + "Verdicts: of all cells and metrics that gate.",
            ["Injected", "Measured %", "Failed", "Found", "Undecided", "Incomplete", "Worse", "Better", "Same", "Open", "Time of a run"],
            [.. groups.Select(group => Row(group.Key, [.. group]))],
            Title: $"Real gate runs on {Machines(trials)}, {Days(trials)}, gate {trials[0].Gate}");
        yield return new DataTable(
            "Gate runs that the rule would fail, of those it had data for. The samples are better than what these rules usually get, because both "
                + "sides ran side by side. " + OtherRules.InWords(OtherRules.All),
            ["Injected", "this gate", .. OtherRules.All.Select(rule => rule.Heading)],
            [.. groups.Select(group => (IReadOnlyList<CellText>)[group.Key, OfRuns(group.Count(trial => trial.IsRed), group.Count()),
                .. OtherRules.All.Select(rule => Other([.. group], rule.Name))])],
            Title: "Rules of other tools on the same samples");
    }

    private static IReadOnlyList<CellText> Row(string name, List<TrialRecord> trials)
    {
        var verdicts = trials.SelectMany(trial => trial.Verdicts).Where(verdict => verdict.Gates).CountBy(verdict => verdict.Verdict).ToDictionary();
        return
        [
            name,
            Measured(trials),
            ShareText.Counted(Share.Of(trials.Count(trial => trial.IsRed), trials.Count)),
            trials[0].Injection is null ? "-" : OfRuns(trials.Count(trial => trial.IsFound), trials.Count),
            $"{trials.Count(trial => trial.Outcome == Outcome.Undecided)}",
            $"{trials.Count(trial => trial.Outcome == Outcome.Incomplete)}",
            .. new[] { Verdict.Worse, Verdict.Better, Verdict.Same }.Select(verdict => $"{verdicts.GetValueOrDefault(verdict)}"),
            $"{verdicts.GetValueOrDefault(Verdict.Undecided) + verdicts.GetValueOrDefault(Verdict.Unknown)}",
            $"{(int)Math.Round(trials.Average(trial => (trial.FinishedAt - trial.StartedAt).TotalMinutes))} min",
        ];
    }

    public static DataTable Runs(IEnumerable<TrialRecord> trials) => new(
        "In the order they ended; times are UTC. Effects are those of the gating cells and metrics, above 0 is worse. Bias: of the machine; assumed, "
            + "or measured by the runs before.",
        ["Run", "Ended", "Injected", "Outcome", "Rounds", "Effects %", "Bias"],
        [.. trials.Select(Run)],
        Title: "Every real gate run");

    private static IReadOnlyList<CellText> Run(TrialRecord trial) =>
    [
        trial.Id, $"{trial.FinishedAt.UtcDateTime:yyyy-MM-dd HH:mm}",
        trial.Injection is { } injection ? $"{injection.Name} ({injection.Amount})" : "nothing",
        trial.Outcome.Word(), $"{trial.Verdicts.Select(verdict => verdict.Rounds).DefaultIfEmpty().Max()}", Effects(trial),
        trial.MachineBiasPercent is not { } bias ? "-" : bias.Count == 0 ? "assumed" : "measured",
    ];

    private static string Effects(TrialRecord trial)
    {
        var effects = trial.Verdicts.Where(verdict => verdict is { Gates: true, EffectPercent: not null })
            .Select(verdict => verdict.EffectPercent!.Value).ToList();
        return effects.Count == 0 ? "-" : $"{Text.Signed(effects.Min())} to {Text.Signed(effects.Max())}";
    }

    /// <summary>How much worse head really was, in percent; a dash where nothing was put in.</summary>
    public static string Measured(List<TrialRecord> trials)
    {
        var truth = trials.SelectMany(trial => trial.Truth).ToList();
        if (truth.Count == 0) return "-";
        var counted = truth.Select(measured => measured.Counted).OfType<CountedInjection>().ToList();
        var each = counted.Count == 0 ? "" : $" ({counted[0] with { Each = counted.Average(one => one.Each) }})";
        return $"{Text.Signed(truth.Min(one => one.Percent))} to {Text.Signed(truth.Max(one => one.Percent))}{each}";
    }

    private static string Other(List<TrialRecord> trials, string rule)
    {
        var answers = trials.SelectMany(trial => trial.Others).Where(other => other.Rule == rule).Select(other => other.IsRed).OfType<bool>()
            .ToList();
        return answers.Count == 0 ? "-" : OfRuns(answers.Count(red => red), answers.Count);
    }

    private static string OfRuns(int red, int runs) => $"{red} of {runs}";

    private static string Machines(List<TrialRecord> trials) => string.Join(" and ",
        from machine in trials.Select(trial => trial.Machine).DistinctBy(machine => machine.Fingerprint)
        group machine by $"{machine.CpuModel}, {machine.Cores} CPUs, {machine.Os}" into same
        select same.Count() > 1 ? $"{same.Key} ({same.Count()} machines)" : same.Key);

    private static string Days(List<TrialRecord> trials) => Text.Range(
        $"{trials.Min(trial => trial.StartedAt).UtcDateTime:yyyy-MM-dd}", $"{trials.Max(trial => trial.FinishedAt).UtcDateTime:yyyy-MM-dd}");
}

internal static class SelftestTables
{
    /// <summary>The tables: real runs first, then what is drawn from real rounds, then the simulation.</summary>
    public static IReadOnlyList<DataTable> Of(SelftestDocument document) =>
    [
        .. TrialTables.Of(document),
        .. CauseTables.Of(document.Causes ?? []),
        .. document.Replay is { } replay ? ReplayTables.Of(replay) : [],
        .. document.Simulation is { } simulation ? SimulationTables.Of(simulation) : [],
    ];
}
