namespace PerfMatrix.Reporting.Verdicts;

/// <summary>A verdict as a table: one row a cell and metric, the worst first. Pure: the same document gives the same table.</summary>
internal static class VerdictReport
{
    private const int MostDifferences = 5;

    private static readonly string[] s_legend =
    [
        "Worse by: how much worse head is than base; below 0 is better. Throughput counts by the time of a request: 4.8 % fewer requests are +5.0. "
            + "The 95 % interval allows for a machine that favours one side in all its rounds.",
        "Same: a change of the size in its row is excluded. Undecided: it looks worse, neither confirmed nor excluded. Unknown: it does not "
            + "look worse, but a change of that size is not excluded. Detectable: the smallest change that these rounds show in 95 of 100 cases.",
    ];

    /// <param name="headline">What to say first; null for the outcome.</param>
    public static TableReport Of(VerdictDocument verdict, string? headline = null)
    {
        var judged = VerdictWords.WorstFirst(VerdictWords.Rows(verdict.Cells.Where(cell => cell is { Gates: true, Identical: false })));
        return new()
        {
            Tables = [new(new(headline ?? (VerdictWords.Headline(verdict) + VerdictWords.Cause(verdict, CauseWords.Of)),
                ["Verdict", "Cell", "Metric", "Worse by %", "Detectable %", "Rounds", "What is known"],
                [.. judged.Select(Row), .. verdict.Cells.Where(cell => cell.Identical).DistinctBy(cell => cell.Cell).Select(Row)])
            {
                Texts = [0, 1, 2, 6],
            })],
            Findings = [.. Causes(verdict), .. WhyCauses.NotLookedAt(verdict), .. CommonShifts(verdict), .. Environment(verdict)],
            Legend = [.. s_legend, .. VerdictWords.SelfReported(judged) is { } note ? [note] : Array.Empty<string>()],
            Notes = [.. Reported(verdict), .. verdict.Warnings],
        };
    }

    /// <summary>One sentence a common shift of cells. Two families of the same cells are told once.</summary>
    public static IReadOnlyList<string> CommonShifts(VerdictDocument verdict) =>
        [.. verdict.Families.Where(Families.IsShift).DistinctBy(family => (family.Metric, family.Cells, family.EffectPercent))
            .Select(VerdictWords.Family)];

    /// <summary>One sentence a cause; metrics of a cell that have the same are told together.</summary>
    public static IReadOnlyList<string> Causes(VerdictDocument verdict) =>
    [
        .. from cell in verdict.Cells
           where cell is { Cause: not null, Gates: true }
           group Metric.TitleOf(cell.Metric) by (cell.Cell, cell.Cause, Title: CauseWords.Title(cell)) into same
           let metrics = (same.Key.Title == CauseWords.Cause ? " of " : ", beside the change of ") + string.Join(" and ", same)
           select $"{same.Key.Title}{metrics} in {same.Key.Cell}: {CauseWords.Of(same.Key.Cause!)}",
    ];

    private static IEnumerable<string> Environment(VerdictDocument verdict)
    {
        if (verdict.Environment is not { Count: > 0 } environment) yield break;
        var shown = environment.Take(MostDifferences).Select(EnvironmentReport.Sentence);
        yield return $"{EnvironmentReport.Title(environment)}: {string.Join("; ", shown)}"
            + (environment.Count > MostDifferences ? "; verdict.json has all." : ".");
    }

    private static IReadOnlyList<CellText> Row(CellVerdict cell) =>
    [
        new(VerdictWords.Word(cell), ToneOf(cell)),
        cell.Cell,
        cell.Identical || cell.Dropped ? "all" : Metric.TitleOf(cell.Metric),
        new(VerdictWords.Effect(cell.EffectPercent, cell.LowPercent, cell.HighPercent), ToneOf(cell)),
        VerdictWords.Detectable(cell),
        VerdictWords.IsConfirmation(cell) ? $"{cell.Rounds} on {cell.Machines}" : $"{cell.Rounds}",
        VerdictWords.Known(cell),
    ];

    private static Tone ToneOf(CellVerdict cell) => cell.Kind switch
    {
        VerdictKind.Worse => Tone.Worse,
        VerdictKind.Better => Tone.Better,
        var kind => kind.IsOpen() ? Tone.Unknown : Tone.Plain,
    };

    private static IEnumerable<string> Reported(VerdictDocument verdict)
    {
        var reported = verdict.Cells.Where(cell => !cell.Gates).ToList();
        if (reported.Count == 0) yield break;
        var metrics = string.Join(", ", reported.Select(cell => Metric.TitleOf(cell.Metric)).Distinct());
        yield return $"{reported.Count} more {(reported.Count == 1 ? "verdict is" : "verdicts are")} of metrics that never fail a change "
            + $"({metrics}); see verdict.json.";
    }
}

