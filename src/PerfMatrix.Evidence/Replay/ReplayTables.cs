namespace PerfMatrix.Evidence.Replay;

/// <summary>The tables of a replay: what the gate said, by kind and by metric, and what the pool says by itself.</summary>
internal static class ReplayTables
{
    public static IEnumerable<DataTable> Of(ReplayRecord replay)
    {
        yield return new DataTable(
            "Share of the pull requests in percent, with the 95 % Wilson interval of those drawn, which does not know how lucky the runs of the "
                + "pool are. One cell of each pull request has what is put in, the others have nothing. "
                + "Found: that cell is worse in a metric that shall show it. Called same: that metric is called the same. "
                + "By runs: found, or without a change failed or undecided, as if each pull request were made of runs of its own, of which no number "
                + "of drawn ones makes more. Rounds: of a cell, and of that cell. Under load: those of a cell that are more than starts. "
                + "Goal: met or missed by the whole interval by runs; open when they "
                + "are too few to tell."
                + string.Concat(replay.Notes.Select(note => $" {note}")),
            ["Put in", "Failed", "Undecided", "Found", "Called same", "By runs", "Rounds", "Under load", "Goal"],
            [.. replay.Rows.Select(Row)],
            Title: $"Replayed: {replay.PullRequests:N0} pull requests of {replay.Cells} cells a row, seed {replay.Seed}");
        yield return new DataTable(
            "Verdicts in percent, for the metrics that gate: of the cell with what is put in, and of all cells where that is nothing.",
            ["Put in", "Metric", "Worse", "Better", "Same", "Undecided", "Unknown"],
            [.. replay.Rows.SelectMany(row => row.Metrics.Select(metric => Verdicts(Name(row), metric)))],
            Title: "Replayed, by metric")
        { Texts = [0, 1] };
        if (replay.Rows.SelectMany(row => row.Others).Select(other => other.Name).Distinct().ToList() is { Count: > 0 } rules)
        {
            yield return new DataTable(
                "Pull requests that fail, in percent of those that a rule has data of; behind the slash those whose cell with what is put in does. "
                    + "The rules see what the first machine measured, side by side and until this gate decided, and an earlier run of that machine, "
                    + "if the pool has one left. "
                    + OtherRules.InWords(OtherRules.OfBenchmarks),
                ["Put in", "this gate", .. rules],
                [.. from row in replay.Rows
                    let said = rules.Select(rule => row.Others.FirstOrDefault(other => other.Name == rule))
                    select (IReadOnlyList<CellText>)[Name(row), ShareText.RedAndFound(row.Red, row.Found),
                        .. said.Select(other => ShareText.RedAndFound(other?.Red, other?.Power))]],
                Title: "Replayed: rules of other tools on the same pull requests");
        }
        yield return new DataTable(
            "Each recorded run by itself: its rounds in the order in which they were measured, looked at as `compare` looks, and one machine "
                + "decides. With the 95 % Wilson interval. Cut short: its rounds ended while the decision waited for more.",
            ["Put in", "Cells", "Failed", "Undecided", "Cut short", "Found", "Rounds"],
            [.. from kind in replay.Recorded
                select (IReadOnlyList<CellText>)[kind.Injection?.Name ?? PoolRecording.Nothing, $"{kind.Cells}", ShareText.Counted(kind.Failed),
                    ShareText.Counted(kind.Undecided), ShareText.Counted(kind.CutShort), ShareText.Counted(kind.Found), $"{kind.Rounds:0.0}"]],
            Title: "Recorded runs as gate runs");
        foreach (var table in PoolTables.Of(replay.Pool)) yield return table;
    }

    public static string Line(ReplayRow row) => string.Join(", ", ReplayTables.Row(row).Select(cell => cell.Value).Zip(
        ["", "failed ", "undecided ", "found ", "called same ", "by runs ", "rounds ", "under load ", ""], (value, name) => name + value)
        .Where(part => part.Length > 0));

