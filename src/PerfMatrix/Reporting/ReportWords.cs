using System.Globalization;
using PerfMatrix.Results;

namespace PerfMatrix.Reporting;

/// <summary>The sentences of a report.</summary>
internal static class ReportWords
{
    /// <summary>The side of variants that are no cells of a table: they are measured for the trend.</summary>
    public const string ReferenceSide = "reference";

    private const int ShortSha = 8;

    public static string Context(RunDocument run)
    {
        var code = run.Source.Sha is { Length: >= ShortSha } sha ? $", commit {sha[..ShortSha]}{(run.Source.Dirty ? " with local changes" : "")}" : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{run.Machine.CpuModel}, {run.Machine.Cores} CPUs, {run.Machine.Os}{code}, {run.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC");
    }

    public static string Title(RunDocument run, string scenario, int cores)
    {
        var parts = new List<string> { scenario, cores == 1 ? "1 core" : $"{cores} cores" };
        if (RunSettings.ForScenario(run, RunSettings.Program, scenario) is { } program)
            return string.Join(", ", [.. parts, program, Counted(RunSettings.ForScenario(run, RunSettings.Rounds, scenario) ?? "1")]);
        if (CpuSharing(RunSettings.ForCores(run, RunSettings.Cpus, cores)) is { } sharing) parts.Add(sharing);
        if (Rounds(run, scenario) is { } rounds) parts.Add(rounds);
        if (RunSettings.ForScenario(run, RunSettings.Connections, scenario) is { } connections) parts.Add($"{connections} connections");
        return string.Join(", ", parts);
    }

    public static IReadOnlyList<string> Legend { get; } =
    [
        "Values are medians over the rounds; changes are against the anchor (first row) in percent, with [low high] the 95 % interval of throughput.",
        "A tilde (~) means no significant difference, or too few rounds to tell. A dash (-) means not known. Compare only within a table: absolute values drift.",
        "CPU is the application's CPU time per request, B/req its allocations, gen0/1k its collections per 1,000 requests, RSS its peak memory, start the time to its first answer.",
    ];

    public static IEnumerable<string> Notes(RunDocument run)
    {
        if (!run.Complete) yield return "This run is incomplete: not every planned cell was measured in every round.";
        foreach (var note in SupportDates.Notes(run)) yield return note;
        if (Versions(run) is { Length: > 0 } versions) yield return $"Exact runtimes: {versions}.";
        if (Reference(run) is { } reference) yield return reference;
        foreach (var warning in run.Warnings) yield return warning;
    }

    public static string StatusOf(VariantStatus status) => status switch
    {
        VariantStatus.NotApplicable => "n/a",
        _ => status.ToString().ToLowerInvariant(),
    };

    /// <summary>The references that were measured, the newest pin last; null without one.</summary>
    private static string? Reference(RunDocument run)
    {
        var variants = run.Variants.Where(variant => variant is { Side: ReferenceSide, Status: VariantStatus.Measured }).ToList();
        var commits = variants.Select(variant => variant.Sha is { Length: >= ShortSha } sha ? sha[..ShortSha] : variant.Id).Distinct().ToList();
        var before = commits.Count > 1 ? $", and {string.Join(", ", commits.SkipLast(1))} that was pinned before" : "";
        return commits.Count == 0 ? null : $"Reference of the trend: commit {commits[^1]}{before}, measured beside the anchor in every block and left out of the tables.";
    }

    private static string? CpuSharing(string? cpus) => cpus switch
    {
        RunSettings.SeparateCpus => "load generator on its own CPUs",
        RunSettings.SharedCpus => "load generator shares the CPUs",
        RunSettings.UnpinnedCpus => "nothing pinned",
        _ => null,
    };

    private static string? Rounds(RunDocument run, string scenario)
    {
        if (RunSettings.ForScenario(run, RunSettings.Rounds, scenario) is not { } rounds) return null;
        if (RunSettings.ForScenario(run, RunSettings.Rate, scenario) is { } rate) return $"{Counted(rounds)}, rate {rate}";
        if (RunSettings.RequestsOf(run, scenario) is { } requests) return $"{Counted(rounds)}, {Text.Number(requests)} requests{(rounds == "1" ? "" : " each")}";
        var slices = RunSettings.ForScenario(run, RunSettings.Slices, scenario);
        var length = RunSettings.ForScenario(run, RunSettings.SliceMilliseconds, scenario);
        return slices is null || length is null ? Counted(rounds) : $"{Counted(rounds)} x {Counted(slices, "slice")} x {length} ms";
    }

    private static string Counted(string number, string noun = "round") => number == "1" ? $"1 {noun}" : $"{number} {noun}s";

    private static string Versions(RunDocument run) => string.Join(
        ", ",
        run.Variants.Where(variant => variant.Status == VariantStatus.Measured && variant.Cell.RuntimeVersion is not null)
            .Select(variant => $"{variant.Cell.Runtime} = {variant.Cell.RuntimeVersion}")
            .Distinct());
}