internal static class VerdictWords
{
    /// <summary>Which of the metrics shown the measured process counts itself; null when it is none.</summary>
    public static string? SelfReported(IEnumerable<CellVerdict> shown)
    {
        List<string> titles = [.. shown.Select(cell => Metric.Find(cell.Metric)).OfType<Metric>().Where(metric => metric.IsSelfReported)
            .Select(metric => metric.Title).Distinct()];
        return titles.Count == 0 ? null : $"Reported by the measured process itself, so its own code could change it: {string.Join(", ", titles)}.";
    }

    public static string Headline(VerdictDocument verdict)
    {
        var gating = verdict.Cells.Where(cell => cell.Gates).ToList();
        var counts = string.Join(", ", Counts(gating));
        return verdict.Outcome switch
        {
            Outcome.Pass => $"Pass{Blind(verdict, gating)}: {counts}.",
            Outcome.Regressed => $"Regressed: {counts}.",
            Outcome.Undecided => $"Undecided, this is not a pass: {counts}.",
            _ => $"Incomplete, this is not a pass: {counts}.",
        } + (IsAdvice(verdict) ? " The gate only advises, so this fails nothing."
            : verdict is { Outcome: Outcome.Undecided, ExitCode: 0 } ? " The policy only warns of it (undecided: warn), so this fails nothing." : "");
    }

    /// <summary>The cause of the largest change for the worse that has one, with a space before it; empty where none is known.</summary>
    /// <param name="quote">What stands around the cell, which is named where another one changed more.</param>
    public static string Cause(VerdictDocument verdict, Func<VerdictCause, string> words, string quote = "")
    {
        var worse = WorstFirst(verdict.Cells.Where(cell => cell is { Gates: true, Kind: VerdictKind.Worse })).ToList();
        return CauseWords.First(worse) is { Cause: { } cause } found
            ? $" {CauseWords.Title(found)}{(found.Cell == worse[0].Cell ? "" : $" in {quote}{found.Cell}{quote}")}: {words(cause)}." : "";
    }

    /// <summary>What gates, has no sign of a change and could not have shown one of the policy's size.</summary>
    public static IReadOnlyList<CellVerdict> Blind(VerdictDocument verdict) =>
        [.. verdict.Cells.Where(cell => cell.Gates && !(cell.DetectablePercent <= Size(verdict, cell))
            && cell is { Kind: VerdictKind.Same, SizePercent: not null } or { Kind: VerdictKind.Unknown })];

    // A machine that is too noisy for the sizes of the policy passes everything, and must say so.
    private static string Blind(VerdictDocument verdict, List<CellVerdict> gating)
    {
        var blind = Blind(verdict);
        return blind.Count == 0 ? "" : $", but {blind.Count} of {gating.Count} could not have shown "
            + string.Join(" or ", blind.Select(cell => Size(verdict, cell)).Distinct().Order().Select(size => Text.Number(size) + " %"));
    }

    /// <summary>The size that the policy promises to find there, in percent.</summary>
    public static double Size(VerdictDocument verdict, CellVerdict cell) => verdict.Policy.DetectPercentOf(SubjectOf(verdict, cell));

    public static Subject SubjectOf(VerdictDocument verdict, CellVerdict cell) =>
        new(cell.Cell, verdict.Axes.FirstOrDefault(axes => axes.Id == cell.Cell)?.Scenario ?? "", cell.Metric);

    /// <summary>What the cells that are the same would have shown at most; null when none is.</summary>
    public static string? WouldHaveShown(VerdictDocument verdict)
    {
        List<string> sizes =
        [
            .. from cell in verdict.Cells
               where cell is { Gates: true, Kind: VerdictKind.Same, Identical: false, DetectablePercent: not null }
               group cell.DetectablePercent!.Value by cell.Metric into metric
               select $"{Metric.TitleOf(metric.Key)} {Text.Number(metric.Max(), 1)} %",
        ];
        return sizes.Count == 0 ? null : $"In metrics that stayed the same, these changes would have been seen: {string.Join(", ", sizes)}.";
    }

    /// <summary>What has a row of its own: every verdict, and of a cell that head dropped one for all its metrics.</summary>
    public static IReadOnlyList<CellVerdict> Rows(IEnumerable<CellVerdict> cells)
    {
        var dropped = new HashSet<string>();
        return [.. cells.Where(cell => !cell.Dropped || dropped.Add(cell.Cell))];
    }

    /// <summary>What needs somebody comes first; of two alike the one that gates, then the larger worsening, one of unknown size first.</summary>
    public static IOrderedEnumerable<CellVerdict> WorstFirst(IEnumerable<CellVerdict> cells) =>
        cells.OrderBy(cell => cell.Kind).ThenByDescending(cell => cell.Gates).ThenByDescending(
            cell => cell.EffectPercent ?? (cell.Kind == VerdictKind.Worse ? double.PositiveInfinity : double.NegativeInfinity));