    private static IReadOnlyList<CellText> Row(ReplayRow row) =>
    [
        Name(row), ShareText.WithInterval(row.Red), ShareText.WithInterval(row.Incomplete), ShareText.WithInterval(row.Found),
        ShareText.WithInterval(row.CalledSame), ShareText.Counted(row.ByRuns(row.Injection is null ? row.NotGreen : row.Found)),
        $"{row.RoundsPerCell:0.0}{(row.RoundsOfAffected is { } affected ? $" / {affected:0.0}" : "")}",
        row.LoadedPerCell is { } loaded ? $"{loaded:0.0}" : "-", string.Join(", ", row.Goals),
    ];

    private static IReadOnlyList<CellText> Verdicts(string name, ReplayMetric metric) =>
    [
        name, Metric.TitleOf(metric.Metric), ShareText.Short(metric.Worse), ShareText.Short(metric.Better), ShareText.Short(metric.Same),
        ShareText.Short(metric.Undecided), ShareText.Short(metric.Unknown),
    ];

    private static string Name(ReplayRow row) => row.Injection?.Name ?? PoolRecording.Nothing;
}

internal static class PoolTables
{
    public static IEnumerable<DataTable> Of(PoolFindings pool)
    {
        yield return new DataTable(
            "Measured: how much worse head was, the mean over all rounds with its 95 % interval, of throughput over all slices; the gate takes a "
                + "robust estimate, and leaves out moments that disturb several programs. Counted: how large its processes counted each to be, and "
                + "how many there were.",
            ["Put in", "Cell", "Runs", "Rounds", "Measured by", "Measured %", "Counted"],
            [.. pool.Contents.Select(Content)],
            Title: $"The pool{Commits(pool)}: real rounds on {pool.Machine.CpuModel}, {pool.Machine.Cores} CPUs, "
                + $"{pool.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} to {pool.FinishedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC")
        { Texts = [0, 1, 4] };
        yield return new DataTable(
            pool.Bias.Count == 0 ? $"This needs {RunBias.LeastRuns} runs with nothing put in; the pool has fewer."
                : "Identical programs. Pair and round: standard deviation of one pair, and of a round of two within its run, in percent. Bias: "
                    + "that of what all rounds of a run share, beyond what their number explains, in percent with its 95 % interval. Likeness: "
                    + "correlation of the two pairs of a round; the gate counts on 0.",
            ["Metric", "Runs", "Rounds", "Pair", "Round", "Bias", "Likeness"],
            [.. pool.Bias.Select(Bias)],
            Title: "What the rounds of one run share");
        if (pool.CarryOver.Count == 0) yield break;
        yield return new DataTable(
            "Requests per second of base in slices right after a slice of head, against slices right after one of its identical copy, in percent "
                + "with the 95 % interval. An interval without 0 means that head's work spills over into base.",
            ["Put in", "Rounds", "Change"],
            [.. from one in pool.CarryOver
                select (IReadOnlyList<CellText>)[one.Name, $"{one.Rounds}", Interval(one.Percent, one.LowPercent, one.HighPercent)]],
            Title: "What head leaves behind for base");
    }

    private static string Commits(PoolFindings pool) => pool.Commits.Count == 0 ? "" : $" of commit {string.Join(", ", pool.Commits)}";

    private static IReadOnlyList<CellText> Content(PoolContent content) =>
    [
        content.Name, content.Cell, $"{content.Runs}", $"{content.Rounds}",
        content.Truth is { } by ? Metric.TitleOf(by.Metric) : "-",
        content.Truth is { } truth ? Interval(truth.Percent, truth.LowPercent, truth.HighPercent) : "-",
        content.Truth?.Counted is { } counted ? $"{counted} x {counted.Times:N0}" : "-",
    ];

    private static IReadOnlyList<CellText> Bias(RunBias bias) =>
    [
        Metric.TitleOf(bias.Metric), $"{bias.Runs}", $"{bias.Rounds}", bias.PairPercent is { } pair ? $"{pair:0.00}" : "-",
        $"{bias.SigmaPercent:0.00}", $"{bias.Percent:0.00} [{bias.LowPercent:0.00} {bias.HighPercent:0.00}]",
        bias.Likeness is { } likeness ? $"{likeness:0.00}" : "-",
    ];

    private static string Interval(double percent, double? low, double? high) =>
        Text.Signed(percent) + (low is { } from && high is { } to ? $" {Text.Interval(from, to)}" : "");
}
