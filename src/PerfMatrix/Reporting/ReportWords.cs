namespace PerfMatrix.Reporting;

internal static class ReportWords
{
    private const int ShortSha = 8;

    public static string Context(RunDocument run)
    {
        var code = run.Source.Sha is { Length: >= ShortSha } sha ? $", commit {sha[..ShortSha]}{(run.Source.Dirty ? " with local changes" : "")}"
            : "";
        return $"{run.Machine.CpuModel}, {run.Machine.Cores} CPUs, {run.Machine.Os}{code}, {run.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC";
    }

    public static string Title(RunDocument run, string scenario, int cores)
    {
        var parts = new List<string> { scenario, Wording.Counted(cores, "core") };
        var settings = run.Settings.Of(scenario);
        if (settings.Program is { } program)
            return string.Join(", ", [.. parts, program, Wording.Counted(settings.Rounds ?? 1, "round")]);
        if (run.Settings.Cpus.TryGetValue(cores, out var sharing)) parts.Add(Words(sharing));
        if (Rounds(settings) is { } rounds) parts.Add(rounds);
        if (settings.Connections is { } connections) parts.Add($"{connections} connections");
        return string.Join(", ", parts);
    }

    public static IReadOnlyList<string> Legend { get; } =
    [
        "Values are medians over the rounds; changes are against the anchor (first row) in percent, with [low high] the 95 % interval of throughput.",
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
        _ => status.ToString().ToLowerInvariant(),
    };

    /// <summary>The references that were measured, the newest pin last; null without one.</summary>
    private static string? Reference(RunDocument run)
    {
        var variants = run.Variants.Where(variant => variant is { Side: Side.Reference, Status: VariantStatus.Measured }).ToList();
        var commits = variants.Select(variant => variant.Sha is { Length: >= ShortSha } sha ? sha[..ShortSha] : variant.Id).Distinct().ToList();
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

    private static string? Rounds(ScenarioSettings settings) => settings switch
    {
        { Rounds: null } => null,
        { Rounds: { } rounds, Rate: { } rate } => $"{Wording.Counted(rounds, "round")}, rate {rate}",
        { Rounds: { } rounds, Requests: { } requests } =>
            $"{Wording.Counted(rounds, "round")}, {Text.Number(requests)} requests{(rounds == 1 ? "" : " each")}",
        { Rounds: { } rounds, Slices: { } slices, SliceMs: { } length } =>
            $"{Wording.Counted(rounds, "round")} x {Wording.Counted(slices, "slice")} x {length} ms",
        { Rounds: { } rounds } => Wording.Counted(rounds, "round"),
    };

    private static string Versions(RunDocument run) => string.Join(
        ", ",
        run.Variants.Where(variant => variant.Status == VariantStatus.Measured && variant.Cell.RuntimeVersion is not null)
            .Select(variant => $"{variant.Cell.Runtime} = {variant.Cell.RuntimeVersion}"
                + (variant.RuntimeCommit is { } commit ? $", {commit}" : ""))
            .Distinct());
}