    /// <summary>Whether the verdict would fail a change, and does not because the gate only advises.</summary>
    public static bool IsAdvice(VerdictDocument verdict) => verdict is { Policy.Mode: GateMode.Advise, Outcome: not Outcome.Pass };

    public static string Sentence(CellVerdict cell) =>
        $"{Metric.TitleOf(cell.Metric)} of {cell.Cell} {(cell.Verdict == Verdict.Undecided ? "may be worse" : $"is {Word(cell)}")}"
            + (cell.EffectPercent is { } effect ? $" by {Text.Percent(Math.Abs(effect))}" : "")
            + $"{(cell is { LowPercent: { } low, HighPercent: { } high } ? $" {Text.Interval(low, high)}" : "")}, {Rounds(cell)}: {cell.Reason}.";

    /// <summary>How many verdicts nobody knows; null when there is none.</summary>
    public static string? Unknown(VerdictDocument verdict)
    {
        var gating = verdict.Cells.Where(cell => cell.Gates).ToList();
        var open = gating.FindAll(cell => cell.Kind.IsOpen());
        var missing = open.FindAll(cell => cell.Kind is VerdictKind.Missing or VerdictKind.NotMeasured);
        var first = missing.Count > 0 ? $" Not measured: {missing[0].Cell}{(missing.Count > 1 ? $" and {missing.Count - 1} more" : "")}." : "";
        return open.Count > 0 ? $"{open.Count} of {gating.Count} verdicts are undecided or unknown.{first}" : null;
    }

    public static string Word(CellVerdict cell) => cell switch
    {
        { Gates: false } => "reported",
        { Kind: VerdictKind.Acknowledged } => $"{(cell.Dropped ? "missing" : cell.Verdict.Word())}, acknowledged",
        _ => cell.Kind.Word(),
    };

    /// <summary>Effect and interval in percent; a dash when there is nothing to estimate from.</summary>
    public static string Effect(double? effect, double? low, double? high) => effect is not { } percent ? "-"
        : $"{Text.Signed(percent)} {(low is { } from && high is { } to ? Text.Interval(from, to) : "[?]")}";

    /// <summary>The smallest change that would have been seen; a dash when nobody can say.</summary>
    public static string Detectable(CellVerdict cell) =>
        cell.DetectablePercent is { } percent && !cell.Identical ? percent.ToString("0.0", CultureInfo.InvariantCulture) : "-";

    public static string Rounds(CellVerdict cell) => Wording.Counted(cell.Rounds, "round") + OnMachines(cell);

    /// <summary>Where its rounds were measured, with a space before it; empty where it was measured once.</summary>
    public static string OnMachines(CellVerdict cell) => !IsConfirmation(cell) ? ""
        : cell.Machines > 1 ? $" on the second of {cell.Machines} machines" : " on 1 machine";

    /// <summary>Whether it was measured again, so that the number of machines matters: a runner that is alone confirms itself.</summary>
    public static bool IsConfirmation(CellVerdict cell) => cell.Machines > 1 || cell is { Machines: 1, Stage: Stage.Confirm };

    /// <summary>What the verdict rests on, or what is missing.</summary>
    public static string Known(CellVerdict cell) => cell.Acknowledged is { } reason ? $"acknowledged: {reason}" : cell.Reason;

    /// <summary>A family whose interval excludes no change.</summary>
    public static string Family(FamilyRecord family) =>
        $"Common shift: {family.Family}, {Metric.TitleOf(family.Metric)}, {Text.Percent(family.EffectPercent)} "
        + $"{Text.Interval(family.LowPercent, family.HighPercent)} over {family.Cells} "
        + $"cells{(family.Machines > 1 ? $" on {family.Machines} machines" : "")}.";

    private static IEnumerable<string> Counts(List<CellVerdict> gating)
    {
        yield return Wording.Counted(gating.Count, "verdict");
        foreach (var cells in gating.Where(cell => cell.Kind != VerdictKind.Same).GroupBy(cell => cell.Kind).OrderBy(cells => cells.Key))
            yield return cells.Key != VerdictKind.Missing ? $"{cells.Count()} {cells.Key.Word()}"
                : $"{Wording.Counted(cells.DistinctBy(cell => cell.Cell).Count(), "cell")} missing in head";
        var identical = gating.Count(cell => cell.Identical) is > 0 and var count ? $" ({count} of them in identical programs)" : "";
        yield return $"{gating.Count(cell => cell.Kind == VerdictKind.Same)} the same{identical}";
    }
}
