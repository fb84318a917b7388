namespace PerfMatrix.Reporting;

internal static class ReportWords
{
    public static string Context(RunDocument run)
    {
        var code = run.Source.Sha is { } sha ? $", commit {Wording.ShortId(sha)}{(run.Source.Dirty ? " with local changes" : "")}" : "";
        return $"{run.Machine.CpuModel}, {run.Machine.Cores} CPUs, {run.Machine.Os}{code}, {run.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC";
    }

    public static string Title(RunDocument run, string scenario, int cores)
    {
        var parts = new List<string> { scenario, Wording.Counted(cores, "core") };
        var settings = run.Settings.Of(scenario);
        if (settings.Program is { } program) return string.Join(", ", [.. parts, program, Wording.Counted(settings.Rounds ?? 1, "round")]);
        if (run.Settings.Cpus.TryGetValue(cores, out var sharing)) parts.Add(Words(sharing));
        if (Rounds(settings) is { } rounds) parts.Add(rounds);
        if (settings.Connections is { } connections) parts.Add($"{connections} connections");
        return string.Join(", ", parts);
    }

    /// <summary>When memory was read last.</summary>
    /// <param name="settle">Time without load before the stop.</param>
    public static string AfterLoad(TimeSpan settle) => settle == TimeSpan.Zero ? "right after the load"
        : $"{Text.Number(settle.TotalSeconds, settle.Milliseconds == 0 ? 0 : 1)} s after the load";

    public static IReadOnlyList<string> Legend { get; } =
    [
        "Values are medians over the rounds; changes are against the anchor above them in percent, with [low high] the 95 % interval of throughput.",
        "A tilde (~) means no significant difference, or too few rounds to tell. A dash (-) means not known. Compare only within a table: absolute "
            + "values drift.",
        "CPU is the application's CPU time per request, B/req its allocations, gen0/1k its collections per 1,000 requests, RSS its peak memory, "
            + "start the time to its first answer.",
    ];

    public static IEnumerable<string> Notes(RunDocument run)
    {
        if (!run.Complete) yield return "This run is incomplete: not every planned cell was measured in every round.";
        if (Versions(run) is { Length: > 0 } versions) yield return $"Exact runtimes: {versions}.";
        if (Reference(run) is { } reference) yield return reference;
        foreach (var warning in run.Warnings) yield return warning;
    }

    public static string StatusOf(VariantStatus status) => status switch
    {
        VariantStatus.NotApplicable => "n/a",
        VariantStatus.Dropped => "missing",
        _ => status.Word(),
    };

    /// <summary>The references that were measured, the newest pin last; null without one.</summary>
    private static string? Reference(RunDocument run)
    {
        var variants = run.Variants.Where(variant => variant is { Side: Side.Reference, Status: VariantStatus.Measured }).ToList();
        var commits = variants.Select(variant => variant.Sha is { } sha ? Wording.ShortId(sha) : variant.Id).Distinct().ToList();
        var before = commits.Count > 1 ? $", and {string.Join(", ", commits.SkipLast(1))} that was pinned before" : "";
        return commits.Count == 0 ? null
            : $"Reference of the trend: commit {commits[^1]}{before}, measured beside the anchor in every block and left out of the tables.";
    }

    private static string Words(CpuSharing cpus) => cpus switch
    {
        CpuSharing.Separate => "load generator on its own CPUs",
        CpuSharing.Shared => "load generator shares the CPUs",
        _ => "nothing pinned",
    };

    private static string? Rounds(ScenarioSettings own) => own.Rounds is not { } rounds ? null : Wording.Counted(rounds, "round") + own switch
    {
        { Rate: { } rate } => $", rate {rate}",
        { Requests: { } requests } => $", {Text.Number(requests)} requests{(rounds == 1 ? "" : " each")}",
        { Slices: { } slices, Slice: { } length } => $" x {Wording.Counted(slices, "slice")} x {length.TotalMilliseconds} ms",
        _ => "",
    };

