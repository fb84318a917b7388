namespace PerfMatrix.Results;

/// <summary>Joins runs that measured parts of one selection: the groups of a workflow run, or scenarios measured in turn.</summary>
internal static class RunMerge
{
    /// <summary>The runs as one document, which has start, machine and tool of the first. Where two measured the same block, the later one counts,
    /// and a warning says so; a block on another machine than the first run's names it.</summary>
    public static RunDocument Of(string id, IReadOnlyList<NamedRun> runs)
    {
        var warnings = new List<string>();
        var parts = BlocksOnce(runs, warnings);
        var first = parts[0];
        var variants = Variants(parts, warnings);
        warnings.AddRange(parts.Where(run => run.Source.Sha != first.Source.Sha).SelectMany(run => run.Blocks.SelectMany(block => block.Variants)
            .Distinct().Select(variant => $"{variant}: measured at commit {run.Source.Sha}, {run.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC")));
        return first with
        {
            Id = id,
            FinishedAt = parts.Max(run => run.FinishedAt),
            Complete = parts.All(run => run.Complete),
            Settings = RunSettings.Merge([.. parts.Select(run => run.Settings)]),
            Variants = variants,
            Blocks = [.. parts.SelectMany(run => run.Blocks.Select(block => block with
            {
                Machine = block.Machine ?? (run.Machine == first.Machine ? null : run.Machine),
            }))],
            Samples = [.. parts.SelectMany(run => run.Samples)],
            Pairs = [.. parts.SelectMany(run => run.Pairs)],
            Warnings = [.. parts.SelectMany(run => run.Warnings).Concat(warnings).Distinct()],
            Timelines = Joined(parts, run => run.Timelines),
            Rates = Joined(parts, run => run.Rates),
            Programs = Joined(parts, run => run.Programs)?.DistinctBy(program => program.ArtifactHash).ToList(),
        };
    }

    /// <summary>Refuses runs of different commits, which are no parts of one selection.</summary>
    public static void RequireOneCommit(IEnumerable<NamedRun> runs, string expected) =>
        RequireOne(runs, "commits", run => run.Source.Sha ?? "unknown", expected);

    /// <summary>Refuses runs of different kinds of machines or drivers, whose absolute values are not comparable.</summary>
    public static void RequireOneMachine(IEnumerable<NamedRun> runs, string expected) =>
        RequireOne(runs, "machines", run => run.Machine.Fingerprint, expected);

    private static void RequireOne(IEnumerable<NamedRun> runs, string kind, Func<RunDocument, string> value, string expected)
    {
        var found = runs.GroupBy(run => value(run.Run)).ToList();
        if (found.Count > 1)
            throw new UsageException(
                $"found runs of different {kind}: {string.Join(", ", found.Select(same => $"{same.Key} in {same.First().Name}"))}; "
                    + $"expected {expected}");
    }

    /// <summary>The runs without the blocks that a later one has measured, too.</summary>
    private static List<RunDocument> BlocksOnce(IReadOnlyList<NamedRun> runs, List<string> warnings)
    {
        var taken = new HashSet<string>();
        var kept = new List<RunDocument>();
        foreach (var (name, run) in runs.Reverse())
        {
            var twice = run.Blocks.Select(block => block.Id).Where(taken.Contains).ToHashSet();
            taken.UnionWith(run.Blocks.Select(block => block.Id));
            if (twice.Count > 0) warnings.Add($"Block {string.Join(", ", twice)} of {name}: measured twice, the later result is used.");
            kept.Add(twice.Count == 0 ? run : Without(run, twice));
        }

        kept.Reverse();
        return kept;
    }

    // What was said of a variant belongs to what was measured of it: the later run says its own.
    private static RunDocument Without(RunDocument run, HashSet<string> blocks) => run with
    {
        Warnings = [.. run.Warnings.Where(warning => !OnlyIn(run, blocks).Any(
            variant => warning.StartsWith($"{variant}: ", StringComparison.Ordinal)))],
        Blocks = [.. run.Blocks.Where(block => !blocks.Contains(block.Id))],
        Samples = [.. run.Samples.Where(sample => !blocks.Contains(sample.Block))],
        Pairs = [.. run.Pairs.Where(pair => !blocks.Contains(pair.Block))],
        Timelines = run.Timelines?.Where(one => !blocks.Contains(one.Block)).ToList(),
        Rates = run.Rates?.Where(one => !blocks.Contains(one.Block)).ToList(),
    };

    private static IEnumerable<string> OnlyIn(RunDocument run, HashSet<string> blocks)
    {
        var isOut = run.Blocks.ToLookup(block => blocks.Contains(block.Id), block => block.Variants);
        return isOut[true].SelectMany(variants => variants).Except(isOut[false].SelectMany(variants => variants));
    }

    /// <summary>Each variant once: where it was measured last, else where most is known of it.</summary>
    private static IReadOnlyList<VariantRecord> Variants(List<RunDocument> runs, List<string> warnings)
    {
        var variants = runs.SelectMany(run => run.Variants).GroupBy(variant => variant.Id).ToList();
        warnings.AddRange(variants
            .Where(variant => variant.Where(one => one.Status == VariantStatus.Measured).Select(one => one.ArtifactHash).Distinct().Count() > 1)
            .Select(variant => $"{variant.Key} was built differently in different jobs."));
        return [.. variants.Select(variant => variant.Reverse().MinBy(one => one.Status)!)];
    }

    private static List<T>? Joined<T>(List<RunDocument> runs, Func<RunDocument, IReadOnlyList<T>?> part) =>
        runs.SelectMany(run => part(run) ?? []).ToList() is { Count: > 0 } all ? all : null;
}

/// <summary>A run and what a message calls it.</summary>
internal sealed record NamedRun(string Name, RunDocument Run);
