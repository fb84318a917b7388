using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>
/// The groups of a workflow run as documents of the history: one for each attempt and kind of machine. What different kinds of machines measured is never put into one
/// document, because their absolute values are not comparable; an attempt is a document of its own, because published runs never change.
/// </summary>
public static class GroupMerge
{
    /// <summary>The documents, the earliest first. The same groups give the same documents, in any order.</summary>
    /// <param name="groups">The groups.</param>
    /// <param name="workflowRun">Id of the workflow run; null outside GitHub.</param>
    /// <exception cref="UsageException">They are of different commits.</exception>
    public static IReadOnlyList<RunDocument> Of(IReadOnlyList<MeasuredGroup> groups, long? workflowRun)
    {
        RequireOneCommit(groups);
        return
        [
            .. groups.GroupBy(group => (group.Attempt, group.Run.Machine.Fingerprint))
                .Select(part => Merge([.. part.OrderBy(group => group.Run.StartedAt).ThenBy(group => group.Name, StringComparer.Ordinal)], workflowRun))
                .OrderBy(run => run.Id, StringComparer.Ordinal),
        ];
    }

    /// <summary>What the ids of all documents of a workflow run hold, and no other's: by it a run is found to be published.</summary>
    public static string Trace(long workflowRun) => string.Create(CultureInfo.InvariantCulture, $"-gh{workflowRun}-");

    private static void RequireOneCommit(IReadOnlyList<MeasuredGroup> groups)
    {
        var commits = groups.GroupBy(group => group.Run.Source.Sha).ToList();
        if (commits.Count > 1)
            throw new UsageException($"found runs of different commits: {string.Join(", ", commits.Select(commit => $"{commit.Key ?? "unknown"} in {commit.First().Name}"))}; expected the artifacts of one workflow run");
    }

    private static RunDocument Merge(IReadOnlyList<MeasuredGroup> groups, long? workflowRun)
    {
        var warnings = new List<string>();
        var runs = BlocksOnce(groups, warnings);
        var first = runs[0];
        var variants = Variants(runs, warnings);
        return first with
        {
            Id = IdOf(groups, workflowRun),
            FinishedAt = runs.Max(run => run.FinishedAt),
            Complete = runs.All(run => run.Complete),
            Settings = Settings(runs),
            Variants = variants,
            Blocks = [.. runs.SelectMany(run => run.Blocks.Select(block => block with { Machine = block.Machine ?? OtherThan(first.Machine, run.Machine) }))],
            Samples = [.. runs.SelectMany(run => run.Samples)],
            Pairs = [.. runs.SelectMany(run => run.Pairs)],
            Warnings = [.. runs.SelectMany(run => run.Warnings).Concat(warnings).Distinct()],
            Timelines = Joined(runs, run => run.Timelines),
            Controls = Joined(runs, run => run.Controls),
            Rates = Joined(runs, run => run.Rates),
        };
    }

    private static string IdOf(IReadOnlyList<MeasuredGroup> groups, long? workflowRun)
    {
        var start = groups.Min(group => group.Run.StartedAt).UtcDateTime.ToString("yyyyMMdd'T'HHmmssfff'Z'", CultureInfo.InvariantCulture);
        var machine = Hash(groups[0].Run.Machine.Fingerprint);
        return workflowRun is { } id
            ? string.Create(CultureInfo.InvariantCulture, $"{start}{Trace(id)}{groups[0].Attempt}-{machine}")
            : $"{start}-{Hash(string.Join('\n', groups.Select(group => group.Run.Id).Order(StringComparer.Ordinal)))}-{machine}";
    }

    private static string Hash(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..6];

    /// <summary>The runs without the blocks that a later one has measured, too.</summary>
    private static List<RunDocument> BlocksOnce(IReadOnlyList<MeasuredGroup> groups, List<string> warnings)
    {
        var taken = new HashSet<string>();
        var kept = new List<RunDocument>();
        foreach (var group in groups.Reverse())
        {
            var run = WithBlockNames(group.Run);
            var twice = run.Blocks.Select(block => block.Id).Where(taken.Contains).ToHashSet();
            taken.UnionWith(run.Blocks.Select(block => block.Id));
            if (twice.Count > 0) warnings.Add($"Measured twice, the later one counts: block {string.Join(", ", twice)} of {group.Name}.");
            kept.Add(twice.Count == 0 ? run : Without(run, twice));
        }

        kept.Reverse();
        return kept;
    }

    // A run of one block may leave its name out of the samples; among others it is needed.
    private static RunDocument WithBlockNames(RunDocument run) => run.Blocks.Count != 1 ? run : run with
    {
        Samples = [.. run.Samples.Select(sample => sample.Block is null ? sample with { Block = run.Blocks[0].Id } : sample)],
    };

    private static RunDocument Without(RunDocument run, HashSet<string> blocks) => run with
    {
        Blocks = [.. run.Blocks.Where(block => !blocks.Contains(block.Id))],
        Samples = [.. run.Samples.Where(sample => sample.Block is null || !blocks.Contains(sample.Block))],
        Pairs = [.. run.Pairs.Where(pair => !blocks.Contains(pair.Block))],
        Timelines = run.Timelines?.Where(one => !blocks.Contains(one.Block)).ToList(),
        Controls = run.Controls?.Where(one => !blocks.Contains(one.Block)).ToList(),
        Rates = run.Rates?.Where(one => !blocks.Contains(one.Block)).ToList(),
    };

    /// <summary>Each variant once: where it was measured, else where most is known of it.</summary>
    private static IReadOnlyList<VariantRecord> Variants(List<RunDocument> runs, List<string> warnings)
    {
        var variants = runs.SelectMany(run => run.Variants).GroupBy(variant => variant.Id).ToList();
        foreach (var variant in variants)
        {
            if (variant.Where(one => one.Status == VariantStatus.Measured).Select(one => one.ArtifactHash).Distinct().Count() > 1)
                warnings.Add($"{variant.Key} was built differently in different jobs.");
        }

        return [.. variants.Select(variant => variant.MinBy(one => one.Status)!)];
    }

    private static Dictionary<string, string> Settings(List<RunDocument> runs) => runs
        .SelectMany(run => run.Settings)
        .GroupBy(setting => setting.Key)
        .ToDictionary(setting => setting.Key, setting => string.Join(" | ", setting.Select(one => one.Value).Distinct()));

    private static MachineInfo? OtherThan(MachineInfo first, MachineInfo machine) => machine == first ? null : machine;

    private static List<T>? Joined<T>(List<RunDocument> runs, Func<RunDocument, IReadOnlyList<T>?> part) =>
        runs.SelectMany(run => part(run) ?? []).ToList() is { Count: > 0 } all ? all : null;
}