    private static string Versions(RunDocument run) => string.Join(
        ", ",
        run.Variants.Where(variant => variant.Status == VariantStatus.Measured && variant.Cell.RuntimeVersion is not null)
            .Select(variant => $"{variant.Cell.Runtime} = {variant.Cell.RuntimeVersion}"
                + (variant.RuntimeCommit is { } commit ? $", {commit}" : ""))
            .Distinct());
}

/// <summary>The sentence above a table. It names only differences that are significant, and says so when there is none.</summary>
internal static class Headline
{
    private const int MostNames = 3;

    public static string Of(RunPairs pairs, IReadOnlyList<ReportRow> rows)
    {
        if (rows.Count == 0) return "Nothing was measured.";
        if (rows.Count == 1) return $"Only {rows[0].Label} was measured: there is nothing to compare it with.";
        if (rows.All(row => row.IsAnchor)) return "Measured one after the other, each in a block of its own: not compared.";
        if (!rows.Any(row => row.IsAnchor)) return "The anchor was not measured: no comparison is possible.";
        var sentences = new[]
        {
            Part(pairs, rows, Metric.Throughput, "fastest", "throughput"),
            Part(pairs, rows, Metric.PeakRss, "smallest memory", "peak memory"),
            Part(pairs, rows, Metric.MeanTime, "fastest", "mean time"),
            Part(pairs, rows, Metric.AllocatedPerOperation, "fewest allocations", "allocated bytes"),
        };
        return string.Join("; ", sentences.OfType<string>()) is { Length: > 0 } text ? char.ToUpperInvariant(text[0]) + text[1..] + "."
            : "No figures to compare.";
    }

    private static string? Part(RunPairs pairs, IReadOnlyList<ReportRow> rows, Metric metric, string best, string noun)
    {
        var known = rows.Where(
            row => row.Figures.GetValueOrDefault(metric.Name) is { } figure && (row.IsAnchor || figure.Change is not null)).ToList();
        var compared = known.Where(row => row.Figures.GetValueOrDefault(metric.Name)?.Change?.Difference != Difference.TooFewRounds).ToList();
        if (known.Count < 2) return null;
        return compared.Count < 2
            ? $"too few rounds to compare {noun}"
            : Best(pairs, metric, compared, best, noun)
            + (compared.Count < known.Count ? $" ({known.Count - compared.Count} with too few rounds not compared)" : "");
    }

    // Only what was measured side by side with the leader is behind it, or equal.
    private static string Best(RunPairs pairs, Metric metric, List<ReportRow> compared, string best, string noun)
    {
        var leader = compared.MaxBy(row => Gain(row, metric))!;
        var beside = compared.Where(row => row == leader || Against(pairs, metric, leader, row) is not null).ToList();
        var tied = beside.Where(row => row == leader || Against(pairs, metric, leader, row) != Difference.Worse).ToList();
        var apart = compared.Count > beside.Count ? $" ({compared.Count - beside.Count} in other blocks not compared)" : "";
        if (tied.Count == beside.Count) return $"no significant difference in {noun}{apart}";
        if (tied.Count > MostNames) return $"{best}: {leader.Label} and {tied.Count - 1} others without a significant difference between them{apart}";
        return $"{best}: {string.Join(", ", tied.Select(row => row.Label))}"
            + (tied.Count > 1 ? " (no significant difference between them)" : Over(leader, beside, metric.Name)) + apart;
    }

    /// <summary>How much better than the anchor, as far as it is significant.</summary>
    private static double Gain(ReportRow row, Metric metric) =>
        -metric.WorseSign * (row.Figures.GetValueOrDefault(metric.Name)?.Change?.Percent ?? 0);

    private static Difference? Against(RunPairs pairs, Metric metric, ReportRow leader, ReportRow row) =>
        Change.Of(pairs.NaturalLogRatios(metric, leader.Variant, row.Variant), metric.Direction)?.Difference;

    private static string Over(ReportRow row, List<ReportRow> beside, string metric) =>
        row.Figures[metric].Change is { IsSignificant: true, Percent: { } percent } && beside.Find(other => other.IsAnchor) is { } anchor
        ? $", {Text.Percent(percent, decimals: 0)} against {anchor.Label}" : "";
}
